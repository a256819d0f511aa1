import type { AccountTransaction } from "../../../kernel/write/context.ts";

/** Makes mails to and about a client those of another one, who is the same guest; those that wait among them. */
export async function moveGuestInMails(
  { transaction, account }: AccountTransaction,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  await transaction.run(
    "update mails set client_id = $3, updated_at = statement_timestamp() where account_id = $1 and client_id = $2",
    [account.id, from, to],
  );
}
