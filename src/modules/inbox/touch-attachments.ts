import type { WriteContext } from "../../kernel/write/context.ts";
import { touchRecords } from "../../kernel/write/store.ts";

/**
 * Notes that the attachments of a message that everybody may see have changed: they name it, and some are seen by more applications since.
 * Those of a note are left: others would learn of it by `updated_since`.
 */
export async function touchAttachments(context: WriteContext, message: number): Promise<void> {
  const sent = await context.transaction.rows<{ id: number }>(
    `select attachment_id as id from messages_attachments
     join messages on messages.account_id = messages_attachments.account_id and messages.id = messages_attachments.message_id
     where messages_attachments.account_id = $1 and messages_attachments.message_id = $2 and messages.visibility = 'external'
     order by 1`,
    [context.account.id, message],
  );
  if (sent.length > 0)
    await touchRecords(
      context,
      "attachments",
      sent.map(({ id }) => id),
    );
}
