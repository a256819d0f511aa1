import type { Database } from "../../database/connect/database.ts";
import type { ServiceSecrets } from "../../kernel/access/secrets.ts";
import type { ApplicationCache } from "../../kernel/application-cache.ts";
import type { FileStore } from "../../kernel/files/files.ts";
import type { QueryCache } from "../../kernel/read/query-cache.ts";
import type { Route } from "../../kernel/route.ts";
import type { OutgoingRules } from "../../kernel/write/context.ts";
import type { ApiAuthenticator } from "./admission/authentication.ts";

/** What the API works with. */
export interface RestDependencies {
  readonly database: Database;
  readonly queries: QueryCache;
  readonly cache: ApplicationCache;
  readonly routes: readonly Route[];
  readonly secrets: ServiceSecrets;
  readonly files: FileStore;
  readonly outgoing: OutgoingRules;
  readonly authenticator: ApiAuthenticator;
  /** Scheme, host and port under which clients reach the service. */
  readonly baseUrl: string;
  /** Days that changes are kept in the feed; 30 unless told otherwise. */
  readonly eventDays?: number;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}
