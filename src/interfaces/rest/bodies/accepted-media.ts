import type { FastifyRequest } from "fastify";
import { badRequest, RequestError } from "../../../kernel/errors.ts";
import { type TextMedia, textMedia } from "../../../kernel/files/text-media.ts";
import type { RawParameters } from "../../../kernel/read/query.ts";
import type { Operation } from "../../../kernel/route.ts";

const json = ["application/vnd.api+json", "application/json"];

/** How much a client wants a medium (RFC 9110 §12.5.1), and how precisely it says so: 2 its name, 1 its kind, 0 anything. */
interface Preference {
  readonly quality: number;
  readonly precision: number;
}

const unwanted: Preference = { quality: 0, precision: -1 };

/** Refuses a request that takes nothing in which the route can answer. @throws RequestError 406 */
export function assertAcceptable(operation: Operation | undefined, { headers }: FastifyRequest): void {
  const { accept } = headers;
  if (accept === undefined || accept === "") return;
  const known = [...json, ...textsOf(operation).map((name) => textMedia[name])];
  if (known.some((type) => isNamed(accept, type))) return;
  const others = textsOf(operation).map((name) => ` or ${textMedia[name]}`);
  throw new RequestError(
    "not_acceptable",
    `Answers are application/vnd.api+json${others.join("")}; the Accept header must allow it.`,
  );
}

/**
 * The text of another medium in which a read is to answer: what `format` says, else what the Accept header prefers to JSON; of two that
 * it wants alike, what it names more precisely. @throws RequestError 400 for a format that the read does not have
 */
export function wantedText(
  operation: Operation,
  parameters: RawParameters,
  { headers }: FastifyRequest,
): TextMedia | undefined {
  const texts = textsOf(operation);
  if (texts.length === 0) return undefined;
  const format = parameters.get("format");
  if (format !== undefined) {
    const named = texts.find((name) => name === format);
    if (named === undefined && format !== "json")
      throw badRequest(`The parameter format must be one of: json, ${texts.join(", ")}.`);
    return named;
  }
  const { accept } = headers;
  if (accept === undefined) return undefined;
  const [first = unwanted, second = unwanted] = json.map((type) => preferenceFor(accept, type));
  const asJson = isRather(second, first) ? second : first;
  return texts.find((name) => isRather(preferenceFor(accept, textMedia[name]), asJson));
}

const textsOf = (operation: Operation | undefined): readonly TextMedia[] =>
  (operation?.kind === "read" && operation.texts) || [];

const isRather = (one: Preference, other: Preference): boolean =>
  one.quality > other.quality || (one.quality > 0 && one.quality === other.quality && one.precision > other.precision);

function isNamed(accept: string, type: string): boolean {
  return preferenceFor(accept, type).precision >= 0;
}

/** Of the ranges that fit, the most precise one counts. */
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
