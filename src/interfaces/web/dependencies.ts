import type { Database } from "../../database/connect/database.ts";
import type { ServiceSecrets } from "../../kernel/access/secrets.ts";
import type { ApplicationCache } from "../../kernel/application-cache.ts";
import type { FileStore } from "../../kernel/files/files.ts";
import type { QueryCache } from "../../kernel/read/query-cache.ts";
import type { OutgoingRules } from "../../kernel/write/context.ts";
import type { Hashing } from "../../modules/platform/people/passwords/password.ts";

/** Dependencies of the pages. */
export interface WebDependencies {
  readonly database: Database;
  /** The URL where people reach the service, shown in the guides. */
  readonly baseUrl: string;
  readonly secrets: ServiceSecrets;
  /** The gateways' base URLs, as in a job's context. */
  readonly endpoints: Readonly<Record<string, string>>;
  readonly queries: QueryCache;
  readonly cache: ApplicationCache;
  readonly files: FileStore;
  readonly outgoing: OutgoingRules;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Argon2id by default; tests replace it. */
  readonly hashing?: Hashing;
}
