import Type from "typebox";
import { type Currency, currencies } from "../../../../core/currencies.ts";
import { type LosKind, losKinds } from "../../../../core/pricing/los/records.ts";
import { badRequest } from "../../../../kernel/errors.ts";
import { type Listed, readCursor } from "../../../../kernel/read/filter/cursor.ts";
import { fieldsOf, positive, type RawParameters } from "../../../../kernel/read/query.ts";
import type { Fields } from "../../../../kernel/read/view.ts";
import type { DocumentedParameters } from "../../../../kernel/route.ts";
import { idListValue } from "../../../../kernel/values/structure.ts";
import { oneOfValue } from "../../../../kernel/values/text.ts";
import { timeValue } from "../../../../kernel/values/time.ts";
import type { ValueType } from "../../../../kernel/values/value-type.ts";
import { losRecord } from "./los-record.ts";

/** The parameters of a request for length-of-stay records. */
export interface LosQuery {
  readonly rentals: readonly number[];
  /** In the order of a day's records. */
  readonly kinds: readonly LosKind[];
  /** The currency of the response; undefined: each rental's own. */
  readonly currency: Currency | undefined;
  /** Epoch milliseconds. */
  readonly updatedSince: number | undefined;
  readonly fields: Fields;
  readonly page: number;
  /** The page starts after this rental id and ignores `page`. */
  readonly after: number | undefined;
  /** Rentals per page. */
  readonly perPage: number;
}

const maxRentals = 100;

/** The default and maximum `per_page`: each rental has thousands of records (conventions.md, Reading). */
const maxPerPage = 10;

/** The parameters of `GET /los_records`. */
export const losParameters: DocumentedParameters = {
  rental_id: {
    schema: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1 }),
    description: "Comma-separated rental ids, at most 100.",
    required: true,
  },
  kinds: {
    schema: Type.Array(Type.Enum([...losKinds], { type: "string" }), { minItems: 1 }),
    description: "Comma-separated kinds. Defaults to all.",
  },
  exchange_to_currency: { schema: Type.Enum([...currencies]), description: "The currency of the rates." },
  updated_since: {
    schema: Type.String({ format: "date-time" }),
    description: "Only rentals whose records may have changed at or after this time.",
  },
  fields: { schema: Type.String(), description: "Comma-separated attributes to return." },
  page: { schema: Type.Integer({ minimum: 1 }), description: "The page number, from 1." },
  after: { schema: Type.String(), description: "The cursor from meta.Link.next. Takes precedence over `page`." },
  per_page: {
    schema: Type.Integer({ minimum: 1, maximum: maxPerPage }),
    description: "Rentals per page. Defaults to 10, the maximum.",
  },
};

/** Additional members of `meta`. */
export const losMeta = {
  refusals: Type.Array(
    Type.Object({
      rental_id: Type.Integer(),
      kind: Type.Literal("no_exchange_rate"),
      from_currency: Type.String(),
      to_currency: Type.String(),
    }),
    { description: "Rentals in which no stay has a price, and why. Absent if there are none." },
  ),
};

/**
 * Reads the parameters. Not specified: at most 100 rentals; unknown rentals are ignored, not a 404; nothing can be included,
 * because records are streamed.
 * @throws RequestError 400, naming the parameter
 */
export function losQuery(raw: RawParameters): LosQuery {
  for (const name of raw.keys()) {
    if (!Object.hasOwn(losParameters, name)) {
      const reason = name === "include" ? "Length-of-stay records cannot include others. " : "";
      throw badRequest(
        `Unknown parameter ${name}. ${reason}Known parameters: ${Object.keys(losParameters).join(", ")}.`,
      );
    }
  }
  const rentals = parameterOf(raw, "rental_id", idListValue());
  if (rentals === undefined || rentals.length === 0) {
    throw badRequest("The parameter rental_id is required. Use a comma-separated list of rental ids.");
  }
  if (rentals.length > maxRentals) {
    throw badRequest(`The parameter rental_id has ${rentals.length} rentals. Send at most ${maxRentals}.`);
  }
  const updatedSince = parameterOf(raw, "updated_since", timeValue());
  const after = raw.get("after");
  return {
    rentals,
    after: after === undefined ? undefined : Number(readCursor(listed({ rentals, updatedSince }), after)),
    kinds: kindsOf(raw.get("kinds")),
    currency: parameterOf(raw, "exchange_to_currency", oneOfValue(currencies)),
    updatedSince,
    fields: fieldsOf(losRecord, raw.get("fields")),
    page: positive(raw, "page", 1),
    perPage: Math.min(positive(raw, "per_page", maxPerPage), maxPerPage),
  };
}

/** The parameters that decide which rentals are listed; a cursor is bound to them. */
export function listed({ rentals, updatedSince }: Pick<LosQuery, "rentals" | "updatedSince">): Listed {
  const values = new Map<string, unknown>([
    ["rental_id", rentals],
    ["updated_since", updatedSince],
  ]);
  return { resource: losRecord, searchNames: [...values.keys()], values };
}

function parameterOf<T>(raw: RawParameters, name: string, type: ValueType<T>): T | undefined {
  const text = raw.get(name);
  if (text === undefined) return undefined;
  const accepted = type.accept(text);
  if ("problem" in accepted) throw badRequest(`The parameter ${name} ${accepted.problem}.`);
  return accepted.value;
}

function kindsOf(text: string | undefined): readonly LosKind[] {
  if (text === undefined) return losKinds;
  const named = new Set(text.split(",").map((kind) => kind.trim()));
  const kinds = losKinds.filter((kind) => named.has(kind));
  if (kinds.length === 0 || kinds.length < named.size) {
    throw badRequest(`The parameter kinds must be a comma-separated list of: ${losKinds.join(", ")}.`);
  }
  return kinds;
}
