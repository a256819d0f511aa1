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

/** Which length-of-stay records somebody asks for. */
export interface LosQuery {
  readonly rentals: readonly number[];
  /** In the order in which a day's records are listed. */
  readonly kinds: readonly LosKind[];
  /** The currency to answer in; undefined: that of each rental. */
  readonly currency: Currency | undefined;
  /** Epoch milliseconds. */
  readonly updatedSince: number | undefined;
  readonly fields: Fields;
  readonly page: number;
  /** The rental behind which the page begins, whatever its number. */
  readonly after: number | undefined;
  /** Rentals. */
  readonly perPage: number;
}

const mostRentals = 100;

/** The default and the cap of `per_page`, in rentals: each is some thousand records (conventions.md, Reading). */
const maxPerPage = 10;

/** What `GET /los_records` may be asked. */
export const losParameters: DocumentedParameters = {
  rental_id: {
    schema: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1 }),
    description: "Comma list of at most 100 rental ids.",
    required: true,
  },
  kinds: {
    schema: Type.Array(Type.Enum([...losKinds], { type: "string" }), { minItems: 1 }),
    description: "Comma list of kinds; all of them unless told.",
  },
  exchange_to_currency: { schema: Type.Enum([...currencies]), description: "The currency to answer the rates in." },
  updated_since: {
    schema: Type.String({ format: "date-time" }),
    description: "Only rentals whose records may have changed at or after it.",
  },
  fields: { schema: Type.String(), description: "Comma list of the attributes to answer." },
  page: { schema: Type.Integer({ minimum: 1 }), description: "From 1." },
  after: { schema: Type.String(), description: "Where the page begins, as meta.Link.next gives it; beats `page`." },
  per_page: {
    schema: Type.Integer({ minimum: 1, maximum: maxPerPage }),
    description: "Rentals on a page: 10 unless told; never more.",
  },
};

/** What `meta` has beside the paging. */
export const losMeta = {
  refusals: Type.Array(
    Type.Object({
      rental_id: Type.Integer(),
      kind: Type.Literal("no_exchange_rate"),
      from_currency: Type.String(),
      to_currency: Type.String(),
    }),
    { description: "Rentals of which no stay has a price, and why. Absent where there is none." },
  ),
};

/**
 * Reads the parameters. Silent in the specification: at most 100 rentals at once; an unknown rental is one that the filter does not
 * find, and no 404; nothing is embedded, for the records are streamed.
 * @throws RequestError 400, naming the parameter
 */
export function losQuery(raw: RawParameters): LosQuery {
  for (const name of raw.keys()) {
    if (!Object.hasOwn(losParameters, name)) {
      const why = name === "include" ? "length-of-stay records embed nothing; " : "";
      throw badRequest(
        `The parameter ${name} is not known here: ${why}known are: ${Object.keys(losParameters).join(", ")}.`,
      );
    }
  }
  const rentals = parameterOf(raw, "rental_id", idListValue());
  if (rentals === undefined || rentals.length === 0) {
    throw badRequest("The parameter rental_id is required: a comma separated list of rental ids.");
  }
  if (rentals.length > mostRentals) {
    throw badRequest(`The parameter rental_id names ${rentals.length} rentals; at most ${mostRentals} at once.`);
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

/** What decides which rentals are on the pages: a cursor belongs to it. */
export function listed({ rentals, updatedSince }: Pick<LosQuery, "rentals" | "updatedSince">): Listed {
  const values = new Map<string, unknown>([
    ["rental_id", rentals],
    ["updated_since", updatedSince],
  ]);
  return { resource: losRecord, given: [...values.keys()], values };
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
    throw badRequest(`The parameter kinds must be a comma separated list of: ${losKinds.join(", ")}.`);
  }
  return kinds;
}
