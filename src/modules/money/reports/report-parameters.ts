import Type from "typebox";
import { formatDay } from "../../../core/day.ts";
import { badRequest } from "../../../kernel/errors.ts";
import { formatParameter } from "../../../kernel/files/text-media.ts";
import { assertKnown, fieldsOf, type RawParameters } from "../../../kernel/read/query.ts";
import type { Fields } from "../../../kernel/read/view.ts";
import type { DocumentedParameters } from "../../../kernel/route.ts";
import { idListValue } from "../../../kernel/values/structure.ts";
import { parseDayOrMidnight } from "../../../kernel/values/time.ts";
import { divisions, type ReportQuery, revenueDates, revenues } from "./report-query.ts";
import { report } from "./report-resource.ts";

/** Ten years, as in the MCP tool. */
const maxPeriodNights = 3660;
const [earliest, latest] = ["1970-01-01", "2199-12-31"];
const maxRentals = 500;
const day = Type.String({ format: "date" });

/** The parameters of `GET /reports`. */
export const reportParameters = {
  from: { schema: day, description: "The first night.", required: true },
  to: {
    schema: day,
    description: `The last night. A report covers at most ${maxPeriodNights} nights.`,
    required: true,
  },
  by: {
    schema: Type.Enum([...divisions], { type: "string" }),
    description: "How to group the figures: by rental (the default), channel (the booking's source) or month.",
  },
  revenue: {
    schema: Type.Enum([...revenues], { type: "string" }),
    description:
      "The kind of revenue: rental (the default) is the rental price after discounts, without fees and taxes; total is the final price.",
  },
  revenue_on: {
    schema: Type.Enum([...revenueDates], { type: "string" }),
    description:
      "The date that a stay's revenue counts on: spread evenly over its nights (night, the default), or in full on the day of arrival, departure or booking, on the rental's clock.",
  },
  made_until: {
    schema: day,
    description:
      "Counts the stays that were booked at the end of this day on the rental's clock: created by then and not yet canceled, at their present dates and prices. Defaults to now.",
  },
  rental_id: {
    schema: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: maxRentals }),
    description: `Comma-separated rental ids, at most ${maxRentals}. Defaults to all rentals.`,
  },
  fields: { schema: Type.String(), description: "Comma-separated attributes to return. Not for csv." },
  format: formatParameter(["csv"]),
} satisfies DocumentedParameters;

/** @throws RequestError 400, naming the parameter */
export function reportQuery(raw: RawParameters): ReportQuery & { readonly fields: Fields } {
  assertKnown(raw, Object.keys(reportParameters));
  return {
    ...periodIn(raw),
    by: choiceIn(raw, "by", divisions) ?? "rental",
    revenue: choiceIn(raw, "revenue", revenues) ?? "rental",
    revenueOn: choiceIn(raw, "revenue_on", revenueDates) ?? "night",
    madeUntil: dayIn(raw, "made_until"),
    rentals: rentalsIn(raw),
    fields: fieldsOf(report, raw.get("fields")),
  };
}

/** The parameters `from` and `to`, as epoch days. @throws RequestError 400 */
export function periodIn(raw: RawParameters): { readonly from: number; readonly after: number } {
  const [from, to] = [requiredDay(raw, "from"), requiredDay(raw, "to")];
  if (to < from) throw badRequest("The parameter to must not be before from.");
  if (to - from >= maxPeriodNights)
    throw badRequest(`The parameters from and to must be at most ${maxPeriodNights} nights apart.`);
  return { from, after: to + 1 };
}

function requiredDay(raw: RawParameters, name: string): number {
  const found = dayIn(raw, name);
  if (found === undefined) throw badRequest(`The parameter ${name} is required. Use a date such as 2027-07-01.`);
  return found;
}

export function dayIn(raw: RawParameters, name: string): number | undefined {
  const text = raw.get(name)?.trim();
  if (text === undefined) return undefined;
  const found = parseDayOrMidnight(text);
  if (found !== undefined && formatDay(found) >= earliest && formatDay(found) <= latest) return found;
  throw badRequest(`The parameter ${name} must be a date such as 2027-07-01, from ${earliest} to ${latest}.`);
}

export function choiceIn<T extends string>(raw: RawParameters, name: string, choices: readonly T[]): T | undefined {
  const text = raw.get(name)?.trim();
  const found = choices.find((choice) => choice === text);
  if (text === undefined || found !== undefined) return found;
  throw badRequest(`The parameter ${name} must be one of: ${choices.join(", ")}.`);
}

export function rentalsIn(raw: RawParameters): readonly number[] | undefined {
  const text = raw.get("rental_id");
  if (text === undefined) return undefined;
  const accepted = idListValue().accept(text);
  if ("problem" in accepted) throw badRequest(`The parameter rental_id ${accepted.problem}.`);
  const { length } = accepted.value;
  if (length > maxRentals)
    throw badRequest(`The parameter rental_id has ${length} rentals. Send at most ${maxRentals}.`);
  return accepted.value;
}
