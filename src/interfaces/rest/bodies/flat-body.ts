import type { FastifyRequest } from "fastify";
import { badRequest, RequestError } from "../../../kernel/errors.ts";
import type { RawParameters } from "../../../kernel/read/query.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import { parsedBody } from "./json-body.ts";

/** Limit of an array (conventions.md, Bounds). */
const maxElements = 1000;

/**
 * The parameters of a reading POST: its query and its body, one flat JSON object whose arrays become comma lists (pricing.md §6).
 * Null counts as absent. @throws RequestError 400 for an invalid or repeated parameter
 */
export function withBody(query: RawParameters, request: FastifyRequest): RawParameters {
  const body = boundedBody(request);
  if (body === undefined) return query;
  if (!isObject(body)) throw badRequest("The body must be one JSON object of parameters.");
  const parameters = new Map(query);
  for (const [name, value] of Object.entries(body)) {
    if (value === null) continue;
    if (parameters.has(name)) throw badRequest(`The parameter ${name} must not be in both the query and the body.`);
    parameters.set(name, textOf(name, value));
  }
  return parameters;
}

/** Parses the body and reports exceeded bounds as parameter errors. @throws RequestError 400 */
function boundedBody(request: FastifyRequest): unknown {
  try {
    return parsedBody(request);
  } catch (error) {
    const [excess] = error instanceof RequestError ? Object.entries(error.messages ?? {}) : [];
    throw excess ? badRequest(`The parameter ${excess[0].slice(0, 100)} ${excess[1].join()}.`) : error;
  }
}

function textOf(name: string, value: unknown): string {
  if (isPlain(value)) return String(value);
  if (Array.isArray(value) && value.length > maxElements)
    throw badRequest(`The parameter ${name} has too many elements (maximum is ${maxElements}).`);
  if (Array.isArray(value) && value.every(isPlain)) return value.join(",");
  throw badRequest(`The parameter ${name} must be a string, a number, true, false, or an array of these.`);
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
