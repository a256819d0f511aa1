import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { updateRecord } from "../../../../kernel/write/store.ts";
import { assertMayShow } from "./assert-may-show.ts";
import { messageTemplate } from "./message-template.ts";

const { body, subject } = messageTemplate.attributes;

/**
 * Changes a template. Rules that mail people or write in conversations show the new text to others than the guest.
 * @throws RequestError 422; 403 for a caller that can't read what such a rule would show
 */
export async function updateTemplate(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  errors.throwIfAny();
  const texts = [body, subject]
    .filter((attribute) => draft.changes(attribute))
    .flatMap((attribute) => Object.values(draft.input(attribute) ?? {}))
    .filter((text) => typeof text === "string");
  if (texts.length > 0 && (await isShownToOthers(context, id))) assertMayShow(context, texts);
  await updateRecord(context, id, draft);
}

async function isShownToOthers({ transaction, account }: WriteContext, id: number): Promise<boolean> {
  const rules = await transaction.run(
    `select from automations where account_id = $1 and message_template_id = $2 and deleted_at is null
       and (effect = 'mail' or effect = 'message' and delivery = 'conversation') limit 1`,
    [account.id, id],
  );
  return rules > 0;
}
