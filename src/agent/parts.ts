import type { Database } from "../database/database.ts";
import type { AgentResources } from "../kernel/agent-schema.ts";
import type { Plans } from "../kernel/read/plans.ts";
import type { Reader } from "../kernel/read/read.ts";
import type { Route } from "../kernel/route.ts";

/** What the agent endpoint is made of. */
export interface AgentParts {
  readonly database: Database;
  readonly plans: Plans;
  readonly routes: readonly Route[];
  /** Scheme, host and port under which clients reach the service. */
  readonly baseUrl: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Where the connector sign-in may lead, beside this machine; compared character by character. */
  readonly agentRedirectUris?: readonly string[];
}

/** What its tools work with. They only read, and only within accounts. */
export interface ToolParts {
  readonly database: { within(accounts: readonly number[]): Reader };
  readonly plans: Plans;
  readonly resources: AgentResources;
}
