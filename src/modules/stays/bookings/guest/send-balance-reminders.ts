import { dayOfInstant, formatDay } from "../../../../core/day.ts";
import type { Database } from "../../../../database/connect/database.ts";
import { balanceDue } from "../../../platform/mails/templates/balance-due.ts";
import { mailGuest } from "./mail-guest.ts";

/** Bookings per round. */
const batchSize = 200;

/**
 * Mails guests of all accounts a reminder of a due balance, once per booking and due date; charges nothing (bookings.md, Payments).
 * @param now epoch milliseconds
 * @param report receives each failure; the next round retries it
 * @returns how many bookings were due
 */
export async function sendBalanceReminders(
  database: Database,
  now: number,
  report: (booking: number, error: unknown) => void,
): Promise<number> {
  const rows = await database.read({ text: "select account, booking from balances_to_ask_for($1)" }, [batchSize]);
  for (const row of rows) {
    const [account = 0, booking = 0] = row.map(Number);
    await database
      .within([account], { actor: "Job:balances that are due" })
      .transaction((transaction) => sendReminder({ transaction, account: { id: account } }, booking, now))
      .catch((error: unknown) => report(booking, error));
  }
  return rows.length;
}

function sendReminder(context: Parameters<typeof mailGuest>[0], booking: number, now: number): Promise<void> {
  return mailGuest(
    context,
    {
      booking,
      template: balanceDue,
      // Must match the name that `balances_to_ask_for` looks for.
      cause: ({ balanceDueAt }) => `balance ${booking} ${formatDay(dayOfInstant(balanceDueAt ?? now))}`,
      isDue: ({ reminders, left, balanceDueAt, houseNow }) =>
        reminders && left > 0 && balanceDueAt !== null && balanceDueAt <= houseNow,
    },
    now,
  );
}
