import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { isOfGuest } from "./guests-of-conversation.ts";

/** Ids of a client's inbox records, each ascending. */
interface Written {
  readonly conversations: number[];
  readonly messages: number[];
  /** The messages' attachments. */
  readonly attachments: number[];
}

/** Reads the ids of a client's conversations, their messages, and the messages' attachments. */
export async function conversationsOfGuest(
  { transaction, account }: AccountTransaction,
  clientId: number,
): Promise<Written> {
  const conversations = await transaction.rows<{ id: number }>(
    `select id from conversations where account_id = $1 and ${isOfGuest} order by id`,
    [account.id, clientId],
  );
  const messages = await transaction.rows<{ id: number }>(
    `select messages.id from messages join conversations
       on conversations.account_id = $1 and conversations.id = messages.conversation_id
     where messages.account_id = $1 and ${isOfGuest} order by messages.id`,
    [account.id, clientId],
  );
  const attachments = await transaction.rows<{ id: number }>(
    `select distinct attachment_id as id from messages_attachments
     where account_id = $1 and message_id = any($2::bigint[]) order by 1`,
    [account.id, `{${messages.map(({ id }) => id).join(",")}}`],
  );
  return {
    conversations: conversations.map(({ id }) => id),
    messages: messages.map(({ id }) => id),
    attachments: attachments.map(({ id }) => id),
  };
}
