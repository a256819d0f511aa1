import { randomBytes } from "node:crypto";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import { digestOf } from "../access-token.ts";
import { assertForeign, type FoundApplication } from "./find-application.ts";

/** A new secret, of which only a digest is stored. */
export interface RenewedSecret {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The previous secret's expiry in epoch milliseconds; null if it is not accepted. */
  readonly formerUntil: number | null;
}

/**
 * Gives an application a new secret. Its tokens stay valid.
 * @param keepFormer seconds for which the previous secret is still accepted
 * @throws RequestError 422 for Roost's own application
 */
export async function renewSecret(
  transaction: Transaction,
  application: FoundApplication,
  keepFormer: number | undefined,
): Promise<RenewedSecret> {
  assertForeign(application);
  const clientSecret = randomBytes(32).toString("base64url");
  const row = await transaction.row<{ client_id: string; former_secret_until: number | null }>(
    `update applications set client_secret_digest = $2,
       former_secret_digest = case when $3::integer is not null then client_secret_digest end,
       former_secret_until = case when $3 is not null then (select statement_timestamp()) + make_interval(secs => $3) end, updated_at = now()
     where id = $1 returning client_id, former_secret_until`,
    [application.id, digestOf(clientSecret), keepFormer ?? null],
  );
  if (!row) throw new Error(`Application ${application.id} does not exist.`);
  return { clientId: row.client_id, clientSecret, formerUntil: row.former_secret_until };
}
