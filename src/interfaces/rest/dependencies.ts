import type { Database } from "../../database/database.ts";
import type { HouseMemory } from "../../kernel/application-cache.ts";
import type { Plans } from "../../kernel/read/query-cache.ts";
import type { Route } from "../../kernel/route.ts";
import type { Gate } from "./token-authenticator.ts";

/** What the API face works with. */
export interface ApiParts {
  readonly database: Database;
  readonly plans: Plans;
  readonly memory: HouseMemory;
  readonly routes: readonly Route[];
  readonly gate: Gate;
  /** Scheme, host and port under which clients reach the service. */
  readonly baseUrl: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}
