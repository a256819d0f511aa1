import Type from "typebox";
import { formatDay } from "../../../core/day.ts";
import { badRequest } from "../../../kernel/errors.ts";
import { formatParameter } from "../../../kernel/files/text-media.ts";
import { fieldsOf, type RawParameters } from "../../../kernel/read/query.ts";
import type { Fields } from "../../../kernel/read/view.ts";
import type { DocumentedParameters } from "../../../kernel/route.ts";
import { idListValue } from "../../../kernel/values/structure.ts";
import { parseDayOrMidnight } from "../../../kernel/values/time.ts";
import { type AskedReport, divisions, revenueDates } from "./asked-report.ts";
import { report } from "./report-resource.ts";

/** Ten years, as the agents' tool has it. */
const longestPeriod = 3660;
const [earliest, latest] = ["1970-01-01", "2199-12-31"];
const mostRentals = 500;
const day = Type.String({ format: "date" });

/** What `GET /reports` may be asked. */
export const reportParameters: DocumentedParameters = {
  from: { schema: day, description: "The first night (UTC).", required: true },
  to: { schema: day, description: `The last night (UTC), at most ${longestPeriod} nights later.`, required: true },
  by: {
    schema: Type.Enum([...divisions], { type: "string" }),
    description: "What to split the figures by; a channel is the source of a booking. Unless given, rental.",
  },
  revenue_on: {
    schema: Type.Enum([...revenueDates], { type: "string" }),
    description:
      "Which date of a stay its revenue belongs to: each of its nights evenly (night), or its whole price to the UTC day of arrival, departure or booking. Unless given, night.",
  },
  made_until: {
    schema: day,
    description:
      "Counts what was booked at the end of this UTC day: stays made by then that were not canceled yet, at their present dates and prices. Unless given, what is booked now.",
  },
  rental_id: {
    schema: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: mostRentals }),
    description: `Only these rentals: a comma list of at most ${mostRentals} ids.`,
  },
  fields: { schema: Type.String(), description: "Comma list of the attributes to answer; not for csv." },
  format: formatParameter(["csv"]),
};

/** @throws RequestError 400, naming the parameter */
export function askedReport(raw: RawParameters): AskedReport & { readonly fields: Fields } {
  for (const name of raw.keys()) {
    if (Object.hasOwn(reportParameters, name)) continue;
    const known = Object.keys(reportParameters).join(", ");
    throw badRequest(`The parameter ${name} is not known here; known are: ${known}.`);
  }
  const [from, to] = [neededDay(raw, "from"), neededDay(raw, "to")];
  if (to < from) throw badRequest("The parameter to must not lie before from.");
  if (to - from >= longestPeriod)
    throw badRequest(`The parameters from and to may be at most ${longestPeriod} nights apart.`);
  return {
    from,
    after: to + 1,
    by: choiceIn(raw, "by", divisions) ?? "rental",
    revenueOn: choiceIn(raw, "revenue_on", revenueDates) ?? "night",
    madeUntil: dayIn(raw, "made_until"),
    rentals: rentalsIn(raw),
    fields: fieldsOf(report, raw.get("fields")),
  };
}

function neededDay(raw: RawParameters, name: string): number {
  const found = dayIn(raw, name);
  if (found === undefined) throw badRequest(`The parameter ${name} is required: a date such as 2027-07-01.`);
  return found;
}

function dayIn(raw: RawParameters, name: string): number | undefined {
  const text = raw.get(name)?.trim();
  if (text === undefined) return undefined;
  const found = parseDayOrMidnight(text);
  if (found !== undefined && formatDay(found) >= earliest && formatDay(found) <= latest) return found;
  throw badRequest(`The parameter ${name} must be a date such as 2027-07-01, from ${earliest} to ${latest}.`);
}

function choiceIn<T extends string>(raw: RawParameters, name: string, choices: readonly T[]): T | undefined {
  const text = raw.get(name)?.trim();
  const found = choices.find((choice) => choice === text);
  if (text === undefined || found !== undefined) return found;
  throw badRequest(`The parameter ${name} must be one of: ${choices.join(", ")}.`);
}

function rentalsIn(raw: RawParameters): readonly number[] | undefined {
  const text = raw.get("rental_id");
  if (text === undefined) return undefined;
  const accepted = idListValue().accept(text);
  if ("problem" in accepted) throw badRequest(`The parameter rental_id ${accepted.problem}.`);
  const { length } = accepted.value;
  if (length > mostRentals)
    throw badRequest(`The parameter rental_id names ${length} rentals; at most ${mostRentals} at once.`);
  return accepted.value;
}
