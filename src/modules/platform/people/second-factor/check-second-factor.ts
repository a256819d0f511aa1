import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { Secrets } from "../../../../kernel/access/secrets.ts";
import { digestOfRecoveryCode, stepOfCode, typedCode } from "./codes.ts";

/** Binds a sealed secret to its person. */
export const secretOwner = (user: number): string => `second_factors ${user}`;

/**
 * Uses up a second-factor code: an authenticator code whose time step is unused, or an unused recovery code. Of two concurrent uses of a
 * code, one succeeds.
 * @param now epoch milliseconds
 */
export async function takeCode(
  transaction: Transaction,
  secrets: Secrets,
  { user, code: typed, now }: { readonly user: number; readonly code: string; readonly now: number },
): Promise<boolean> {
  const row = await transaction.row<{ sealed_secret: Buffer }>(
    "select sealed_secret from second_factors where user_id = $1 and sealed_secret is not null",
    [user],
  );
  if (!row) return false;
  const code = typedCode(typed);
  const step = stepOfCode(secrets.open(row.sealed_secret, secretOwner(user)), code, now);
  if (step !== undefined) {
    const taken = await transaction.run(
      "update second_factors set last_step = $2, updated_at = statement_timestamp() where user_id = $1 and last_step < $2",
      [user, step],
    );
    return taken === 1;
  }
  const used = await transaction.run(
    `update second_factors set recovery_digests = array_remove(recovery_digests, $2::bytea), updated_at = statement_timestamp()
     where user_id = $1 and $2::bytea = any (recovery_digests)`,
    [user, digestOfRecoveryCode(code)],
  );
  return used === 1;
}
