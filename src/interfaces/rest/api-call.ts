import type { FastifyReply, FastifyRequest } from "fastify";
import type { AccountScope } from "../../database/sql/account-scope.ts";
import type { Cause } from "../../database/sql/cause.ts";
import type { Caller } from "../../kernel/access/caller.ts";
import type { ApplicationCache } from "../../kernel/application-cache.ts";
import type { ReadScope } from "../../kernel/read/visible/read-scope.ts";
import type { RestDependencies } from "./dependencies.ts";

/** An authenticated and authorized API request with its reply. */
export interface ApiCall {
  readonly dependencies: RestDependencies;
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The caller's database scope; in an atomic bulk request, the shared transaction. */
export function scopeOf({ dependencies, caller, request }: ApiCall): AccountScope {
  return (
    request.bulkOperation?.shared?.scope ?? dependencies.database.within(caller.accounts, causeOf(caller, request))
  );
}

/** The author of a request's changes. */
export function causeOf({ application, user }: Caller, { id }: FastifyRequest): Cause {
  return { actor: user === undefined ? `Application:${application}` : `User:${user}`, requestId: id };
}

/** The cache of the call. In an atomic bulk request it is discarded with the transaction, which may roll back. */
export function cacheOf({ dependencies, request }: ApiCall): ApplicationCache {
  return request.bulkOperation?.shared?.cache ?? dependencies.cache;
}

/** The read scope of a call. */
export function readScopeOf(call: ApiCall): ReadScope<AccountScope> {
  return { database: scopeOf(call), queries: call.dependencies.queries, caller: call.caller };
}
