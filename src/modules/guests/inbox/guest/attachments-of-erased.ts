import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";

/** Attachments that a write adds to a message. */
interface AddedAttachments {
  readonly message: number;
  readonly attachments: readonly number[];
  /** The attribute that names them. */
  readonly name: "attachments" | "attachment_ids";
}

/** Refuses new attachments for an erased message: the erasure would never reach them. The conversation's lock prevents races. */
export async function checkNotErased(
  { transaction, account }: WriteContext,
  { message, attachments, name }: AddedAttachments,
  errors: ValidationErrors,
): Promise<void> {
  const row = await transaction.row<{ refused: boolean }>(
    `select forgotten_at is not null and exists (
       select from unnest($3::bigint[]) as given (id) where not exists (
         select from messages_attachments where account_id = $1 and message_id = $2 and attachment_id = given.id)) as refused
     from messages where account_id = $1 and id = $2`,
    [account.id, message, `{${attachments.join(",")}}`],
  );
  if (row?.refused) errors.add(name, "can't be added: the message was erased");
}
