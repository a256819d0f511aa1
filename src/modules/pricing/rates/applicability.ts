import { formatDay } from "../../../core/day.ts";
import type { Attribute } from "../../../kernel/attribute.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import type { ServerSetColumns } from "../../../kernel/write/store.ts";

/** The attributes with which a write says when something applies: always_applied, start_date, end_date and season_ids. */
export interface Applying {
  readonly always: Attribute<boolean>;
  readonly start: Attribute<number>;
  readonly end: Attribute<number>;
  readonly seasons: Attribute<readonly number[]> | undefined;
  /** What a new record does that says nothing; refused when undefined. */
  readonly defaultCondition?: "always";
  /** Whether the first day may be the last one too. */
  readonly oneDay: boolean;
}

/** When something applies, as it will be stored; which seasons is what the write says, or what is stored. Days are epoch days. */
export type Applicability =
  | { readonly when: "always" }
  | { readonly when: "seasons" }
  | { readonly when: "dates"; readonly start: number; readonly end: number };

/**
 * Rates rules and rentals fees apply always, in seasons, or between two dates, both included: a write uses only one of them
 * (service.md, Rates rule), and what it uses takes the place of what was stored.
 * @returns undefined when it is none of them, or not a valid one; then `errors` says why
 */
export function applicabilityOf(draft: Draft, applying: Applying, errors: ValidationErrors): Applicability | undefined {
  const seasons = given(draft, applying.seasons).length > 0;
  const always = draft.given(applying.always) === true;
  const dates = isDay(draft.given(applying.start)) || isDay(draft.given(applying.end));
  if ([seasons, always, dates].filter(Boolean).length > 1) {
    errors.add("always_applied", "use only one of season_ids, always_applied and start_date with end_date");
    return undefined;
  }
  if (seasons) return { when: "seasons" };
  if (always) return { when: "always" };
  if (dates) return datesOf(draft, applying, errors);
  return draft.creating ? ofNew(draft, applying, errors) : ofStored(draft, applying, errors);
}

/** Whether a write says anything about when the record applies. */
export function saysWhen(draft: Draft, applying: Applying): boolean {
  const named = [applying.always, applying.start, applying.end, ...(applying.seasons ? [applying.seasons] : [])];
  return named.some((attribute) => draft.gives(attribute));
}

/** The columns that hold it. */
export function applicabilityColumns(applicability: Applicability): ServerSetColumns {
  const dated = applicability.when === "dates";
  return {
    always_applied: applicability.when === "always",
    start_date: dated ? formatDay(applicability.start) : null,
    end_date: dated ? formatDay(applicability.end) : null,
  };
}

function ofNew(draft: Draft, applying: Applying, errors: ValidationErrors): Applicability | undefined {
  if (applying.defaultCondition === "always" && draft.given(applying.always) !== false) return { when: "always" };
  return never(errors);
}

/** The write uses none of the three: what is stored stays, unless the write takes just that away. */
function ofStored(draft: Draft, applying: Applying, errors: ValidationErrors): Applicability | undefined {
  if (draft.stored(applying.always) === true) {
    return draft.given(applying.always) === false ? never(errors) : { when: "always" };
  }
  if (isDay(draft.stored(applying.start))) {
    const gone = !isDay(draft.value(applying.start)) && !isDay(draft.value(applying.end));
    return gone ? never(errors) : datesOf(draft, applying, errors);
  }
  return applying.seasons && draft.gives(applying.seasons) ? never(errors) : { when: "seasons" };
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

function blank(name: string, beside: string, errors: ValidationErrors): undefined {
  if (!errors.has(name)) errors.add(name, `can't be blank with ${beside}`);
  return undefined;
}

function never(errors: ValidationErrors): undefined {
  const told = ["always_applied", "start_date", "end_date", "season_ids"].some((name) => errors.has(name));
  if (!told) errors.add("always_applied", "must be true without season_ids or start_date and end_date");
  return undefined;
}

function given(draft: Draft, seasons: Applying["seasons"]): readonly number[] {
  return (seasons && draft.given(seasons)) ?? [];
}

function isDay(day: number | null | undefined): day is number {
  return typeof day === "number";
}
