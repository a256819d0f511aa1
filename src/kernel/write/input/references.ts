import type { Attribute } from "../../attribute.ts";
import type { ValidationErrors } from "../../errors.ts";
import { liveCondition } from "../../read/columns.ts";
import { withAccount } from "../../read/parameters.ts";
import { type Resource, writtenRelations } from "../../resource.ts";
import type { WriteContext } from "../context.ts";
import type { Draft } from "./draft.ts";

/**
 * Checks in one statement that every referenced record exists, is live and belongs to the account. Foreign and unknown records get the
 * same message.
 */
export async function checkReferences(context: WriteContext, draft: Draft, errors: ValidationErrors): Promise<void> {
  const references: { name: string; ids: readonly number[] }[] = [];
  const selects: string[] = [];
  const values: unknown[] = [context.account.id];
  for (const { name, relation } of writtenRelations(draft.resource)) {
    const ids = relation.kind === "one" ? idList(inputOf(draft, relation)) : (inputOf(draft, relation) ?? []);
    if (ids.length === 0) continue;
    references.push({ name, ids });
    if (relation.traits.planned) continue;
    const target = context.registry.get(relation.traits.target);
    const root = target.tenancy === "everyone" ? "true" : `${target.table}.account_id = $1`;
    const live = liveCondition(target) ?? "true";
    const visible = visibleTo(context, target, values);
    values.push(`{${ids.join(",")}}`);
    selects.push(
      `select ${references.length - 1} as reference, ${target.table}.id from ${target.table} where ${root} and ${live} and ${visible} and ${target.table}.id = any($${values.length}::bigint[])`,
    );
  }
  if (references.length === 0) return;
  // `$1` must be used even where every target belongs to everyone.
  const sql = `select * from (${[...selects, "select -1, $1::bigint where false"].join(" union all ")}) as found`;
  const rows = await context.transaction.rows<{ reference: number; id: number }>(sql, values);
  for (const [index, { name, ids }] of references.entries()) {
    const found = new Set(rows.filter((row) => row.reference === index).map((row) => row.id));
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length > 0)
      errors.add(name, ids.length > 1 ? `must exist (missing: ${missing.join(", ")})` : "must exist");
  }
}

/** SQL: the caller sees the row (see `visible` of a declaration). Appends its parameters to `values`. */
function visibleTo({ caller }: WriteContext, { visible }: Resource, values: unknown[]): string {
  if (visible === undefined) return "true";
  const application = values.push(caller.application);
  const ofAccount = values.push(caller.ofAccount ?? false);
  const sql = withAccount(visible, "$1").replaceAll(/:application\b/g, `$${application}::bigint`);
  return `(${sql.replaceAll(/:of_account\b/g, `$${ofAccount}::boolean`)})`;
}

function inputOf<T>(
  draft: Draft,
  relation: { readonly written: { readonly attribute: Attribute<T> } | undefined },
): T | null | undefined {
  return relation.written ? draft.input(relation.written.attribute) : undefined;
}

function idList(id: number | null | undefined): readonly number[] {
  return id === null || id === undefined ? [] : [id];
}
