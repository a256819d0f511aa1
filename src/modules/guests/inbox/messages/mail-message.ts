import { bookingReference } from "../../../../core/reference.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { queueMail } from "../../../platform/mails/queue-mail.ts";
import { inboxNotification } from "../../../platform/mails/templates/inbox-notification.ts";
import { messageToGuest } from "../../../platform/mails/templates/message-to-guest.ts";
import { portalOrigin } from "./channels.ts";

type StoredMessage = {
  content: string;
  origin: string;
  conversation_id: number;
  is_spam: boolean;
  is_email: boolean;
  reaches_guest: boolean;
  subject: string | null;
  client_id: number | null;
  is_restricted: boolean;
  guest: string | null;
  sender_email: string | null;
  booking_id: number | null;
  rental: string | null;
  default_locale: string;
};

/**
 * Queues the mails of an external message: a host's e-mail answer goes to the guests, and a guest's message to the account. Spam sends no mail.
 * Conversations of applications mail no guests unless an inquiry started them, the guest wrote on the portal, or the account allows it (`mail_guests_from_api`).
 */
export async function mailMessage(context: AccountTransaction, id: number): Promise<void> {
  const message = await readMessage(context, id);
  if (message.is_spam) return;
  if (message.client_id !== null) await reportToAccount(context, id, message);
  else if (message.is_email && message.origin === "service_inbox" && message.reaches_guest)
    await sendToGuests(context, id, message);
}

async function readMessage({ transaction, account }: AccountTransaction, id: number): Promise<StoredMessage> {
  const row = await transaction.row<StoredMessage>(
    `select messages.content, messages.origin, messages.conversation_id, conversations.marked_as_spam_at is not null as is_spam,
       coalesce(messages.channel, conversations.default_channel, '') = 'email' as is_email,
       conversations.created_by_type = 'User' or accounts.mail_guests_from_api or exists (
         select from conversations_inquiries where conversations_inquiries.account_id = $1
           and conversations_inquiries.conversation_id = conversations.id
       ) or exists (
         select from messages as written where written.account_id = $1 and written.conversation_id = conversations.id
           and written.origin = '${portalOrigin}'
       ) as reaches_guest,
       conversations.subject, participants.client_id, clients.processing_restricted_at is not null as is_restricted, clients.fullname as guest, hosts.email as sender_email,
       booked.id as booking_id, booked.name as rental, accounts.default_locale
     from messages
     join accounts on accounts.id = messages.account_id
     join conversations on conversations.account_id = $1 and conversations.id = messages.conversation_id
     join participants on participants.account_id = $1 and participants.id = messages.sender_id
     left join clients on clients.account_id = $1 and clients.id = participants.client_id
     left join hosts on hosts.account_id = $1 and hosts.id = participants.host_id
     left join lateral (
       select bookings.id, rentals.name from conversations_bookings
       join bookings on bookings.account_id = $1 and bookings.id = conversations_bookings.booking_id
       join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id
       where conversations_bookings.account_id = $1
         and conversations_bookings.conversation_id = messages.conversation_id
       order by bookings.id desc limit 1
     ) as booked on true
     where messages.account_id = $1 and messages.id = $2`,
    [account.id, id],
  );
  if (!row) throw new Error(`Stored message ${id} not found.`);
  return row;
}

/** Mails each participating guest with an address once. Replies go to the host who wrote. */
async function sendToGuests(context: AccountTransaction, id: number, message: StoredMessage): Promise<void> {
  const { transaction, account } = context;
  const guests = await transaction.rows<{
    id: number;
    fullname: string | null;
    address: string;
    preferred_locale: string | null;
  }>(
    `select clients.id, clients.fullname, clients.default_email as address, clients.preferred_locale
     from participants join clients on clients.account_id = $1 and clients.id = participants.client_id
     where participants.account_id = $1 and participants.conversation_id = $2 and clients.default_email is not null
       and clients.forget_me_at is null and clients.processing_restricted_at is null order by clients.id`,
    [account.id, message.conversation_id],
  );
  const about = { booking: message.booking_id, conversation: message.conversation_id };
  for (const { id: client, fullname, address, preferred_locale } of guests) {
    await queueMail(context, {
      to: { address, name: fullname ?? undefined },
      template: messageToGuest,
      locale: preferred_locale ?? message.default_locale,
      values: {
        name: fullname,
        message: message.content,
        subject: message.subject,
        reference: message.booking_id === null ? null : bookingReference(message.booking_id),
      },
      replyTo: message.sender_email ?? undefined,
      cause: `message ${id} to client ${client}`,
      about: { ...about, client },
    });
  }
}

/**
 * Mails the assignee or, without an assignee's address, the account's owners and managers. Skips disabled people.
 * For a restricted guest, it uses only addresses of the account's own people, since a host's address may be anyone's.
 */
async function reportToAccount(context: AccountTransaction, id: number, message: StoredMessage): Promise<void> {
  const { transaction, account } = context;
  const people = await transaction.rows<{ address: string; name: string }>(
    `with assigned as (
       select coalesce(case when not $3::boolean then hosts.email end, users.email) as address, hosts.firstname || ' ' || hosts.lastname as name
       from conversations
       join hosts on hosts.account_id = $1 and hosts.id = conversations.assignee_id
       left join memberships on memberships.account_id = $1 and memberships.user_id = hosts.user_id
       left join users on users.id = memberships.user_id
       where conversations.account_id = $1 and conversations.id = $2 and users.disabled_at is null and coalesce(case when not $3::boolean then hosts.email end, users.email) is not null
     )
     select address, name from assigned
     union all
     select users.email, users.fullname from memberships join users on users.id = memberships.user_id
     where memberships.account_id = $1 and memberships.role in ('owner', 'manager') and users.disabled_at is null
       and not exists (select from assigned)
     order by 1`,
    [account.id, message.conversation_id, message.is_restricted],
  );
  for (const { address, name } of people) {
    await queueMail(context, {
      to: { address, name },
      template: inboxNotification,
      locale: message.default_locale,
      values: {
        guest: message.guest,
        message: message.content,
        rental: message.rental,
        reference: message.booking_id === null ? null : bookingReference(message.booking_id),
      },
      cause: `message ${id} to ${address.toLowerCase()}`,
      about: { client: message.client_id, booking: message.booking_id, conversation: message.conversation_id },
    });
  }
}
