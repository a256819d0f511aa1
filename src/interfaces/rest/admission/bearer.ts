import type { FastifyRequest } from "fastify";
import type { Caller } from "../../../kernel/access/caller.ts";
import { mayAny, withWriters } from "../../../kernel/access/scopes.ts";
import { forbidden, insufficientScope } from "../../../kernel/errors.ts";
import { isHidden, mayDo } from "../../../kernel/limits.ts";
import type { Route } from "../../../kernel/route.ts";

/** The token of `Authorization: Bearer …`, or undefined. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  return header === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(header)?.[1];
}

/**
 * Requires one of the route's scopes, and a role with access to the route.
 * @throws RequestError 403, naming the sufficient scopes
 */
export function requireScope({ scopes: held }: Caller, route: Route): void {
  const { scopes, method, path, resource, operation } = route;
  const sufficient = withWriters(scopes);
  if (!mayAny(held, sufficient)) throw insufficientScope("This", sufficient);
  const reads = operation.kind === "list" || operation.kind === "get";
  if (reads ? isHidden(held, resource) : !mayDo(held, `${method} ${path}`))
    throw forbidden("Your role in this account does not allow this.");
}
