import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { Secrets } from "../../../../kernel/access/secrets.ts";
import { digestOfRecoveryCode, stepOfCode, typedCode } from "./codes.ts";

/** Whose secret it is: it opens as nobody else's. */
export const secretOwner = (user: number): string => `second_factors ${user}`;

/**
 * Takes a code of somebody's second factor: one of the application whose span of time was not used yet, or a recovery code that is left. Of two who
 * show one code at once, one is let in.
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
      "update second_factors set last_step = $2, updated_at = clock_timestamp() where user_id = $1 and last_step < $2",
      [user, step],
    );
    return taken === 1;
  }
  const used = await transaction.run(
    `update second_factors set recovery_digests = array_remove(recovery_digests, $2::bytea), updated_at = clock_timestamp()
     where user_id = $1 and $2::bytea = any (recovery_digests)`,
    [user, digestOfRecoveryCode(code)],
  );
  return used === 1;
}
