import type { Transaction } from "../../../../database/sql/transaction.ts";

/** A message that a guest may read. Time in epoch milliseconds. */
export interface ShownMessage {
  readonly id: number;
  readonly isOwn: boolean;
  readonly text: string;
  readonly sentAt: number;
}

const maxShown = 50;

/** The newest external messages of a guest's conversations about a booking, oldest first. */
export async function messagesOfBooking(
  transaction: Transaction,
  { account, booking, client }: { readonly account: number; readonly booking: number; readonly client: number },
): Promise<ShownMessage[]> {
  const rows = await transaction.rows<{ id: number; own: boolean; content: string; sent_at: number }>(
    `select messages.id, authors.client_id is not null as own, messages.content, messages.sent_at from conversations_bookings as about
     join conversations on conversations.account_id = $1 and conversations.id = about.conversation_id
     join participants on participants.account_id = $1 and participants.conversation_id = conversations.id and participants.client_id = $3
     join messages on messages.account_id = $1 and messages.conversation_id = conversations.id
     join participants as authors on authors.account_id = $1 and authors.id = messages.sender_id
     where about.account_id = $1 and about.booking_id = $2 and messages.visibility = 'external' and messages.forgotten_at is null
       and conversations.forgotten_at is null and (authors.client_id is null or authors.client_id = $3)
     order by messages.sent_at desc, messages.id desc limit $4`,
    [account, booking, client, maxShown],
  );
  return rows.map(({ id, own, content, sent_at }) => ({ id, isOwn: own, text: content, sentAt: sent_at })).toReversed();
}
