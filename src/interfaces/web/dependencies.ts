import type { Database } from "../../database/connect/database.ts";
import type { ServiceSecrets } from "../../kernel/access/secrets.ts";
import type { Hashing } from "../../modules/platform/people/passwords/password.ts";

/** What the pages work with. */
export interface WebDependencies {
  readonly database: Database;
  /** The URL under which people reach the service: the guides show it. */
  readonly baseUrl: string;
  readonly secrets: ServiceSecrets;
  /** As a job's context has them. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Argon2id, unless a test counts. */
  readonly hashing?: Hashing;
}
