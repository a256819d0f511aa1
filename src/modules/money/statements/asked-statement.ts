import Type from "typebox";
import { addMonths, dayOfInstant, firstOfMonth, parseDay } from "../../../core/day.ts";
import { badRequest } from "../../../kernel/errors.ts";
import { formatParameter } from "../../../kernel/files/text-media.ts";
import { fieldsOf, type RawParameters } from "../../../kernel/read/query.ts";
import type { Fields } from "../../../kernel/read/view.ts";
import type { DocumentedParameters } from "../../../kernel/route.ts";
import { idListValue } from "../../../kernel/values/structure.ts";
import { ownerStatement } from "./owner-statement.ts";
import type { Month } from "./statement.ts";

/** Which statements somebody asks for. */
export interface AskedStatement {
  /** Ascending. */
  readonly rentals: readonly number[];
  readonly month: Month;
  readonly fields: Fields;
}

/** Rentals of one answer, which has no pages. */
const mostRentals = 100;
const [earliest, latest] = ["1970-01", "2199-12"];

/** What `GET /owner_statements` may be asked. */
export const statementParameters: DocumentedParameters = {
  rental_id: {
    schema: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: mostRentals }),
    description: `Comma list of at most ${mostRentals} rental ids.`,
    required: true,
  },
  month: {
    schema: Type.String({ pattern: "^\\d{4}-(0[1-9]|1[0-2])$" }),
    description: "The month, such as 2027-07: its nights in UTC dates. Unless given, the one before the current month.",
  },
  fields: { schema: Type.String(), description: "Comma list of the attributes to answer; not for csv." },
  format: formatParameter(["csv"]),
};

/**
 * Reads the parameters. A rental that the account does not have is one that the filter does not find, and no 404.
 * @param now epoch milliseconds
 * @throws RequestError 400, naming the parameter
 */
export function askedStatement(raw: RawParameters, now: number): AskedStatement {
  for (const name of raw.keys()) {
    if (Object.hasOwn(statementParameters, name)) continue;
    const known = Object.keys(statementParameters).join(", ");
    throw badRequest(`The parameter ${name} is not known here; known are: ${known}.`);
  }
  return {
    rentals: rentalsIn(raw),
    month: monthIn(raw, now),
    fields: fieldsOf(ownerStatement, raw.get("fields")),
  };
}

function rentalsIn(raw: RawParameters): readonly number[] {
  const text = raw.get("rental_id");
  const accepted = text === undefined ? { value: [] } : idListValue().accept(text);
  if ("problem" in accepted) throw badRequest(`The parameter rental_id ${accepted.problem}.`);
  const rentals = accepted.value;
  if (rentals.length === 0)
    throw badRequest("The parameter rental_id is required: a comma separated list of rental ids.");
  if (rentals.length > mostRentals)
    throw badRequest(`The parameter rental_id names ${rentals.length} rentals; at most ${mostRentals} at once.`);
  return rentals;
}

function monthIn(raw: RawParameters, now: number): Month {
  const text = raw.get("month")?.trim();
  const first = text === undefined ? addMonths(firstOfMonth(dayOfInstant(now)), -1) : parseDay(`${text}-01`);
  if (first === undefined || (text !== undefined && (text < earliest || text > latest)))
    throw badRequest(`The parameter month must be a month such as 2027-07, from ${earliest} to ${latest}.`);
  return { first, after: addMonths(first, 1) };
}
