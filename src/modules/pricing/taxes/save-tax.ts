import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import type { Check } from "../../../kernel/write/input/read-body.ts";
import { insertRecord, touchRecords, updateRecord } from "../../../kernel/write/store.ts";
import { tax } from "./tax.ts";
import { rulesIn, type TaxRuleInput } from "./tax-rules-input.ts";

/** The start must be before the end, if there is one. */
export const checkTax: Check = (draft, errors) => {
  const start = draft.value(tax.attributes.start_date);
  const end = draft.value(tax.attributes.end_date);
  if (typeof start === "number" && typeof end === "number" && start >= end) {
    errors.add("start_date", "must be before end_date");
  }
};

export async function createTax(context: WriteContext, draft: Draft, errors: ValidationErrors): Promise<number> {
  errors.throwIfAny();
  const rules = rulesIn(draft);
  const id = await insertRecord(context, draft);
  if (rules) await replaceRules(context, id, rules);
  return id;
}

export async function updateTax(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  errors.throwIfAny();
  const rules = rulesIn(draft);
  await updateRecord(context, id, draft);
  if (rules === undefined || !(await replaceRules(context, id, rules))) return;
  // The tax's record lists its rules, so it has changed too.
  await touchRecords(context, "taxes", [id]);
}

/** Replaces a tax's rules, leaving unchanged ones alone. @returns whether any changed */
async function replaceRules(
  { transaction, account }: WriteContext,
  id: number,
  rules: readonly TaxRuleInput[],
): Promise<boolean> {
  const unique = [...new Map(rules.map((rule) => [`${rule.comparator} ${rule.nights}`, rule])).values()];
  const values = [account.id, id, unique.map((rule) => rule.comparator), unique.map((rule) => String(rule.nights))];
  const ended = await transaction.run(
    `update tax_rules set deleted_at = statement_timestamp(), updated_at = statement_timestamp()
     where account_id = $1 and tax_id = $2 and deleted_at is null
       and (comparator, value) not in (select * from unnest($3::text[], $4::text[]))`,
    values,
  );
  const inserted = await transaction.run(
    `insert into tax_rules (account_id, tax_id, compared_attribute, comparator, value)
     select $1, $2, 'length_of_stay', comparator, value from unnest($3::text[], $4::text[]) as rule (comparator, value)
     where (comparator, value) not in (
       select comparator, value from tax_rules where account_id = $1 and tax_id = $2 and deleted_at is null
     ) returning account_id`,
    values,
  );
  return ended + inserted > 0;
}
