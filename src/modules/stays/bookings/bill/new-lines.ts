import { requiredFeesFor, taxesFor } from "../../../../core/pricing/bill.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import type { ServerSetColumns } from "../../../../kernel/write/store.ts";
import type { FeeLine, TaxLine } from "./booking-totals.ts";
import type { EngineBook } from "./engine-prices.ts";

/** A fee that a booking is about to have: one that a body gives, one that its rental requires, or one that it has and that stays. */
export type NewFee = {
  readonly line: FeeLine;
  /** What taxes refer to; null: a fee of the booking's own, which no tax follows. */
  readonly fee: number | null;
} & (
  | { readonly origin: "given"; readonly draft: Draft; readonly columns: ServerSetColumns }
  | { readonly origin: "required"; readonly rentalsFee: number }
  | { readonly origin: "agreed"; readonly id: number }
);

/** A tax that a booking is about to have: one that a body gives, or one that is levied. */
export type NewTax = { readonly line: TaxLine } & (
  | { readonly origin: "given"; readonly draft: Draft; readonly columns: ServerSetColumns }
  | {
      readonly origin: "levied";
      readonly tax: number;
      /** Basis points. */
      readonly percentage: number;
      /** The fee that is taxed, by its place among the new fees; null: the rental price. */
      readonly on: { readonly index: number; readonly fee: number } | null;
    }
);

/**
 * The fees that a rental requires of a stay (bookings.md, Money). Silent in the specification: where there is no rental price there
 * is nothing that they could be added to, and none are.
 * @param rentalPrice the final rental price, hundredths
 */
export function requiredFees({ book, stay }: EngineBook, rentalPrice: number | null): NewFee[] {
  // No required fees rather than some of them.
  if (rentalPrice === null || book.withoutExchange) return [];
  return requiredFeesFor(book, stay, rentalPrice).map(({ id, fee, unitPrice, quantity }) => ({
    origin: "required",
    rentalsFee: id,
    fee,
    line: { price: unitPrice, timesBooked: quantity, includedInPrice: true },
  }));
}

/** The taxes on a final rental price (hundredths; null: none is taxed) and on fees, wherever these come from (bookings.md, Money). */
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
