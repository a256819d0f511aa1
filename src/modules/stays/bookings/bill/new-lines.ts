import type { FeeLine, TaxLine } from "../../../../core/booking-totals.ts";
import { requiredFeesFor, taxesFor } from "../../../../core/pricing/bill.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import type { ServerSetColumns } from "../../../../kernel/write/store.ts";
import type { EngineBook } from "./engine-prices.ts";

/** A fee of a booking's new bill: from the body, required by the rental, or already agreed. */
export type NewFee = {
  readonly line: FeeLine;
  /** The fee that taxes refer to; null for a standalone fee, which is not taxed. */
  readonly fee: number | null;
} & (
  | { readonly origin: "input"; readonly draft: Draft; readonly columns: ServerSetColumns }
  | { readonly origin: "required"; readonly rentalsFee: number }
  | { readonly origin: "agreed"; readonly id: number }
);

/** A tax of a booking's new bill: from the body, or levied. */
export type NewTax = { readonly line: TaxLine } & (
  | { readonly origin: "input"; readonly draft: Draft; readonly columns: ServerSetColumns }
  | {
      readonly origin: "levied";
      readonly tax: number;
      /** Basis points. */
      readonly percentage: number;
      /** The taxed fee, by its index among the new fees; null for the rental price. */
      readonly on: { readonly index: number; readonly fee: number } | null;
    }
);

/**
 * Returns the fees that a rental requires for a stay (bookings.md, Money). Unspecified: none without a rental price.
 * @param rentalPrice the final rental price, hundredths
 */
export function requiredFees({ book, stay }: EngineBook, rentalPrice: number | null): NewFee[] {
  // Without an exchange rate some fees are unknown: add none rather than some.
  if (rentalPrice === null || book.withoutExchange) return [];
  return requiredFeesFor(book, stay, rentalPrice).map(({ id, fee, unitPrice, quantity }) => ({
    origin: "required",
    rentalsFee: id,
    fee,
    line: { price: unitPrice, timesBooked: quantity, includedInPrice: true },
  }));
}

/** Levies taxes on a final rental price (hundredths; null to skip it) and on all fees (bookings.md, Money). */
export function leviedTaxes({ book, stay }: EngineBook, rentalPrice: number | null, fees: readonly NewFee[]): NewTax[] {
  const charged = fees.flatMap(({ fee, line }, index) =>
    fee === null ? [] : [{ fee, index, amount: line.price * line.timesBooked }],
  );
  return taxesFor(book, stay, rentalPrice, charged).map(({ id, percentage, included, on, amount }) => ({
    origin: "levied",
    tax: id,
    percentage,
    on: on && { index: on.index, fee: on.fee },
    line: { amount, included },
  }));
}
