import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";

/** Files that a write gives to a message: under which name it does so. */
interface Given {
  readonly message: number;
  readonly attachments: readonly number[];
  readonly name: "attachments" | "attachment_ids";
}

/**
 * A message that was erased with its guest's data takes no further files: forgetting has passed it already, and they would stay for good.
 * Its conversation is locked by now, so that none comes while it is erased.
 */
export async function checkNotErased(
  { transaction, account }: WriteContext,
  { message, attachments, name }: Given,
  errors: ValidationErrors,
): Promise<void> {
  const row = await transaction.row<{ refused: boolean }>(
    `select forgotten_at is not null and exists (
       select from unnest($3::bigint[]) as given (id) where not exists (
         select from messages_attachments where account_id = $1 and message_id = $2 and attachment_id = given.id)) as refused
     from messages where account_id = $1 and id = $2`,
    [account.id, message, `{${attachments.join(",")}}`],
  );
  if (row?.refused) errors.add(name, "cannot be added: the message was erased for good");
}
