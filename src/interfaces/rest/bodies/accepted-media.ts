import type { FastifyRequest } from "fastify";
import { badRequest, RequestError } from "../../../kernel/errors.ts";
import { type TextMedia, textMedia, withMark } from "../../../kernel/files/text-media.ts";
import type { RawParameters } from "../../../kernel/read/query.ts";
import type { Operation } from "../../../kernel/route.ts";

const json = ["application/vnd.api+json", "application/json"];

/** A client's preference for a media type (RFC 9110 §12.5.1). Precision: 2 for the type, 1 for `type/*`, 0 for any. */
interface Preference {
  readonly quality: number;
  readonly precision: number;
}

const unwanted: Preference = { quality: 0, precision: -1 };

/** Requires the client to accept one of the route's media types. @throws RequestError 406 */
export function assertAcceptable(operation: Operation | undefined, { headers }: FastifyRequest): void {
  const { accept } = headers;
  if (accept === undefined || accept === "") return;
  const supported = [...json, ...textsOf(operation).map((name) => textMedia[name])];
  if (supported.some((type) => isAccepted(accept, type))) return;
  const others = textsOf(operation).map((name) => ` or ${textMedia[name]}`);
  throw new RequestError("not_acceptable", `Accept must allow application/vnd.api+json${others.join("")}.`);
}

/**
 * The text format of a read's response: that of `format`, else the one that Accept prefers to JSON. At equal quality, the more precisely
 * named type wins. @throws RequestError 400 for an unknown format
 */
export function negotiatedText(
  operation: Operation,
  parameters: RawParameters,
  { headers }: FastifyRequest,
): TextMedia | undefined {
  const texts = textsOf(operation);
  if (texts.length === 0) return undefined;
  const format = parameters.get("format");
  if (format !== undefined) {
    const text = texts.find((name) => name === format || withMark(name) === format);
    if (text === undefined && format !== "json")
      throw badRequest(`The parameter format must be one of: json, ${[...texts, ...texts.map(withMark)].join(", ")}.`);
    return text;
  }
  const { accept } = headers;
  if (accept === undefined) return undefined;
  const [first = unwanted, second = unwanted] = json.map((type) => preferenceFor(accept, type));
  const asJson = isPreferred(second, first) ? second : first;
  return texts.find((name) => isPreferred(preferenceFor(accept, textMedia[name]), asJson));
}

const textsOf = (operation: Operation | undefined): readonly TextMedia[] =>
  (operation?.kind === "read" && operation.texts) || [];

const isPreferred = (one: Preference, other: Preference): boolean =>
  one.quality > other.quality || (one.quality > 0 && one.quality === other.quality && one.precision > other.precision);

/** A weight of 0 refuses a type (RFC 9110, 12.4.2). */
function isAccepted(accept: string, type: string): boolean {
  return preferenceFor(accept, type).quality > 0;
}

/** The most precise matching range counts. */
function preferenceFor(accept: string, type: string): Preference {
  const ranges = [type, type.replace(/\/.*/, "/*"), "*/*"];
  let best = unwanted;
  for (const entry of accept.toLowerCase().split(",")) {
    const [range = "", ...traits] = entry.split(";").map((part) => part.trim());
    const precision = ranges.includes(range) ? 2 - ranges.indexOf(range) : -1;
    if (precision <= best.precision) continue;
    const weight = traits.find((trait) => trait.startsWith("q="))?.slice(2);
    const quality = weight === undefined ? 1 : Number(weight);
    best = { precision, quality: quality >= 0 && quality <= 1 ? quality : 0 };
  }
  return best;
}
