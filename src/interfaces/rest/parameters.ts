import type { FastifyRequest } from "fastify";
import { badRequest, notFound } from "../../kernel/errors.ts";
import type { Key, RecordId } from "../../kernel/key.ts";

/** Ids per path: as many as a record's links show. */
const maxIds = 1000;

/** The query parameters of a URL. @throws RequestError 400 for a repeated name */
export function queryOf(url: string): Map<string, string> {
  const parameters = new Map<string, string>();
  const start = url.indexOf("?");
  if (start < 0) return parameters;
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    if (parameters.has(name)) throw badRequest(`The parameter ${name} must not be repeated.`);
    parameters.set(name, value);
  }
  return parameters;
}

/** Whether a path names several records. Missing ones are then left out instead of a 404. */
export const isBatch = (segment: string | undefined): boolean => segment?.includes(",") ?? false;

/**
 * The ids of `/things/1,2,3`. Invalid ids among several are ignored.
 * @throws RequestError 404 for a single invalid id, 400 for too many
 */
export function batchIds(segment: string | undefined, key: Key): RecordId[] {
  const parsed = segment?.split(",").map((text) => key.parse(text)) ?? [];
  const ids = [...new Set(parsed.filter((id) => id !== undefined))];
  if (ids.length === 0 && !isBatch(segment)) throw notFound();
  if (ids.length > maxIds) throw badRequest(`The path has ${ids.length} ids (maximum is ${maxIds}).`);
  return ids;
}

/** The named segments of a request's path. */
export function pathParameters(request: FastifyRequest): Map<string, string> {
  const parameters = new Map<string, string>();
  if (typeof request.params === "object" && request.params !== null) {
    for (const [name, value] of Object.entries(request.params))
      if (typeof value === "string") parameters.set(name, value);
  }
  return parameters;
}
