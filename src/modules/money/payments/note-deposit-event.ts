import type { AccountTransaction } from "../../../kernel/write/context.ts";

/**
 * Notes that a guest is to authorize the deposit, for the rules about it. Roost's own rule mails the request.
 * @param occasion each occasion of a booking counts once
 */
export async function askForDeposit(context: AccountTransaction, booking: number, occasion: string): Promise<void> {
  await context.transaction.run(
    `update damage_deposits set asked_at = statement_timestamp(), updated_at = statement_timestamp() where account_id = $1 and booking_id = $2`,
    [context.account.id, booking],
  );
  await note(context, booking, "deposit_requested", occasion);
}

/** Notes that a part of the deposit was captured. Roost's own rule mails the guest why. */
export const noteCapture = (context: AccountTransaction, booking: number): Promise<void> =>
  note(context, booking, "deposit_captured", "captured");

async function note(
  { transaction, account }: AccountTransaction,
  booking: number,
  event: "deposit_requested" | "deposit_captured",
  occasion: string,
): Promise<void> {
  await transaction.run("select note_automation_event($1, $2, $3, $4)", [account.id, booking, event, occasion]);
}
