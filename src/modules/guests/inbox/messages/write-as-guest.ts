import type { WriteContext } from "../../../../kernel/write/context.ts";
import { noteMessage } from "../conversation-state.ts";
import { authorOf } from "./author.ts";
import { portalOrigin } from "./channels.ts";
import { mailMessage } from "./mail-message.ts";

/** A guest's message about their booking. */
export interface GuestMessage {
  readonly booking: number;
  readonly client: number;
  readonly text: string;
}

/** The same text again within this time is a repeated form. */
const repeatMinutes = 10;

/**
 * Stores a guest's message from the portal in their newest e-mail conversation about the booking, or starts one. Mails the account.
 * A repeated form stores nothing.
 * @returns the message's id; undefined for a repeated one, or if the guest's data was erased
 */
export async function writeAsGuest(context: WriteContext, message: GuestMessage): Promise<number | undefined> {
  const { transaction, account, now } = context;
  // Locks the guest's messages against a repeated form and against an erasure.
  const isThere = await transaction.row<{ id: number }>(
    "select id from clients where account_id = $1 and id = $2 and forget_me_at is null for no key update",
    [account.id, message.client],
  );
  if (!isThere) return undefined;
  const { conversation, sender } = (await currentConversation(context, message)) ?? (await begin(context, message));
  if (await isRepeated(context, sender, message.text)) return undefined;
  const sentAt = new Date(now).toISOString();
  const author = authorOf(context);
  const id = await idOf(
    transaction.row<{ id: number }>(
      `insert into messages (account_id, conversation_id, sender_id, content, origin, visibility, sent_at, created_by_id, created_by_type)
       values ($1, $2, $3, $4, $5, 'external', $6, $7, $8) returning id`,
      [
        ...[account.id, conversation, sender, message.text, portalOrigin, sentAt],
        ...[author.created_by_id, author.created_by_type],
      ],
    ),
  );
  await noteMessage(context, { conversation, sender, fromGuest: true, sentAt });
  await mailMessage(context, id);
  return id;
}

interface Seat {
  readonly conversation: number;
  /** The guest as a participant. */
  readonly sender: number;
}

/** The guest's newest e-mail conversation about the booking, locked. */
async function currentConversation(
  { transaction, account }: WriteContext,
  { booking, client }: GuestMessage,
): Promise<Seat | undefined> {
  return transaction.row<{ conversation: number; sender: number }>(
    `select conversations.id as conversation, participants.id as sender from conversations_bookings as about
     join conversations on conversations.account_id = $1 and conversations.id = about.conversation_id
     join participants on participants.account_id = $1 and participants.conversation_id = conversations.id
     where about.account_id = $1 and about.booking_id = $2 and participants.client_id = $3
       and conversations.default_channel = 'email' and conversations.forgotten_at is null
     order by conversations.id desc limit 1 for no key update of conversations`,
    [account.id, booking, client],
  );
}

async function begin(context: WriteContext, { booking, client }: GuestMessage): Promise<Seat> {
  const { transaction, account } = context;
  const { created_by_id, created_by_type } = authorOf(context);
  const conversation = await idOf(
    transaction.row<{ id: number }>(
      `insert into conversations (account_id, subject, default_channel, source_id, created_by_id, created_by_type)
       select $1, rentals.name, 'email', bookings.source_id, $3, $4 from bookings
       join rentals on rentals.account_id = bookings.account_id and rentals.id = bookings.rental_id
       where bookings.account_id = $1 and rentals.account_id = $1 and bookings.id = $2 returning id`,
      [account.id, booking, created_by_id, created_by_type],
    ),
  );
  await transaction.run(
    "insert into conversations_bookings (account_id, booking_id, conversation_id) values ($1, $2, $3)",
    [account.id, booking, conversation],
  );
  const sender = await idOf(
    transaction.row<{ id: number }>(
      "insert into participants (account_id, conversation_id, client_id) values ($1, $2, $3) returning id",
      [account.id, conversation, client],
    ),
  );
  return { conversation, sender };
}

async function isRepeated({ transaction, account }: WriteContext, sender: number, text: string): Promise<boolean> {
  const row = await transaction.row<{ content: string }>(
    `select content from messages where account_id = $1 and sender_id = $2 and created_at > statement_timestamp() - make_interval(mins => $3)
     order by id desc limit 1`,
    [account.id, sender, repeatMinutes],
  );
  return row?.content === text;
}

async function idOf(inserted: Promise<{ id: number } | undefined>): Promise<number> {
  const row = await inserted;
  if (!row) throw new Error("An insert into the inbox returned no id.");
  return row.id;
}
