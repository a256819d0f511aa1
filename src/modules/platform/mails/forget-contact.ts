import type { AccountTransaction } from "../../../kernel/write/context.ts";

/** Erases the mails to a contact. Queued ones are not sent. */
export async function forgetContactInMails(
  { transaction, account }: AccountTransaction,
  contact: number,
): Promise<void> {
  await transaction.run(
    `update mails set recipient = '(erased)', recipient_name = null, reply_to = null, content = '{}', error = null,
       state = case when state = 'queued' then 'failed' else state end, updated_at = statement_timestamp()
     where account_id = $1 and contact_id = $2`,
    [account.id, contact],
  );
}
