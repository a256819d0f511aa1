import { erasedText, type ForgetGuest } from "../clients/guest-data.ts";
import { conversation } from "./conversation.ts";
import { beganWithGuest, isOfGuest } from "./guests-of-conversation.ts";
import { message } from "./message.ts";

/**
 * Erases what was written with and about a guest: all messages of their conversations but those of other guests, and what they were about.
 * A message that is being written waits for this, and is refused.
 */
export const forgetGuestInInbox: ForgetGuest = async ({ transaction, account }, { id }) => {
  const conversations = await transaction.rows<{ id: number }>(
    `update conversations set subject = null, forgotten_at = coalesce(forgotten_at, clock_timestamp()), updated_at = clock_timestamp()
     where account_id = $1 and ${isOfGuest} returning id`,
    [account.id, id],
  );
  const ids = conversations.map((row) => row.id);
  const messages = await transaction.rows<{ id: number }>(
    `update messages set content = $4, forgotten_at = clock_timestamp(), updated_at = clock_timestamp()
     where account_id = $1 and conversation_id = any($3::bigint[]) and forgotten_at is null and (${beganWithGuest("messages.conversation_id")} or not exists (
       select from participants where participants.account_id = $1 and participants.id = messages.sender_id
         and participants.client_id is not null and participants.client_id <> $2))
     returning id`,
    [account.id, id, `{${ids.join(",")}}`, erasedText],
  );
  return [
    { resource: conversation, ids },
    { resource: message, ids: messages.map((row) => row.id) },
  ];
};
