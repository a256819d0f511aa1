import type { Database } from "../../database/connect/database.ts";

/** Dependencies of the OAuth provider. */
export interface OAuthDependencies {
  readonly database: Database;
  /** The scheme, host and port where clients reach the service; also the issuer. */
  readonly baseUrl: string;
}
