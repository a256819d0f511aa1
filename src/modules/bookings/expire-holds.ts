import type { Database } from "../../database/database.ts";
import type { AccountTransaction } from "../../kernel/write/context.ts";

/**
 * Cancels the holds whose time has passed, in all accounts: nobody's request, and so a function of the database's owner (migration
 * 0003). Reads show an expired hold as canceled in any case; this makes it so in the row, for what looks at rows alone.
 * @returns how many there were
 */
export async function expireHolds(database: Database): Promise<number> {
  const [row] = await database.read({ text: "select expire_holds()" }, []);
  return Number(row?.[0]);
}

/** Cancels one hold in its row when its time has passed: what a write then finds is what every read shows. */
export async function expireHold(context: AccountTransaction, id: number): Promise<void> {
  await context.transaction.run(
    `update bookings set canceled_at = tentative_expires_at, updated_at = clock_timestamp()
     where account_id = $1 and id = $2 and canceled_at is null and tentative_expires_at <= now()`,
    [context.account.id, id],
  );
}
