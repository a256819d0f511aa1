import { discountOf } from "../../../../../src/core/booking-totals.ts";
import { formatHundredths } from "../../../../../src/core/hundredths.ts";
import type { Formats, Separators } from "../../components/formats.ts";
import { writtenNumber } from "../../components/written-number.ts";

/** A discount as the API takes it: `12,5 %` is `12.5%`. Undefined for another text. */
export function writtenDiscount(text: string, separators: Separators): string | undefined {
  const [, first = "", number = "", last = ""] = /^(%?)([^%]*)(%?)$/.exec(text.trim()) ?? [];
  const percent = first || last;
  const written = writtenNumber(number, percent ? { ...separators, group: "" } : separators);
  const discount = `${written}${percent && "%"}`;
  return written === undefined || discountOf(discount) === undefined ? undefined : discount;
}

/** A discount as a field shows it; another text as it is. */
export const discountText = (discount: string, { decimal }: Separators): string =>
  discountOf(discount) === undefined ? discount : discount.replace(".", decimal);

/** A stored discount for people. */
export function shownDiscount(discount: string, currency: string, formats: Formats): string {
  const parsed = discountOf(discount);
  if (!parsed) return discount;
  const value = formatHundredths(parsed.value);
  return parsed.kind === "amount" ? formats.money(value, currency) : formats.percent(value);
}
