import type { Attribute } from "../../attribute.ts";
import type { ValidationErrors } from "../../errors.ts";
import { liveCondition } from "../../read/columns.ts";
import { type Resource, writtenRelations } from "../../resource.ts";
import type { WriteContext } from "../context.ts";
import type { Draft } from "./draft.ts";

/**
 * Checks that every record that a draft refers to exists, is live and is the account's, in one statement. A foreign record and an
 * unknown one are refused with the same words.
 */
export async function checkReferences(context: WriteContext, draft: Draft, errors: ValidationErrors): Promise<void> {
  const asked: { name: string; ids: readonly number[] }[] = [];
  const selects: string[] = [];
  const values: unknown[] = [context.account.id];
  for (const { name, relation } of writtenRelations(draft.resource)) {
    const ids = relation.kind === "one" ? idList(given(draft, relation)) : (given(draft, relation) ?? []);
    if (ids.length === 0) continue;
    asked.push({ name, ids });
    if (relation.traits.planned) continue;
    const target = context.registry.get(relation.traits.target);
    const root = target.tenancy === "everyone" ? "true" : `${target.table}.account_id = $1`;
    const live = liveCondition(target) ?? "true";
    const visible = visibleTo(context, target, values);
    values.push(`{${ids.join(",")}}`);
    selects.push(
      `select ${asked.length - 1} as asked, ${target.table}.id from ${target.table} where ${root} and ${live} and ${visible} and ${target.table}.id = any($${values.length}::bigint[])`,
    );
  }
  if (asked.length === 0) return;
  // The first parameter is named even where every target belongs to everyone.
  const sql = `select * from (${[...selects, "select -1, $1::bigint where false"].join(" union all ")}) as found`;
  const rows = await context.transaction.rows<{ asked: number; id: number }>(sql, values);
  for (const [index, { name, ids }] of asked.entries()) {
    const found = new Set(rows.filter((row) => row.asked === index).map((row) => row.id));
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length > 0)
      errors.add(name, ids.length > 1 ? `must exist (missing: ${missing.join(", ")})` : "must exist");
  }
}

/** SQL: the caller sees the row (see `visible` of a declaration); adds the values that it takes. */
function visibleTo({ caller }: WriteContext, { visible }: Resource, values: unknown[]): string {
  if (visible === undefined) return "true";
  const application = values.push(caller.application);
  const ofAccount = values.push(caller.ofAccount ?? false);
  const sql = visible.replaceAll(/:application\b/g, `$${application}::bigint`);
  return `(${sql.replaceAll(/:of_account\b/g, `$${ofAccount}::boolean`)})`;
}

function given<T>(
  draft: Draft,
  relation: { readonly written: { readonly attribute: Attribute<T> } | undefined },
): T | null | undefined {
  return relation.written ? draft.given(relation.written.attribute) : undefined;
}

function idList(id: number | null | undefined): readonly number[] {
  return id === null || id === undefined ? [] : [id];
}
