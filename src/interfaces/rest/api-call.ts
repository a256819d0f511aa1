import type { FastifyReply, FastifyRequest } from "fastify";
import type { AccountScope } from "../../database/account-scope.ts";
import type { Caller } from "../../kernel/caller.ts";
import type { ReadScope } from "../../kernel/read/read-scope.ts";
import type { RestDependencies } from "./dependencies.ts";

/** A request to the API with a valid token and one of the scopes that its route needs, and the reply to write. */
export interface ApiCall {
  readonly dependencies: RestDependencies;
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** What reads for a call work with. */
export function readScopeOf({ dependencies, caller }: ApiCall): ReadScope<AccountScope> {
  return { database: dependencies.database.within(caller.accounts), queries: dependencies.queries, caller };
}
