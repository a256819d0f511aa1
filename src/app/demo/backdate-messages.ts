import type { Transaction } from "../../database/sql/transaction.ts";

/** SQL: an aggregate of a conversation's external messages. */
const ofMessages = (value: string): string =>
  `(select ${value} from messages where messages.account_id = $1
    and messages.conversation_id = conversations.id and messages.visibility = 'external')`;

/** The statements in order. `$1` is the account; `$2` is the time before which everything was written. */
const statements = [
  "update messages set created_at = sent_at, updated_at = sent_at where account_id = $1",
  `update conversations set created_at = ${ofMessages("min(sent_at)")}, updated_at = greatest(${ofMessages("max(sent_at)")}, closed_at),
     last_message_at = ${ofMessages("max(sent_at)")}, read_at = case when read_at is not null then ${ofMessages("max(sent_at)")} end
   where account_id = $1`,
  `update inquiries set created_at = conversations.created_at, updated_at = conversations.created_at
   from conversations_inquiries join conversations on conversations.account_id = $1
     and conversations.id = conversations_inquiries.conversation_id
   where inquiries.account_id = $1 and conversations_inquiries.account_id = $1 and conversations_inquiries.inquiry_id = inquiries.id`,
  `update participants set created_at = conversations.created_at, last_message_sent_at = last_message.at,
     updated_at = coalesce(last_message.at, conversations.created_at)
   from conversations cross join lateral (
     select participants.id as sender from participants
     where participants.account_id = $1 and participants.conversation_id = conversations.id
   ) as present cross join lateral (
     select max(sent_at) as at from messages
     where messages.account_id = $1 and messages.sender_id = present.sender and visibility = 'external'
   ) as last_message
   where participants.account_id = $1 and conversations.account_id = $1 and participants.id = present.sender`,
  "update review_replies set created_at = submitted_at, updated_at = submitted_at where account_id = $1",
  `update reviews set created_at = submitted_at, updated_at = coalesce((
     select replies.submitted_at from review_replies as replies
     where replies.account_id = $1 and replies.guest_review_id = reviews.id
   ), submitted_at) where account_id = $1`,
  "update host_reviews set created_at = coalesce(submitted_at, $2), updated_at = coalesce(submitted_at, $2) where account_id = $1",
  `update bookings set created_at = origins.created_at, updated_at = origins.updated_at, contract_updated_at = origins.created_at
   from bookings as origins
   where bookings.account_id = $1 and bookings.created_by_type = 'Booking' and origins.account_id = $1
     and origins.id = bookings.created_by_id`,
];

/**
 * Backdates messages, reviews and mirrors to realistic times.
 * @param now upper bound of these times (epoch milliseconds)
 */
export async function backdateMessages(transaction: Transaction, account: number, now: number): Promise<void> {
  for (const statement of statements) {
    const values = statement.includes("$2") ? [account, new Date(now).toISOString()] : [account];
    await transaction.run(statement, values);
  }
}
