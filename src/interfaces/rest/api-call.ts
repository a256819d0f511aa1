import type { FastifyReply, FastifyRequest } from "fastify";
import type { AccountScope } from "../../database/sql/account-scope.ts";
import type { Cause } from "../../database/sql/cause.ts";
import type { Caller } from "../../kernel/access/caller.ts";
import type { ApplicationCache } from "../../kernel/application-cache.ts";
import type { ReadScope } from "../../kernel/read/visible/read-scope.ts";
import type { RestDependencies } from "./dependencies.ts";

/** A request to the API with a valid token and one of the scopes that its route needs, and the reply to write. */
export interface ApiCall {
  readonly dependencies: RestDependencies;
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The caller's database: its own connections, or the transaction that an atomic bulk request has begun. */
export function scopeOf({ dependencies, caller, request }: ApiCall): AccountScope {
  return (
    request.bulkOperation?.shared?.scope ?? dependencies.database.within(caller.accounts, causeOf(caller, request))
  );
}

/** On whose behalf a request writes. */
export function causeOf({ application, user }: Caller, { id }: FastifyRequest): Cause {
  return { actor: user === undefined ? `Application:${application}` : `User:${user}`, requestId: id };
}

/** What is cached for the call: nothing that outlives it, where what it reads may be rolled back. */
export function cacheOf({ dependencies, request }: ApiCall): ApplicationCache {
  return request.bulkOperation?.shared?.cache ?? dependencies.cache;
}

/** What reads for a call work with. */
export function readScopeOf(call: ApiCall): ReadScope<AccountScope> {
  return { database: scopeOf(call), queries: call.dependencies.queries, caller: call.caller };
}
