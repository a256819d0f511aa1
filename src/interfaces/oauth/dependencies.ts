import type { Database } from "../../database/connect/database.ts";

/** What the provider works with. */
export interface OAuthDependencies {
  readonly database: Database;
  /** Scheme, host and port under which clients reach the service; the issuer. */
  readonly baseUrl: string;
}
