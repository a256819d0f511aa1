import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { attachment } from "../../../platform/attachments/attachment.ts";
import { eraseAttachments } from "../../../platform/attachments/erase-attachments.ts";
import { erasedText, type ForgetGuest } from "../../../stays/clients/guest-data.ts";
import { conversation } from "../conversation.ts";
import { message } from "../message.ts";
import { beganWithGuest, isOfGuest } from "./guests-of-conversation.ts";

/**
 * Erases a guest's conversations: their subjects and all messages except other guests'.
 * A message that is being written waits, and is then refused.
 */
export const eraseGuestInInbox: ForgetGuest = async (context, { id }) => {
  const { transaction, account } = context;
  const conversations = await transaction.rows<{ id: number }>(
    `update conversations set subject = null, forgotten_at = coalesce(forgotten_at, (select statement_timestamp())), updated_at = statement_timestamp()
     where account_id = $1 and ${isOfGuest} returning id`,
    [account.id, id],
  );
  const ids = conversations.map((row) => row.id);
  const messages = await transaction.rows<{ id: number }>(
    `update messages set content = $4, forgotten_at = statement_timestamp(), updated_at = statement_timestamp()
     where account_id = $1 and conversation_id = any($3::bigint[]) and forgotten_at is null and (${beganWithGuest("messages.conversation_id")} or not exists (
       select from participants where participants.account_id = $1 and participants.id = messages.sender_id
         and participants.client_id is not null and participants.client_id <> $2))
     returning id`,
    [account.id, id, `{${ids.join(",")}}`, erasedText],
  );
  const erased = messages.map((row) => row.id);
  return [
    { resource: conversation, ids },
    { resource: message, ids: erased },
    {
      resource: attachment,
      ids: await eraseAttachments(context, await onlySentWith(context, erased)),
      additional: ["file_error"],
    },
  ];
};

/** The attachments that no other remaining message has. */
async function onlySentWith(
  { transaction, account }: AccountTransaction,
  messages: readonly number[],
): Promise<number[]> {
  const rows = await transaction.rows<{ id: number }>(
    `select distinct sent.attachment_id as id from messages_attachments as sent
     where sent.account_id = $1 and sent.message_id = any($2::bigint[]) and not exists (
       select from messages_attachments as other
       join messages on messages.account_id = $1 and messages.id = other.message_id
       where other.account_id = $1 and other.attachment_id = sent.attachment_id and messages.forgotten_at is null)
     order by 1`,
    [account.id, `{${messages.join(",")}}`],
  );
  return rows.map(({ id }) => id);
}
