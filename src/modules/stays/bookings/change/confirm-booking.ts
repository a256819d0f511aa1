import Type from "typebox";
import type { AccountSettings, AccountTransaction } from "../../../../kernel/write/context.ts";
import { defineJob } from "../../../../kernel/write/jobs/job.ts";
import { bookingConfirmation } from "../../../platform/mails/templates/booking-confirmation.ts";
import { mailGuest } from "../guest/mail-guest.ts";

/** Writes to the guest that a booking is booked, once. It is told what has become of the booking by then. */
export const confirmBooking = defineJob("confirm booking", {
  lane: "money and mail",
  payload: Type.Object({ booking: Type.Integer() }),
  attempts: 10,
  run: ({ scope, account, now }, { booking }) =>
    scope.transaction((transaction) =>
      mailGuest(
        { transaction, account: { id: account } },
        {
          booking,
          template: bookingConfirmation,
          cause: () => `confirmation ${booking}`,
          isDue: ({ confirmations }) => confirmations,
        },
        now,
      ),
    ),
});

/** Where a confirmation is queued. */
interface Confirming extends AccountTransaction {
  readonly isQuiet?: boolean;
  /** Undefined where its settings were not read. */
  readonly account: AccountTransaction["account"] & Partial<Pick<AccountSettings, "mailsConfirmations">>;
}

/** Has the guest told that a booking has just become booked, where the account writes to its guests (docs/design/inbox.md). */
export async function queueConfirmation({ transaction, account, isQuiet }: Confirming, booking: number): Promise<void> {
  if (isQuiet === true || account.mailsConfirmations === false) return;
  // Asked and queued in one statement: nothing waits for the answer.
  await transaction.run("select queue_for_guest($1, $2, $3, $4, $5)", [
    account.id,
    booking,
    confirmBooking.name,
    JSON.stringify({ booking }),
    confirmBooking.attempts,
  ]);
}
