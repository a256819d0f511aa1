import type { Transaction } from "../../../../database/sql/transaction.ts";
import { notFound } from "../../../../kernel/errors.ts";

/** Sets a token's hourly limit, from its next request on. @throws RequestError 404 if the token is unknown or revoked */
export async function limitAgentToken(transaction: Transaction, id: number, rateLimit: number): Promise<void> {
  const changed = await transaction.run(
    "update agent_tokens set rate_limit = $2 where id = $1 and revoked_at is null",
    [id, rateLimit],
  );
  if (changed === 0) throw notFound("Token not found, or already revoked.");
}
