import type { Database } from "../../database/connect/database.ts";
import type { Scope } from "../../kernel/access/scopes.ts";
import type { AgentResources } from "../../kernel/agent-schema.ts";
import type { ApplicationCache } from "../../kernel/application-cache.ts";
import type { QueryCache } from "../../kernel/read/query-cache.ts";
import type { Route } from "../../kernel/route.ts";

/** What the agent endpoint is made of. */
export interface McpDependencies {
  readonly database: Database;
  readonly queries: QueryCache;
  readonly routes: readonly Route[];
  /** Scheme, host and port under which clients reach the service. */
  readonly baseUrl: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Where the connector sign-in may lead, beside this machine; compared character by character. */
  readonly agentRedirectUris?: readonly string[];
  /** Origins of which requests are taken, beside the service's own; as browsers write them. */
  readonly agentOrigins?: readonly string[];
  /** What the service remembers between requests: what a search has read, a tool need not read again. */
  readonly cache: ApplicationCache;
}

/** What its tools work with. They only read, and only within accounts. */
export interface ToolDependencies {
  readonly database: Pick<Database, "within">;
  readonly queries: QueryCache;
  readonly cache: ApplicationCache;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** What the caller may read; all that anybody may, where a call is about no account. */
  readonly resources: AgentResources;
  readonly scopes: ReadonlySet<Scope>;
  readonly routes: readonly Route[];
}
