import type { Transaction } from "../../../../database/sql/transaction.ts";
import { isScope, type Scope } from "../../../../kernel/access/scopes.ts";

/** A registered application: a confidential client in the sense of RFC 6749. */
export interface Application {
  readonly id: number;
  readonly clientId: string;
  readonly name: string;
  /** Compared exactly. */
  readonly redirectUris: readonly string[];
  /** The scopes that it may request. */
  readonly scopes: readonly Scope[];
  /** SHA-256 of each valid secret: two while the previous one is still accepted. */
  readonly secretDigests: readonly Buffer[];
}

/** Finds an application by client id; undefined if there is none or it is disabled. */
export async function findApplication(transaction: Transaction, clientId: string): Promise<Application | undefined> {
  // PostgreSQL's text cannot hold a zero character, and client ids are short.
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
