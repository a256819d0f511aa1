import { formatHundredths } from "../../../../core/hundredths.ts";
import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { moneyAttributes } from "./money-attributes.ts";

/** A problem with one of these leaves the price unknown. */
const priceInputs = [
  "start_at",
  "end_at",
  "rental_id",
  "adults",
  "children",
  "currency",
  "initial_price",
  "discount",
  "discount_code",
  "final_price",
  "bookings_fees",
  "bookings_taxes",
  "reprice",
] as const;

/**
 * Refuses a price other than the one that the caller has shown (bookings.md, Money).
 * @param price the price to store, in hundredths; null for none
 */
export function checkExpectedPrice(draft: Draft, price: number | null, errors: ValidationErrors): void {
  const expected = draft.input(moneyAttributes.expected_final_price);
  if (typeof expected !== "number" || expected === price || priceInputs.some((name) => errors.has(name))) return;
  const now = price === null ? null : formatHundredths(price);
  errors.add("expected_final_price", `is no longer the price: ${now === null ? "there is none" : `it is now ${now}`}`);
  errors.meta = { final_price: now };
}
