import type { Transaction } from "../../database/transaction.ts";
import { notFound } from "../../kernel/errors.ts";
import { digestOf } from "./access-token.ts";

/** Ends a token: the next request with it is a 401. @throws RequestError 404 for an unknown one, or one that was revoked before */
export async function revokeAccessToken(transaction: Transaction, token: string): Promise<void> {
  const revoked = await transaction.run(
    "update access_tokens set revoked_at = now() where digest = $1 and revoked_at is null",
    [digestOf(token)],
  );
  if (revoked === 0) throw notFound("There is no such token, or it is revoked already.");
}
