import type { Transaction } from "../../../../database/sql/transaction.ts";
import { isScope, type Scope } from "../../../../kernel/access/scopes.ts";

/** A registered application: the client of RFC 6749. All of them are confidential ones: each has a secret. */
export interface Application {
  readonly id: number;
  readonly clientId: string;
  readonly name: string;
  /** Compared character by character. */
  readonly redirectUris: readonly string[];
  /** The most that it may ask for. */
  readonly scopes: readonly Scope[];
  /** SHA-256 of each secret that is good: two while a former one is still taken. */
  readonly secretDigests: readonly Buffer[];
}

/** The application with this client id; undefined when there is none, or it is disabled. */
export async function findApplication(transaction: Transaction, clientId: string): Promise<Application | undefined> {
  // PostgreSQL has no text with a zero character, and no client id is long.
  if (!/^[\x21-\x7e]{1,200}$/.test(clientId)) return undefined;
  const row = await transaction.row<{
    id: number;
    name: string;
    redirect_uris: string[];
    scopes: string[];
    client_secret_digest: Buffer;
    former_digest: Buffer | null;
  }>(
    `select id, name, redirect_uris, scopes, client_secret_digest,
       case when former_secret_until > statement_timestamp() then former_secret_digest end as former_digest
     from applications where client_id = $1 and disabled_at is null`,
    [clientId],
  );
  return (
    row && {
      id: row.id,
      clientId,
      name: row.name,
      redirectUris: row.redirect_uris,
      scopes: row.scopes.filter(isScope),
      secretDigests: row.former_digest ? [row.client_secret_digest, row.former_digest] : [row.client_secret_digest],
    }
  );
}
