import type { AccountTransaction } from "../../kernel/write/context.ts";
import { isOfGuest } from "./guests-of-conversation.ts";

/** The ids of a client's conversations, and of the messages in them, each ascending. */
export async function conversationsOfGuest(
  { transaction, account }: AccountTransaction,
  clientId: number,
): Promise<{ readonly conversations: number[]; readonly messages: number[] }> {
  const conversations = await transaction.rows<{ id: number }>(
    `select id from conversations where account_id = $1 and ${isOfGuest} order by id`,
    [account.id, clientId],
  );
  const messages = await transaction.rows<{ id: number }>(
    `select messages.id from messages join conversations
       on conversations.account_id = messages.account_id and conversations.id = messages.conversation_id
     where messages.account_id = $1 and ${isOfGuest} order by messages.id`,
    [account.id, clientId],
  );
  return { conversations: conversations.map(({ id }) => id), messages: messages.map(({ id }) => id) };
}
