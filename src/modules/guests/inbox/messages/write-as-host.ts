import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { ownApplication } from "../../../platform/access/applications/own-application.ts";
import type { BookingOrInquiry } from "../booking-or-inquiry.ts";
import { lockConversation, noteMessage } from "../conversation-state.ts";
import { mailMessage } from "./mail-message.ts";

/** The newest conversation about a booking or an inquiry, and who writes in it for the host. */
type Desk = { conversation: number; host: number };

/**
 * Writes to the guest in their newest conversation about a booking or an inquiry, as its assignee or another host. The conversation's channel
 * relays it. An unread conversation stays unread.
 * @returns whether there is such a conversation that is open to its guest, and a host
 */
export async function writeAsHost(
  context: AccountTransaction,
  about: BookingOrInquiry,
  content: string,
): Promise<boolean> {
  const desk = await findDesk(context, about, true);
  if (!desk) return false;
  const { id, sender, sentAt } = await insertMessage(context, desk, content, "external");
  await noteMessage(context, { conversation: desk.conversation, sender, fromGuest: false, isAutomatic: true, sentAt });
  await mailMessage(context, id);
  return true;
}

/** Writes an internal note in the same conversation. @returns whether there is one, and a host */
export async function noteAsHost(
  context: AccountTransaction,
  about: BookingOrInquiry,
  content: string,
): Promise<boolean> {
  const desk = await findDesk(context, about, false);
  if (!desk) return false;
  await insertMessage(context, desk, content, "internal");
  return true;
}

/** @param isToGuest whether the booking's guest must take part, unless no guest does: after a change of guest, the former one still does */
async function findDesk(
  context: AccountTransaction,
  about: BookingOrInquiry,
  isToGuest: boolean,
): Promise<Desk | undefined> {
  const { transaction, account } = context;
  const desk = await transaction.row<Desk>(
    `select conversations.id as conversation, coalesce(conversations.assignee_id, (
         select participants.host_id from participants where participants.account_id = $1
           and participants.conversation_id = conversations.id and participants.host_id is not null order by participants.id limit 1
       ), (
         select hosts.id from hosts where hosts.account_id = $1 and hosts.forget_me_at is null order by hosts.id limit 1
       )) as host
     from conversations where conversations.account_id = $1 and conversations.id in (
         select named.conversation_id from conversations_bookings as named where named.account_id = $1 and named.booking_id = $2::bigint
         union all
         select started.conversation_id from conversations_inquiries as started
         where started.account_id = $1 and started.inquiry_id = $3::bigint
       ) and conversations.forgotten_at is null and conversations.marked_as_spam_at is null
       and (not $4::boolean or (
         select bool_or(guests.client_id = bookings.client_id) from participants as guests
         join bookings on bookings.account_id = $1 and bookings.id = $2::bigint
         where guests.account_id = $1 and guests.conversation_id = conversations.id and guests.client_id is not null
       ) is not false)
     order by conversations.id desc limit 1`,
    [account.id, "booking" in about ? about.booking : null, "inquiry" in about ? about.inquiry : null, isToGuest],
  );
  if (!desk?.host) return undefined;
  await lockConversation(context, desk.conversation);
  return desk;
}

async function insertMessage(
  context: AccountTransaction,
  desk: Desk,
  content: string,
  visibility: "internal" | "external",
): Promise<{ readonly id: number; readonly sender: number; readonly sentAt: string }> {
  const { transaction, account } = context;
  const application = await ownApplication(transaction);
  const sender = (await findSender(context, desk)) ?? (await addSender(context, desk));
  const row = await transaction.row<{ id: number; sent_at: number }>(
    `insert into messages (account_id, conversation_id, sender_id, content, origin, visibility, sent_at, created_by_id, created_by_type)
     values ($1, $2, $3, $4, 'service_inbox', $5, date_trunc('second', statement_timestamp()), $6, 'Application')
     returning id, sent_at`,
    [account.id, desk.conversation, sender, content, visibility, application],
  );
  if (!row) throw new Error(`The message in conversation ${desk.conversation} was not stored.`);
  return { id: row.id, sender, sentAt: new Date(row.sent_at).toISOString() };
}

async function findSender(
  { transaction, account }: AccountTransaction,
  { conversation, host }: Desk,
): Promise<number | undefined> {
  const row = await transaction.row<{ id: number }>(
    "select id from participants where account_id = $1 and conversation_id = $2 and host_id = $3 order by id limit 1",
    [account.id, conversation, host],
  );
  return row?.id;
}

async function addSender({ transaction, account }: AccountTransaction, { conversation, host }: Desk): Promise<number> {
  const row = await transaction.row<{ id: number }>(
    "insert into participants (account_id, conversation_id, host_id) values ($1, $2, $3) returning id",
    [account.id, conversation, host],
  );
  if (!row) throw new Error(`The host of conversation ${conversation} was not added.`);
  return row.id;
}
