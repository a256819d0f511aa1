import type { Transaction } from "../../database/transaction.ts";
import { isScope, type Scope } from "../../kernel/scopes.ts";

/** A registered application: the client of RFC 6749. All of them are confidential ones: each has a secret. */
export interface Application {
  readonly id: number;
  readonly clientId: string;
  readonly name: string;
  /** Compared character by character. */
  readonly redirectUris: readonly string[];
  /** The most that it may ask for. */
  readonly scopes: readonly Scope[];
  /** SHA-256. */
  readonly secretDigest: Buffer;
}

/** The application with this client id, or undefined. */
export async function findApplication(transaction: Transaction, clientId: string): Promise<Application | undefined> {
  // PostgreSQL has no text with a zero character, and no client id is long.
  if (!/^[\x21-\x7e]{1,200}$/.test(clientId)) return undefined;
  const row = await transaction.row<{
    id: number;
    name: string;
    redirect_uris: string[];
    scopes: string[];
    client_secret_digest: Buffer;
  }>("select id, name, redirect_uris, scopes, client_secret_digest from applications where client_id = $1", [clientId]);
  return (
    row && {
      id: row.id,
      clientId,
      name: row.name,
      redirectUris: row.redirect_uris,
      scopes: row.scopes.filter(isScope),
      secretDigest: row.client_secret_digest,
    }
  );
}
