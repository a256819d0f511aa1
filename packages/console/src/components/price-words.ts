import type { Translate } from "../i18n/translate.ts";

/** Describes a price change. Both prices are already formatted. */
export function priceChange(before: string, after: string, t: Translate): string {
  return before === after ? t("stay.priceStays", { price: before }) : t("stay.priceBecomes", { before, after });
}

/** A nightly price, with the minimum stay if it is more than one night. */
export function priceFrom(price: string, nights: number, t: Translate): string {
  return nights > 1 ? t("calendar.from", { price, nights }) : price;
}
