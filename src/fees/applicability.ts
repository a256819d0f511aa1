import type { Messages } from "../kernel/refusal.ts";
import type { Draft } from "../kernel/write/draft.ts";
import type { FurtherColumns } from "../kernel/write/store.ts";
import { formatDay } from "../core/day.ts";
import { rentalsFee } from "./rentals-fee.ts";

const { always_applied, start_date, end_date } = rentalsFee.attributes;
const seasonIds = rentalsFee.relations.seasons.written?.attribute;

/** When a rentals fee applies, as it will be stored. Dates are epoch days. */
interface Applicability {
  readonly always: boolean;
  readonly start: number | null;
  readonly end: number | null;
}

/**
 * A rentals fee applies always, in seasons or between two dates: a write uses only one of them (the catalogue, rentals_fees), and
 * what it uses takes the place of what was stored.
 */
export function checkApplicability(draft: Draft, messages: Messages): void {
  const seasons = (seasonIds && draft.given(seasonIds)) ?? [];
  const dates = isDay(draft.given(start_date)) || isDay(draft.given(end_date));
  const used = [seasons.length > 0, draft.given(always_applied) === true, dates];
  if (used.filter(Boolean).length > 1) {
    messages.add("always_applied", "use only one of season_ids, always_applied and start_date with end_date");
    return;
  }
  const { always, start, end } = applicability(draft);
  if (start !== null && end === null && !messages.has("end_date"))
    messages.add("end_date", "can't be blank with a start_date");
  if (end !== null && start === null && !messages.has("start_date"))
    messages.add("start_date", "can't be blank with an end_date");
  if (start !== null && end !== null && start >= end) messages.add("start_date", "must be before end_date");
  const never = !always && start === null && end === null && seasons.length === 0;
  if (never && !messages.has("start_date") && !messages.has("end_date") && !messages.has("always_applied")) {
    messages.add("always_applied", "must be true without season_ids or start_date and end_date");
  }
}

/** The columns that a write sets. */
export function rentalsFeeColumns(draft: Draft): FurtherColumns {
  const status = draft.given(rentalsFee.attributes.status);
  const shown = status ? { public: status !== "private", required: status === "required" } : {};
  const given = draft.gives(always_applied) || draft.gives(start_date) || draft.gives(end_date);
  if (!given) return shown;
  const { always, start, end } = applicability(draft);
  return {
    ...shown,
    always_applied: always,
    start_date: start === null ? null : formatDay(start),
    end_date: end === null ? null : formatDay(end),
  };
}

function applicability(draft: Draft): Applicability {
  if (draft.given(always_applied) === true) return { always: true, start: null, end: null };
  const start = draft.value(start_date) ?? null;
  const end = draft.value(end_date) ?? null;
  const dated = draft.gives(start_date) || draft.gives(end_date) ? start !== null || end !== null : false;
  // Dates alone mean: only then. A new rentals fee that says nothing applies always.
  const always = dated ? false : (draft.value(always_applied) ?? true);
  return { always, start, end };
}

function isDay(day: number | null | undefined): boolean {
  return typeof day === "number";
}
