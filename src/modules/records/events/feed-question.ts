import Type from "typebox";
import { badRequest } from "../../../kernel/errors.ts";
import type { RawParameters } from "../../../kernel/read/query.ts";
import type { DocumentedParameters } from "../../../kernel/route.ts";
import { type FeedCursor, readCursor } from "./feed-cursor.ts";

/** What `GET /events` is asked. */
export interface FeedQuestion {
  /** Absent: what happens from now on. */
  readonly after: FeedCursor | undefined;
  readonly types: ReadonlySet<string> | undefined;
  readonly resource: string | undefined;
  readonly limit: number;
  /** Milliseconds to wait for the first event. */
  readonly wait: number;
  /** Whether each event has its record. */
  readonly withRecords: boolean;
}

const [defaultBodyLimit, largestLimit, longestWait] = [100, 1000, 30] as const;

/** The most events of an answer with records, which are as large as a page of a list then. */
const maxWithRecords = 100;

/** The parameters of `GET /events` (events.md, Change feed). */
export const feedParameters: DocumentedParameters = {
  after: {
    schema: Type.String(),
    description: "The meta.after of an answer before: what came behind it. Without it, the feed begins now.",
  },
  types: { schema: Type.String(), description: "Comma list of event types, such as booking.created,booking.canceled." },
  resource: { schema: Type.String(), description: "Only events of records of this resource, such as bookings." },
  limit: {
    schema: Type.Integer({ minimum: 1, maximum: largestLimit, default: defaultBodyLimit }),
    description: `The most events of one answer; at most ${maxWithRecords} with include=record.`,
  },
  wait: {
    schema: Type.Integer({ minimum: 0, maximum: longestWait, default: 0 }),
    description: "Seconds to wait for an event when there is none yet.",
  },
  include: {
    schema: Type.Enum(["record"], { type: "string" }),
    description: "record: each event has its record as it is now, in full, as the token's scopes show it.",
  },
};

/** @throws RequestError 400, naming the parameter */
export function feedQuestion(raw: RawParameters, known: ReadonlySet<string>): FeedQuestion {
  for (const name of raw.keys()) {
    if (Object.hasOwn(feedParameters, name)) continue;
    throw badRequest(`The parameter ${name} is not known here; known are: ${Object.keys(feedParameters).join(", ")}.`);
  }
  const after = raw.get("after");
  const include = raw.get("include");
  if (include !== undefined && include !== "record")
    throw badRequest(`include is ${include.slice(0, 60)}; events include nothing but record.`);
  const withRecords = include === "record";
  return {
    after: after === undefined ? undefined : readCursor(after),
    types: typesIn(raw.get("types"), known),
    resource: raw.get("resource"),
    limit: wholeNumber(raw, "limit", defaultBodyLimit, { least: 1, most: withRecords ? maxWithRecords : largestLimit }),
    wait: wholeNumber(raw, "wait", 0, { least: 0, most: longestWait }) * 1000,
    withRecords,
  };
}

function typesIn(text: string | undefined, known: ReadonlySet<string>): ReadonlySet<string> | undefined {
  if (text === undefined) return undefined;
  const types = text.split(",").map((type) => type.trim());
  const unknown = types.find((type) => !known.has(type));
  if (unknown !== undefined)
    throw badRequest(`types names ${unknown.slice(0, 60)}, which is no event type: GET /event_types lists them.`);
  return new Set(types);
}

function wholeNumber(
  raw: RawParameters,
  name: string,
  usual: number,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  const text = raw.get(name);
  if (text === undefined) return usual;
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= least && number <= most))
    throw badRequest(`${name} must be a whole number from ${least} to ${most}.`);
  return number;
}
