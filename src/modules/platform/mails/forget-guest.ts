import type { AccountTransaction } from "../../../kernel/write/context.ts";

/**
 * Erases the mails about a guest, sent or not: to whom they went, and all that they said. One that waits is not sent. That there was one stays, so
 * that it is not sent again.
 * @returns no records: mails are none of the API
 */
export async function forgetGuestInMails(
  { transaction, account }: AccountTransaction,
  { id, emails }: { readonly id: number; readonly emails: readonly string[] },
): Promise<readonly never[]> {
  await transaction.run(
    `update mails set recipient = '(erased)', recipient_name = null, reply_to = null, content = '{}', sealed_link = null, error = null,
       state = case when state = 'queued' then 'failed' else state end, updated_at = statement_timestamp()
     where account_id = $1 and (client_id = $2
       or booking_id in (select bookings.id from bookings where bookings.account_id = $1 and bookings.client_id = $2)
       or conversation_id is not null and lower(recipient) = any($3::text[]))`,
    [account.id, id, emails],
  );
  return [];
}
