import type { AccountTransaction } from "../../../kernel/write/context.ts";

/** Reassigns a merged client's mails, queued ones included, to the other client. */
export async function moveGuestInMails(
  { transaction, account }: AccountTransaction,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  await transaction.run(
    "update mails set client_id = $3, updated_at = statement_timestamp() where account_id = $1 and client_id = $2",
    [account.id, from, to],
  );
}
