import type { Translate } from "../i18n/translate.ts";

/** What a change does to a price. Both are formatted. */
export function priceChange(before: string, after: string, t: Translate): string {
  return before === after ? t("stay.priceStays", { price: before }) : t("stay.priceBecomes", { before, after });
}

/** A nightly price, with its minimum stay where that is more than a night. */
export function priceFrom(price: string, nights: number, t: Translate): string {
  return nights > 1 ? t("calendar.from", { price, nights }) : price;
}
