import Type from "typebox";
import { formatHundredths } from "../../../../core/hundredths.ts";
import { bookingReference } from "../../../../core/reference.ts";
import { boolean, decimal, integer, string, time } from "../../../../kernel/attribute.ts";
import type { ErrorsByAttribute } from "../../../../kernel/errors.ts";
import type { ComputedAnswer } from "../../../../kernel/route.ts";
import type { LiveQuote } from "../../../pricing/rates/quote/live-quote.ts";
import { type InTheWay, membersOf } from "../../../pricing/rates/quote/quote-members.ts";
import { answered, priceMembers } from "../../../pricing/rates/quote/quote-schema.ts";
import type { BookingInTheWay } from "../nights/nights.ts";
import type { Stay } from "../stay.ts";

const amount = Type.Union([Type.String(), Type.Null()]);

/** The response to a dry run of a move: a search's quote plus the move's problems (conventions.md, Resources beyond the catalogue). */
export const moveQuote: ComputedAnswer = {
  root: "booking_quotes",
  description: "A preview of a move. Nothing has changed.",
  attributes: {
    rental_id: integer().readOnly().present().description("The target rental."),
    start_at: time().readOnly().present().description("The new arrival."),
    end_at: time().readOnly().present().description("The new departure."),
    nights_free: boolean()
      .readOnly()
      .present()
      .description("Whether no other booking takes the nights or the rental's preparation_days around them."),
    in_the_way: answered(Type.Array(Type.Object({ reference: Type.String(), rental_id: Type.Integer() })))
      .present()
      .description("The bookings in the way, in the rental or in linked rentals."),
    problems: answered(Type.Record(Type.String(), Type.Array(Type.String())))
      .present()
      .description("Why the move would be refused (422), by attribute; empty if it would succeed."),
    booking: answered(
      Type.Object({ currency: Type.String(), initial_price: amount, discount: amount, final_price: amount }),
    )
      .present()
      .description("The booking's prices after the move: the agreed ones, or new ones with reprice."),
    currency: string().readOnly().present().description("The rental's currency, which the quote uses."),
    initial_price: decimal().readOnly().description("The live quote's rental price."),
    final_price: decimal().readOnly().description("The live quote's total, with required fees and added taxes."),
    ...priceMembers(decimal),
  },
};

/** A move to preview. */
export interface PlannedMove {
  readonly rental: { readonly id: number; readonly currency: string };
  readonly stay: Stay;
  readonly inTheWay: readonly BookingInTheWay[];
  readonly problems: ErrorsByAttribute;
  /** The booking's prices after the move, in hundredths. */
  readonly prices: {
    readonly currency: string;
    readonly initialPrice: number | null;
    readonly discount: string | null;
    readonly finalPrice: number | null;
  };
  readonly quoted: LiveQuote;
}

/** The JSON text of a `moveQuote`. */
export function moveQuoteJson({ rental, stay, inTheWay, problems, prices, quoted }: PlannedMove): string {
  const isFree = inTheWay.length === 0;
  const text = (hundredths: number | null) => (hundredths === null ? null : formatHundredths(hundredths));
  const own = JSON.stringify({
    rental_id: rental.id,
    start_at: secondOf(stay.startAt),
    end_at: secondOf(stay.endAt),
    nights_free: isFree,
    in_the_way: inTheWay.map(({ id, rental: where }) => ({ reference: bookingReference(id), rental_id: where })),
    problems,
    booking: {
      currency: prices.currency,
      initial_price: text(prices.initialPrice),
      discount: prices.discount,
      final_price: text(prices.finalPrice),
    },
    currency: rental.currency,
  });
  const offer = {
    inTheWay: reasonOf(inTheWay),
    refusals: quoted.refusals,
    price: quoted.price,
    priced: quoted.priced,
  };
  const members = [...membersOf(offer, "string")].map(([name, json]) => `,"${name}":${json}`);
  return `${own.slice(0, -1)}${members.join("")}}`;
}

function reasonOf(inTheWay: readonly BookingInTheWay[]): InTheWay | undefined {
  if (inTheWay.length === 0) return undefined;
  return inTheWay.every(({ tooNear }) => tooNear) ? "preparation_days" : "nights_taken";
}

const secondOf = (instant: number): string => new Date(instant).toISOString().replace(/\.\d+Z$/, "Z");
