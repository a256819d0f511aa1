import Type from "typebox";
import type { AccountSettings, AccountTransaction } from "../../../../kernel/write/context.ts";
import { defineJob } from "../../../../kernel/write/jobs/job.ts";
import { bookingConfirmation } from "../../../platform/mails/templates/booking-confirmation.ts";
import { mailGuest } from "../guest/mail-guest.ts";

/** Mails the guest a booking confirmation once, with the booking's state when the job runs. */
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

/** The transaction that queues a confirmation. */
interface Confirming extends AccountTransaction {
  readonly isQuiet?: boolean;
  /** Its setting is undefined if it was not read. */
  readonly account: AccountTransaction["account"] & Partial<Pick<AccountSettings, "mailsConfirmations">>;
}

/** Queues a confirmation to the guest if the account mails its guests (docs/design/inbox.md). */
export async function queueConfirmation({ transaction, account, isQuiet }: Confirming, booking: number): Promise<void> {
  if (isQuiet === true || account.mailsConfirmations === false) return;
  // One statement checks the conditions and queues the job, so it can be pipelined.
  await transaction.run("select queue_for_guest($1, $2, $3, $4, $5)", [
    account.id,
    booking,
    confirmBooking.name,
    JSON.stringify({ booking }),
    confirmBooking.attempts,
  ]);
}
