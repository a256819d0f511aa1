import type { FastifyRequest } from "fastify";
import type { Caller } from "../kernel/caller.ts";
import type { Reader } from "../kernel/read/read.ts";
import { Refusal } from "../kernel/refusal.ts";
import { mayAny, type Scope, withWriters } from "../kernel/scopes.ts";
import { checkAccessToken } from "../oauth/access-token.ts";

/** The token of `Authorization: Bearer …`, or undefined. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  return header === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(header)?.[1];
}

/** Finds out who calls. @throws Refusal 401; the database's clock is told in any case */
export async function authenticate(
  reader: Reader,
  request: FastifyRequest,
  tellClock: (now: number) => void,
): Promise<Caller> {
  const { caller, now } = await checkAccessToken(reader, bearerToken(request));
  tellClock(now);
  if (!caller) throw new Refusal("unauthorized", "The access token is missing, unknown, expired or revoked.");
  return caller;
}

/** Admits a caller that holds one of the scopes. @throws Refusal 403, naming the scopes that would do */
export function admit(caller: Caller, scopes: readonly Scope[]): void {
  if (mayAny(caller.scopes, withWriters(scopes))) return;
  throw new Refusal("forbidden", `This needs one of these scopes: ${scopes.join(", ")}.`);
}
