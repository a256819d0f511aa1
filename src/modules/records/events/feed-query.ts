import Type from "typebox";
import { badRequest } from "../../../kernel/errors.ts";
import { assertKnown, type RawParameters } from "../../../kernel/read/query.ts";
import type { DocumentedParameters } from "../../../kernel/route.ts";
import { type FeedCursor, readCursor } from "./feed-cursor.ts";

/** The parsed parameters of `GET /events`. */
export interface FeedQuery {
  /** Undefined: starts now. */
  readonly after: FeedCursor | undefined;
  readonly types: ReadonlySet<string> | undefined;
  readonly resource: string | undefined;
  readonly limit: number;
  /** Milliseconds to wait for the first event. */
  readonly wait: number;
  /** Whether each event includes its record. */
  readonly withRecords: boolean;
}

const [defaultLimit, maxLimit, maxWaitSeconds] = [100, 1000, 30] as const;

/** With records, a response has at most as many events as a list page has records. */
const maxWithRecords = 100;

/** The parameters of `GET /events` (events.md, Change feed). */
export const feedParameters: DocumentedParameters = {
  after: {
    schema: Type.String(),
    description: "The meta.after of an earlier response. Without it, the feed starts now.",
  },
  types: {
    schema: Type.String(),
    description: "Comma-separated event types, such as booking.created,booking.canceled.",
  },
  resource: { schema: Type.String(), description: "Only events about this resource, such as bookings." },
  limit: {
    schema: Type.Integer({ minimum: 1, maximum: maxLimit, default: defaultLimit }),
    description: `Maximum events per response; at most ${maxWithRecords} with include=record.`,
  },
  wait: {
    schema: Type.Integer({ minimum: 0, maximum: maxWaitSeconds, default: 0 }),
    description: "Seconds to wait for an event if there is none yet.",
  },
  include: {
    schema: Type.Enum(["record"], { type: "string" }),
    description: "record: adds each event's full record as it is now, as far as the token's scopes show it.",
  },
};

/** @throws RequestError 400, naming the parameter */
export function parseFeedQuery(raw: RawParameters, types: ReadonlySet<string>): FeedQuery {
  assertKnown(raw, Object.keys(feedParameters));
  const after = raw.get("after");
  const include = raw.get("include");
  if (include !== undefined && include !== "record")
    throw badRequest(`include is ${include.slice(0, 60)}, but must be record.`);
  const withRecords = include === "record";
  return {
    after: after === undefined ? undefined : readCursor(after),
    types: typesIn(raw.get("types"), types),
    resource: raw.get("resource"),
    limit: wholeNumber(raw, "limit", defaultLimit, { min: 1, max: withRecords ? maxWithRecords : maxLimit }),
    wait: wholeNumber(raw, "wait", 0, { min: 0, max: maxWaitSeconds }) * 1000,
    withRecords,
  };
}

function typesIn(text: string | undefined, known: ReadonlySet<string>): ReadonlySet<string> | undefined {
  if (text === undefined) return undefined;
  const types = text.split(",").map((type) => type.trim());
  const unknown = types.find((type) => !known.has(type));
  if (unknown !== undefined)
    throw badRequest(`types has an unknown event type: ${unknown.slice(0, 60)}. GET /event_types lists them.`);
  return new Set(types);
}

function wholeNumber(
  raw: RawParameters,
  name: string,
  defaultValue: number,
  { min, max }: { readonly min: number; readonly max: number },
): number {
  const text = raw.get(name);
  if (text === undefined) return defaultValue;
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= min && number <= max)) throw badRequest(`${name} must be a whole number from ${min} to ${max}.`);
  return number;
}
