import { formatHundredths } from "../../../core/hundredths.ts";
import type { ServerSetColumns } from "../../../kernel/write/store.ts";
import type { PolicyInForce } from "../../pricing/policies/copy-policy.ts";
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

/** The columns of what canceling costs (cancelation-terms.ts); none without a policy. */
export function termsColumns(policy: PolicyInForce | undefined): ServerSetColumns {
  return policy ? { cancelation_days: policy.days, cancelation_percentages: policy.percentages } : {};
}
