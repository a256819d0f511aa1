import { invalid, type ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { endRecord } from "../../../kernel/write/end-record.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { insertRecord, updateRecord } from "../../../kernel/write/store.ts";
import { automation } from "./automation.ts";
import { planNow } from "./plan/plan-rule.ts";

/** Maximum rules per account. Concurrent creations may exceed it slightly. */
const maxRules = 200;

/** Creates a rule and plans its actions. @returns its id @throws RequestError 422 */
export async function createAutomation(context: WriteContext, draft: Draft, errors: ValidationErrors): Promise<number> {
  const { transaction, account } = context;
  const counted = await transaction.row<{ rules: number }>(
    "select count(*) as rules from automations where account_id = $1 and deleted_at is null",
    [account.id],
  );
  if (counted && counted.rules >= maxRules)
    errors.add("base", `the account already has ${maxRules} rules, the maximum: delete one first`);
  if (needsTemplate(draft)) errors.add("message_template_id", blankTemplate);
  errors.throwIfAny();
  const id = await insertRecord(context, draft);
  await planNow(context, id);
  return id;
}

/** Changes a rule and plans its actions again. @throws RequestError 422 */
export async function updateAutomation(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  if (needsTemplate(draft) && !(await isBuiltIn(context, id))) errors.add("message_template_id", blankTemplate);
  errors.throwIfAny();
  if (await updateRecord(context, id, draft)) await planNow(context, id);
}

/** Deletes a rule and cancels its actions. @throws RequestError 422 for a built-in rule */
export async function destroyAutomation(context: WriteContext, id: number): Promise<void> {
  if (await isBuiltIn(context, id)) throw invalid({ base: ["a built-in rule can't be deleted: switch it off"] });
  await endRecord(context, automation, id);
  await planNow(context, id);
}

const blankTemplate = "can't be blank for a message";

/** Whether the rule sends a message without a template, which only a built-in rule can. */
export const needsTemplate = (draft: Draft): boolean =>
  draft.value(automation.attributes.effect) === "message" &&
  (draft.value(automation.relations.message_template.reference) ?? null) === null;

async function isBuiltIn({ transaction, account }: WriteContext, id: number): Promise<boolean> {
  const row = await transaction.row<{ built_in: string | null }>(
    "select built_in from automations where account_id = $1 and id = $2",
    [account.id, id],
  );
  return (row?.built_in ?? null) !== null;
}
