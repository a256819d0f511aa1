import type { WriteContext } from "../../../../kernel/write/context.ts";
import { touchRecords } from "../../../../kernel/write/store.ts";

/** The attachments of a message that everybody may see. Those of a note are left out: `updated_since` would tell others of it. */
export async function sentAttachments(context: WriteContext, message: number): Promise<number[]> {
  const sent = await context.transaction.rows<{ id: number }>(
    `select attachment_id as id from messages_attachments
     join messages on messages.account_id = messages_attachments.account_id and messages.id = messages_attachments.message_id
     where messages_attachments.account_id = $1 and messages_attachments.message_id = $2 and messages.visibility = 'external'
     order by 1`,
    [context.account.id, message],
  );
  return sent.map(({ id }) => id);
}

/** Notes that these attachments have changed: they name their messages, and some are seen by more applications since. */
export async function touchAttachments(context: WriteContext, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await touchRecords(context, "attachments", ids);
}
