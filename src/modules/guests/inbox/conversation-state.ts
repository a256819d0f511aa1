import type { AccountTransaction } from "../../../kernel/write/context.ts";

/** Locks a conversation. In lock order it comes after clients, and before participants and messages. */
export async function lockConversation({ transaction, account }: AccountTransaction, id: number): Promise<void> {
  await transaction.run("select from conversations where account_id = $1 and id = $2 for no key update", [
    account.id,
    id,
  ]);
}

/** Marks a conversation as read up to where a participant has read, if that is a host. */
export async function noteRead({ transaction, account }: AccountTransaction, participantId: number): Promise<void> {
  await transaction.run(
    `update conversations set read_at = participants.read_at, updated_at = statement_timestamp()
     from participants
     where participants.account_id = $1 and participants.id = $2 and participants.host_id is not null
       and conversations.account_id = $1 and conversations.id = participants.conversation_id
       and conversations.read_at is distinct from participants.read_at`,
    [account.id, participantId],
  );
}

/** An external message. */
export interface NewMessage {
  readonly conversation: number;
  /** The participant. */
  readonly sender: number;
  readonly fromGuest: boolean;
  /** Whether a rule wrote it: then no member has read the guest's earlier messages. */
  readonly isAutomatic?: boolean;
  /** ISO 8601. */
  readonly sentAt: string;
}

/**
 * Updates the conversation and the sender after a message. A guest's message is unread and reopens the conversation, except spam; a
 * host's marks it as read, unless a rule wrote it.
 * Not for internal messages: `updated_since` would reveal them to other applications.
 */
export async function noteMessage({ transaction, account }: AccountTransaction, message: NewMessage): Promise<void> {
  const { conversation, sender, fromGuest, isAutomatic = false, sentAt } = message;
  await transaction.run(
    `update conversations set
       last_message_at = greatest(last_message_at, least($3::timestamptz, statement_timestamp())),
       read_at = case when $4::boolean then null when $5::boolean and last_message_at is not null then read_at
         else (select statement_timestamp()) end,
       closed_at = case when $4::boolean and marked_as_spam_at is null then null else closed_at end,
       updated_at = statement_timestamp()
     where account_id = $1 and id = $2`,
    [account.id, conversation, sentAt, fromGuest, isAutomatic],
  );
  await transaction.run(
    `update participants set
       last_message_sent_at = greatest(last_message_sent_at, least($3::timestamptz, statement_timestamp())),
       updated_at = statement_timestamp()
     where account_id = $1 and id = $2`,
    [account.id, sender, sentAt],
  );
}
