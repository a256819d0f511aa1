import Type from "typebox";
import { addMonths, firstOfMonth, parseDay } from "../../../core/day.ts";
import { badRequest } from "../../../kernel/errors.ts";
import { formatParameter } from "../../../kernel/files/text-media.ts";
import { assertKnown, fieldsOf, type RawParameters } from "../../../kernel/read/query.ts";
import type { Fields } from "../../../kernel/read/view.ts";
import type { DocumentedParameters } from "../../../kernel/route.ts";
import { idListValue } from "../../../kernel/values/structure.ts";
import { ownerStatement } from "./owner-statement.ts";
import type { Month } from "./statement.ts";

/** The parameters of a request for statements. */
export interface StatementQuery {
  /** Ascending. */
  readonly rentals: readonly number[];
  readonly month: Month;
  readonly fields: Fields;
}

/** Per response, which has no pages. */
export const maxRentals = 100;
const [earliest, latest] = ["1970-01", "2199-12"];

/** The parameters of `GET /owner_statements`. */
export const statementParameters: DocumentedParameters = {
  rental_id: {
    schema: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: maxRentals }),
    description: `Comma-separated rental ids, at most ${maxRentals}.`,
    required: true,
  },
  month: {
    schema: Type.String({ pattern: "^\\d{4}-(0[1-9]|1[0-2])$" }),
    description: "The month, such as 2027-07, by UTC dates. Defaults to the previous month by the account's clock.",
  },
  fields: { schema: Type.String(), description: "Comma-separated attributes to return. Not for csv." },
  format: formatParameter(["csv"]),
};

/**
 * Reads the parameters. A rental that the account does not have is ignored, not a 404.
 * @param today the account's, in epoch days
 * @throws RequestError 400, naming the parameter
 */
export function statementQuery(raw: RawParameters, today: number): StatementQuery {
  assertKnown(raw, Object.keys(statementParameters));
  return {
    rentals: rentalsIn(raw),
    month: monthIn(raw, today),
    fields: fieldsOf(ownerStatement, raw.get("fields")),
  };
}

function rentalsIn(raw: RawParameters): readonly number[] {
  const text = raw.get("rental_id");
  const accepted = text === undefined ? { value: [] } : idListValue().accept(text);
  if ("problem" in accepted) throw badRequest(`The parameter rental_id ${accepted.problem}.`);
  const rentals = accepted.value;
  if (rentals.length === 0)
    throw badRequest("The parameter rental_id is required. Use a comma-separated list of rental ids.");
  if (rentals.length > maxRentals)
    throw badRequest(`The parameter rental_id has ${rentals.length} rentals. Send at most ${maxRentals}.`);
  return rentals;
}

function monthIn(raw: RawParameters, today: number): Month {
  const text = raw.get("month")?.trim();
  const month = text === undefined ? monthFrom(addMonths(firstOfMonth(today), -1)) : monthOf(text);
  if (!month) throw badRequest(`The parameter month must be ${monthWords}.`);
  return month;
}

/** Describes an acceptable month. */
export const monthWords = `a month such as 2027-07, from ${earliest} to ${latest}`;

/** Parses a month such as 2027-07; undefined for any other text. */
export function monthOf(text: string): Month | undefined {
  const first = parseDay(`${text}-01`);
  return first === undefined || text < earliest || text > latest ? undefined : monthFrom(first);
}

const monthFrom = (first: number): Month => ({ first, after: addMonths(first, 1) });
