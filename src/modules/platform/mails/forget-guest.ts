import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { digest } from "./templates/digest.ts";

/** SQL: erases a mail's recipient and content. A queued one is not sent. The row remains, so that the mail is not queued again. */
const erased = `recipient = '(erased)', recipient_name = null, reply_to = null, content = '{}', sealed_link = null, error = null,
  state = case when state = 'queued' then 'failed' else state end, updated_at = statement_timestamp()`;

/**
 * Erases the mails about a guest, sent or not. Those to another guest with the same address stay.
 * @returns no records: the API has no mails
 */
export async function forgetGuestInMails(
  { transaction, account }: AccountTransaction,
  { id, emails }: { readonly id: number; readonly emails: readonly string[] },
): Promise<readonly never[]> {
  await transaction.run(
    `update mails set ${erased}
     where account_id = $1 and (client_id = $2
       or booking_id in (select bookings.id from bookings where bookings.account_id = $1 and bookings.client_id = $2)
       or client_id is null and conversation_id is not null and lower(recipient) = any($3::text[]))`,
    [account.id, id, emails],
  );
  // A digest names several guests. Older ones lack the ids: any of them may name this one.
  await transaction.run(
    `update mails set ${erased}
     where account_id = $1 and template = $3 and exists (
       select from jsonb_array_elements((content -> 'arrivals') || (content -> 'departures')) as stay
       where not stay ? 'booking' or (stay ->> 'client')::bigint = $2
         or (stay ->> 'booking')::bigint in (select bookings.id from bookings where bookings.account_id = $1 and bookings.client_id = $2))`,
    [account.id, id, digest.name],
  );
  return [];
}

/** Erases the mails about inquiries, whose guest may not be a client. */
export async function eraseMailsAboutInquiries(
  { transaction, account }: AccountTransaction,
  inquiries: readonly number[],
): Promise<void> {
  await transaction.run(`update mails set ${erased} where account_id = $1 and inquiry_id = any($2::bigint[])`, [
    account.id,
    `{${inquiries.join(",")}}`,
  ]);
}
