import type { Database } from "../../database/connect/database.ts";
import type { Scope } from "../../kernel/access/scopes.ts";
import type { Secrets } from "../../kernel/access/secrets.ts";
import type { AgentResources } from "../../kernel/agent-schema.ts";
import type { ApplicationCache } from "../../kernel/application-cache.ts";
import type { FileStore } from "../../kernel/files/files.ts";
import type { QueryCache } from "../../kernel/read/query-cache.ts";
import type { Route } from "../../kernel/route.ts";
import type { OutgoingRules } from "../../kernel/write/context.ts";
import type { FetchDocument } from "./connector/client-document.ts";
import type { Offering } from "./protocol/offering.ts";

/** Dependencies of the agent endpoint. */
export interface McpDependencies {
  readonly database: Database;
  readonly queries: QueryCache;
  readonly routes: readonly Route[];
  readonly secrets: Secrets;
  readonly files: FileStore;
  /** The scheme, host and port where clients reach the service. */
  readonly baseUrl: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Allowed redirect URIs of the connector sign-in, in addition to loopback addresses. Matched exactly. */
  readonly agentRedirectUris?: readonly string[];
  /** Allowed origins in addition to the service's own, as browsers write them. */
  readonly agentOrigins?: readonly string[];
  /** The addresses that the service may fetch from; by default public ones only. */
  readonly outgoing?: OutgoingRules;
  /** Fetches clients' documents, in tests. */
  readonly fetchDocument?: FetchDocument;
  /** Served instead of Roost's own tools, by tests of the protocol. */
  readonly agentOffering?: Offering;
  /** Shared with the REST API, so a tool reuses what a search has read. */
  readonly cache: ApplicationCache;
}

/** Dependencies of the tools, which work only within accounts. */
export interface ToolDependencies {
  readonly database: Pick<Database, "within">;
  readonly queries: QueryCache;
  readonly cache: ApplicationCache;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** The resources that the caller may read; all of them when the call names no account. */
  readonly resources: AgentResources;
  readonly scopes: ReadonlySet<Scope>;
  readonly routes: readonly Route[];
  readonly secrets: Secrets;
  readonly files: FileStore;
  readonly outgoing: OutgoingRules;
  /** The scheme, host and port where clients and people reach the service. */
  readonly baseUrl: string;
}
