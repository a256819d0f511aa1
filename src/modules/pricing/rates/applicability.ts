import { formatDay } from "../../../core/day.ts";
import type { Attribute } from "../../../kernel/attribute.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import type { ServerSetColumns } from "../../../kernel/write/store.ts";

/** The attributes that set when a record applies: always_applied, start_date, end_date and season_ids. */
export interface Applying {
  readonly always: Attribute<boolean>;
  readonly start: Attribute<number>;
  readonly end: Attribute<number>;
  readonly seasons: Attribute<readonly number[]> | undefined;
  /** The default for a new record; if undefined, the write must set one. */
  readonly defaultCondition?: "always";
  /** Whether start and end may be the same day. */
  readonly oneDay: boolean;
}

/** A record's applicability after the write. Season ids stay in the draft or the database. Days are epoch days. */
export type Applicability =
  | { readonly when: "always" }
  | { readonly when: "seasons" }
  | { readonly when: "dates"; readonly start: number; readonly end: number };

/**
 * Rates rules and rentals fees apply always, in seasons, or between two dates (inclusive). A write uses only one of these
 * (service.md, Rates rule), which replaces the stored one.
 * @returns undefined if the write has none or an invalid one; `errors` then has the reason
 */
export function applicabilityOf(draft: Draft, applying: Applying, errors: ValidationErrors): Applicability | undefined {
  const seasons = seasonIds(draft, applying.seasons).length > 0;
  const always = draft.input(applying.always) === true;
  const dates = isDay(draft.input(applying.start)) || isDay(draft.input(applying.end));
  if ([seasons, always, dates].filter(Boolean).length > 1) {
    errors.add("always_applied", "use only one of season_ids, always_applied and start_date with end_date");
    return undefined;
  }
  if (seasons) return { when: "seasons" };
  if (always) return { when: "always" };
  if (dates) return datesOf(draft, applying, errors);
  return draft.creating ? ofNew(draft, applying, errors) : ofStored(draft, applying, errors);
}

/** Whether a write sets when the record applies. */
export function saysWhen(draft: Draft, applying: Applying): boolean {
  const named = [applying.always, applying.start, applying.end, ...(applying.seasons ? [applying.seasons] : [])];
  return named.some((attribute) => draft.sets(attribute));
}

/** The columns that store an applicability. */
export function applicabilityColumns(applicability: Applicability): ServerSetColumns {
  const dated = applicability.when === "dates";
  return {
    always_applied: applicability.when === "always",
    start_date: dated ? formatDay(applicability.start) : null,
    end_date: dated ? formatDay(applicability.end) : null,
  };
}

function ofNew(draft: Draft, applying: Applying, errors: ValidationErrors): Applicability | undefined {
  if (applying.defaultCondition === "always" && draft.input(applying.always) !== false) return { when: "always" };
  return never(errors);
}

/** Keeps the stored applicability, unless the write clears it. */
function ofStored(draft: Draft, applying: Applying, errors: ValidationErrors): Applicability | undefined {
  if (draft.stored(applying.always) === true) {
    return draft.input(applying.always) === false ? never(errors) : { when: "always" };
  }
  if (isDay(draft.stored(applying.start))) {
    const gone = !isDay(draft.value(applying.start)) && !isDay(draft.value(applying.end));
    return gone ? never(errors) : datesOf(draft, applying, errors);
  }
  return applying.seasons && draft.sets(applying.seasons) ? never(errors) : { when: "seasons" };
}

function datesOf(draft: Draft, applying: Applying, errors: ValidationErrors): Applicability | undefined {
  const start = draft.value(applying.start);
  const end = draft.value(applying.end);
  if (!isDay(start)) return blank("start_date", "an end_date", errors);
  if (!isDay(end)) return blank("end_date", "a start_date", errors);
  if (start < end || (applying.oneDay && start === end)) return { when: "dates", start, end };
  errors.add("start_date", applying.oneDay ? "must not be after end_date" : "must be before end_date");
  return undefined;
}

function blank(name: string, other: string, errors: ValidationErrors): undefined {
  if (!errors.has(name)) errors.add(name, `can't be blank with ${other}`);
  return undefined;
}

function never(errors: ValidationErrors): undefined {
  const reported = ["always_applied", "start_date", "end_date", "season_ids"].some((name) => errors.has(name));
  if (!reported) errors.add("always_applied", "must be true without season_ids or start_date and end_date");
  return undefined;
}

function seasonIds(draft: Draft, seasons: Applying["seasons"]): readonly number[] {
  return (seasons && draft.input(seasons)) ?? [];
}

function isDay(day: number | null | undefined): day is number {
  return typeof day === "number";
}
