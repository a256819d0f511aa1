import type { FastifyRequest } from "fastify";
import { badRequest, RequestError } from "../../../kernel/errors.ts";
import type { RawParameters } from "../../../kernel/read/query.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import { parsedBody } from "./json-body.ts";

/** The most elements of an array (conventions.md, Bounds). */
const mostElements = 1000;

/**
 * The parameters of a reading POST: its query, and its body, one flat JSON object whose arrays stand for comma lists (pricing.md §6).
 * A null says nothing. @throws RequestError 400 naming what is no parameter's value, or is given twice
 */
export function withBody(query: RawParameters, request: FastifyRequest): RawParameters {
  const body = boundedBody(request);
  if (body === undefined) return query;
  if (!isObject(body)) throw badRequest("The body must be one JSON object of parameters.");
  const parameters = new Map(query);
  for (const [name, value] of Object.entries(body)) {
    if (value === null) continue;
    if (parameters.has(name)) throw badRequest(`The parameter ${name} is given in the query and in the body.`);
    parameters.set(name, textOf(name, value));
  }
  return parameters;
}

/** The body, whose bounds are those of parameters. @throws RequestError 400 */
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
  if (Array.isArray(value) && value.length > mostElements)
    throw badRequest(`The parameter ${name} has too many elements (maximum is ${mostElements}).`);
  if (Array.isArray(value) && value.every(isPlain)) return value.join(",");
  throw badRequest(`The parameter ${name} must be a text, a number, true, false, or an array of them.`);
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
