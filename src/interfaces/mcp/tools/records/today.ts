import { dayIn } from "../../../../core/time-zone.ts";
import { inSnapshot } from "../../../../kernel/read/visible/read-scope.ts";
import type { ReadContext } from "../../../../kernel/route.ts";

/** Today in the account's time zone, in epoch days (bookings.md, The rental's clock). */
export async function todayIn(context: ReadContext): Promise<number> {
  const [account] = context.caller.accounts;
  const row = await inSnapshot(context, ({ database }) =>
    database.row<{ time_zone: string }>("select time_zone from accounts where id = $1", [account]),
  );
  if (!row) throw new Error(`The account ${account} is missing.`);
  return dayIn(row.time_zone, context.now);
}
