import Type from "typebox";
import type { AccountSettings, AccountTransaction } from "../../../../kernel/write/context.ts";
import { defineJob } from "../../../../kernel/write/jobs/job.ts";

/** Plans the confirmation of a booking by the account's rule about it, which mails the guest once. */
export const confirmBooking = defineJob("confirm booking", {
  lane: "money and mail",
  payload: Type.Object({ booking: Type.Integer() }),
  attempts: 10,
  run: async ({ scope, account }, { booking }) => {
    await scope.transaction((transaction) => transaction.run("select plan_confirmation($1, $2)", [account, booking]));
  },
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
