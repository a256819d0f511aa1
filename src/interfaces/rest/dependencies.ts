import type { Database } from "../../database/connect/database.ts";
import type { ServiceSecrets } from "../../kernel/access/secrets.ts";
import type { ApplicationCache } from "../../kernel/application-cache.ts";
import type { FileStore } from "../../kernel/files/files.ts";
import type { QueryCache } from "../../kernel/read/query-cache.ts";
import type { Route } from "../../kernel/route.ts";
import type { OutgoingRules } from "../../kernel/write/context.ts";
import type { ApiAuthenticator } from "./admission/authentication.ts";

/** Dependencies of the API. */
export interface RestDependencies {
  readonly database: Database;
  readonly queries: QueryCache;
  readonly cache: ApplicationCache;
  readonly routes: readonly Route[];
  readonly secrets: ServiceSecrets;
  readonly files: FileStore;
  readonly outgoing: OutgoingRules;
  readonly authenticator: ApiAuthenticator;
  /** The scheme, host and port where clients reach the service. */
  readonly baseUrl: string;
  /** Days that changes stay in the feed; 30 by default. */
  readonly eventDays?: number;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}
