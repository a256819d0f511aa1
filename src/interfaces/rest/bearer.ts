import type { FastifyRequest } from "fastify";
import type { Caller } from "../../kernel/caller.ts";
import { RequestError } from "../../kernel/errors.ts";
import { mayAny, type Scope, withWriters } from "../../kernel/scopes.ts";

/** The token of `Authorization: Bearer …`, or undefined. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  return header === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(header)?.[1];
}

/** Lets a caller through that holds one of the scopes. @throws RequestError 403, naming the scopes that would do */
export function requireScope(caller: Caller, scopes: readonly Scope[]): void {
  if (mayAny(caller.scopes, withWriters(scopes))) return;
  throw new RequestError("forbidden", `This needs one of these scopes: ${scopes.join(", ")}.`);
}
