import { dayOfInstant, formatDay } from "../../../../core/day.ts";
import type { Database } from "../../../../database/connect/database.ts";
import { balanceDue } from "../../../platform/mails/templates/balance-due.ts";
import { mailGuest } from "./mail-guest.ts";

/** Bookings that one round looks at. */
const most = 200;

/**
 * Asks the guests of all accounts for balances that have fallen due (bookings.md, Payments): once a booking and day, and nothing is charged.
 * @param now epoch milliseconds
 * @param report told of each booking that failed; it is tried again with the next round
 * @returns how many there were
 */
export async function askForBalances(
  database: Database,
  now: number,
  report: (booking: number, error: unknown) => void,
): Promise<number> {
  const rows = await database.read({ text: "select account, booking from balances_to_ask_for($1)" }, [most]);
  for (const row of rows) {
    const [account = 0, booking = 0] = row.map(Number);
    await database
      .within([account], { actor: "Job:balances that are due" })
      .transaction((transaction) => askFor({ transaction, account: { id: account } }, booking, now))
      .catch((error: unknown) => report(booking, error));
  }
  return rows.length;
}

function askFor(context: Parameters<typeof mailGuest>[0], booking: number, now: number): Promise<void> {
  return mailGuest(
    context,
    {
      booking,
      template: balanceDue,
      // As the function of the database names it, which looks for it.
      cause: ({ balanceDueAt }) => `balance ${booking} ${formatDay(dayOfInstant(balanceDueAt ?? now))}`,
      isDue: ({ reminders, left, balanceDueAt }) =>
        reminders && left > 0 && balanceDueAt !== null && balanceDueAt <= now,
    },
    now,
  );
}
