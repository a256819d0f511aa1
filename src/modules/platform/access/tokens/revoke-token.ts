import type { Transaction } from "../../../../database/sql/transaction.ts";
import { digestOf } from "../access-token.ts";
import type { Application } from "../applications/registered-application.ts";
import { revokeGrant } from "./grants.ts";
import { OAuthError } from "./oauth-error.ts";

/**
 * Revokes a token on its application's request (RFC 7009, 2.1). A refresh token is revoked with its whole grant. The application stays
 * installed. Unknown tokens are ignored.
 * @throws OAuthError invalid_grant for another application's token
 */
export async function revokeToken(transaction: Transaction, application: Application, token: string): Promise<void> {
  const digest = digestOf(token);
  const access = await transaction.row<{ application_id: number }>(
    "select application_id from access_tokens where digest = $1",
    [digest],
  );
  if (access) {
    assertSameAccount(access.application_id, application);
    await transaction.run(
      "update access_tokens set revoked_at = statement_timestamp() where digest = $1 and revoked_at is null",
      [digest],
    );
    return;
  }
  const refresh = await transaction.row<{ account_id: number; grant_id: number; application_id: number }>(
    `select grants.account_id, grants.id as grant_id, grants.application_id
     from token_pairs join grants on grants.account_id = token_pairs.account_id and grants.id = token_pairs.grant_id
     where token_pairs.refresh_digest = $1`,
    [digest],
  );
  if (!refresh) return;
  assertSameAccount(refresh.application_id, application);
  await revokeGrant(transaction, refresh.account_id, refresh.grant_id);
}

function assertSameAccount(owner: number, application: Application): void {
  if (owner !== application.id) {
    throw new OAuthError("invalid_grant", "The token was issued to another application.");
  }
}
