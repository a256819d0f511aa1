import { formatHundredths } from "../../core/hundredths.ts";
import type { ServerSetColumns } from "../../kernel/write/store.ts";
import type { Stay } from "./stay.ts";

/** A price column's text for hundredths. */
export function priceColumn(hundredths: number | null): string | null {
  return hundredths === null ? null : formatHundredths(hundredths);
}

/** A time column's text for epoch milliseconds. */
export function timeColumn(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

/** The columns of a stay; the nights follow from them in the database. */
export function stayColumns(stay: Stay): ServerSetColumns {
  return { start_at: timeColumn(stay.startAt), end_at: timeColumn(stay.endAt) };
}
