import Type from "typebox";
import { formatHundredths } from "../../../../core/hundredths.ts";
import { decimal, integer, string } from "../../../../kernel/attribute.ts";
import type { ComputedAnswer } from "../../../../kernel/route.ts";
import { answered } from "../../../pricing/rates/quote/quote-schema.ts";
import type { NewFee, NewTax } from "./new-lines.ts";

/** The response to a dry run of adding fees (console.md, Screens). */
export const feeQuote: ComputedAnswer = {
  root: "fee_quotes",
  description: "A preview of the added fees. Nothing has changed.",
  attributes: {
    booking_id: integer().readOnly().present().description("The booking to add the fees to."),
    currency: string().readOnly().present().description("Its currency."),
    final_price: decimal().readOnly().description("Its final price with the fees; null if there is nothing to add up."),
    bookings_fees: answered(
      Type.Array(Type.Object({ price: Type.String(), times_booked: Type.Integer(), amount: Type.String() })),
    )
      .present()
      .description("The fees in the body's order, with their unit prices."),
    bookings_taxes: answered(
      Type.Array(
        Type.Object({
          tax_id: Type.Integer(),
          percentage: Type.String(),
          amount: Type.String(),
          included: Type.Boolean({ description: "The fee contains it, so it is not added to final_price." }),
        }),
      ),
    )
      .present()
      .description("The taxes on them."),
  },
};

/** Fees to add to a booking, and its price with them in hundredths. */
export interface PlannedFees {
  readonly booking: { readonly id: number; readonly currency: string };
  readonly finalPrice: number | null;
  readonly fees: readonly NewFee[];
  readonly taxes: readonly NewTax[];
}

/** The JSON text of a `feeQuote`. */
export function feeQuoteJson({ booking, finalPrice, fees, taxes }: PlannedFees): string {
  return JSON.stringify({
    booking_id: booking.id,
    currency: booking.currency,
    final_price: finalPrice === null ? null : formatHundredths(finalPrice),
    bookings_fees: fees.map(({ line: { price, timesBooked } }) => ({
      price: formatHundredths(price),
      times_booked: timesBooked,
      amount: formatHundredths(price * timesBooked),
    })),
    bookings_taxes: taxes.flatMap((tax) =>
      tax.origin === "levied"
        ? [
            {
              tax_id: tax.tax,
              percentage: formatHundredths(tax.percentage),
              amount: formatHundredths(tax.line.amount),
              included: tax.line.included,
            },
          ]
        : [],
    ),
  });
}
