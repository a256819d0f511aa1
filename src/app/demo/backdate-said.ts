import type { Transaction } from "../../database/sql/transaction.ts";

/** SQL: the messages of a conversation that everybody may see. */
const seen = (value: string): string =>
  `(select ${value} from messages where messages.account_id = conversations.account_id
    and messages.conversation_id = conversations.id and messages.visibility = 'external')`;

/** The statements, in their order; `$1` is the account, `$2` the moment before which everything was said. */
const statements = [
  "update messages set created_at = sent_at, updated_at = sent_at where account_id = $1",
  `update conversations set created_at = ${seen("min(sent_at)")}, updated_at = greatest(${seen("max(sent_at)")}, closed_at),
     last_message_at = ${seen("max(sent_at)")}, read_at = case when read_at is not null then ${seen("max(sent_at)")} end
   where account_id = $1`,
  `update inquiries set created_at = conversations.created_at, updated_at = conversations.created_at
   from conversations_inquiries join conversations on conversations.account_id = conversations_inquiries.account_id
     and conversations.id = conversations_inquiries.conversation_id
   where inquiries.account_id = $1 and conversations_inquiries.account_id = $1 and conversations_inquiries.inquiry_id = inquiries.id`,
  `update participants set created_at = conversations.created_at, last_message_sent_at = said.at,
     updated_at = coalesce(said.at, conversations.created_at)
   from conversations cross join lateral (
     select participants.id as sender from participants
     where participants.account_id = conversations.account_id and participants.conversation_id = conversations.id
   ) as present cross join lateral (
     select max(sent_at) as at from messages
     where messages.account_id = conversations.account_id and messages.sender_id = present.sender and visibility = 'external'
   ) as said
   where participants.account_id = $1 and conversations.account_id = $1 and participants.id = present.sender`,
  "update review_replies set created_at = submitted_at, updated_at = submitted_at where account_id = $1",
  `update reviews set created_at = submitted_at, updated_at = coalesce((
     select replies.submitted_at from review_replies as replies
     where replies.account_id = reviews.account_id and replies.guest_review_id = reviews.id
   ), submitted_at) where account_id = $1`,
  "update host_reviews set created_at = coalesce(submitted_at, $2), updated_at = coalesce(submitted_at, $2) where account_id = $1",
  `update bookings set created_at = origins.created_at, updated_at = origins.updated_at, contract_updated_at = origins.created_at
   from bookings as origins
   where bookings.account_id = $1 and bookings.created_by_type = 'Booking' and origins.account_id = $1
     and origins.id = bookings.created_by_id`,
];

/**
 * Gives messages, reviews and mirrors the times at which they would have been written.
 * @param now before which all of it was (epoch milliseconds)
 */
export async function backdateSaid(transaction: Transaction, account: number, now: number): Promise<void> {
  for (const statement of statements) {
    const values = statement.includes("$2") ? [account, new Date(now).toISOString()] : [account];
    await transaction.run(statement, values);
  }
}
