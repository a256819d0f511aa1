import { formatHundredths } from "../../../core/hundredths.ts";
import type { ServerSetColumns } from "../../../kernel/write/store.ts";
import type { PolicyInForce } from "../../pricing/policies/copy-policy.ts";
import type { Stay } from "./stay.ts";

/** Formats hundredths for a price column. */
export function priceColumn(hundredths: number | null): string | null {
  return hundredths === null ? null : formatHundredths(hundredths);
}

/** Formats epoch milliseconds for a time column. */
export function timeColumn(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

/** The columns of a stay. The database derives the nights from them. */
export function stayColumns(stay: Stay): ServerSetColumns {
  return { start_at: timeColumn(stay.startAt), end_at: timeColumn(stay.endAt) };
}

/** The cancelation terms' columns (cancelation-terms.ts); none without a policy. */
export function termsColumns(policy: PolicyInForce | undefined): ServerSetColumns {
  return policy ? { cancelation_days: policy.days, cancelation_percentages: policy.percentages } : {};
}
