import type { WriteContext } from "../../../../kernel/write/context.ts";
import { touchRecords } from "../../../../kernel/write/store.ts";

/** An external message's attachments. A note has none here, because `updated_since` would reveal it. */
export async function sentAttachments(context: WriteContext, message: number): Promise<number[]> {
  const sent = await context.transaction.rows<{ id: number }>(
    `select attachment_id as id from messages_attachments
     join messages on messages.account_id = $1 and messages.id = messages_attachments.message_id
     where messages_attachments.account_id = $1 and messages_attachments.message_id = $2 and messages.visibility = 'external'
     order by 1`,
    [context.account.id, message],
  );
  return sent.map(({ id }) => id);
}

/** Touches attachments: they list their messages, and more applications may see them now. */
export async function touchAttachments(context: WriteContext, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await touchRecords(context, "attachments", ids);
}
