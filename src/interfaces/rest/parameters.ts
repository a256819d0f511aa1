import type { FastifyRequest } from "fastify";
import { badRequest, notFound } from "../../kernel/errors.ts";
import type { Key, RecordId } from "../../kernel/key.ts";

/** The most ids that one request names in its path: as many as the links of a record show. */
const mostIds = 1000;

/** The query of a URL by name. @throws RequestError 400 for a name that is given twice or a broken escape */
export function queryOf(url: string): Map<string, string> {
  const parameters = new Map<string, string>();
  const start = url.indexOf("?");
  if (start < 0) return parameters;
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    if (parameters.has(name)) throw badRequest(`The parameter ${name} is given twice.`);
    parameters.set(name, value);
  }
  return parameters;
}

/** Whether a path names several records: then those that are not there are left out, and nothing is 404. */
export const isBatch = (segment: string | undefined): boolean => segment?.includes(",") ?? false;

/**
 * The ids of `/things/1,2,3`. Among several, what can be no id is the id of nothing.
 * @throws RequestError 404 for a single one that can be no id, 400 for more than can be read at once
 */
export function batchIds(segment: string | undefined, key: Key): RecordId[] {
  const parsed = segment?.split(",").map((text) => key.parse(text)) ?? [];
  const ids = [...new Set(parsed.filter((id) => id !== undefined))];
  if (ids.length === 0 && !isBatch(segment)) throw notFound();
  if (ids.length > mostIds)
    throw badRequest(`The path names ${ids.length} ids; at most ${mostIds} can be read at once.`);
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
