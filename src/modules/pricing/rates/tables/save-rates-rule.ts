import { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Parent } from "../../../../kernel/write/creates.ts";
import { endRecord } from "../../../../kernel/write/end-record.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { insertRecord, updateRecord } from "../../../../kernel/write/store.ts";
import { applicabilityColumns, saysWhen } from "../applicability.ts";
import { ratesRule } from "../rates-rule.ts";
import { applyingOfRule, checkRatesRule } from "./check-rates-rule.ts";
import { touchSeasons } from "./save-season.ts";
import { refuseFullTable } from "./table-bounds.ts";
import { assertChangeable, ratesTableChanged, ratesTableOf } from "./table-change.ts";

export async function createRatesRule(
  context: WriteContext,
  parent: Parent,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  const applicability = checkRatesRule(draft, errors);
  await assertChangeable(context, parent.id, "rules", errors);
  await refuseFullTable(context, parent.id, "rates_rules", errors);
  await assertOwnSeasons(context, parent.id, draft, errors);
  errors.throwIfAny();
  if (!applicability) throw new Error("A rule that never applies passed its checks.");
  const id = await insertRecord(context, draft, {
    rates_table_id: parent.id,
    ...applicabilityColumns(applicability),
  });
  await touchSeasons(context, seasonIds(draft));
  await ratesTableChanged(context, parent.id, "rules");
  return id;
}

/** Changes a rule. An applicability in the write replaces the stored one. */
export async function updateRatesRule(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  const table = await ratesTableOf(context, ratesRule, id);
  const applicability = checkRatesRule(draft, errors);
  await assertChangeable(context, table, "rules", errors);
  await assertOwnSeasons(context, table, draft, errors);
  errors.throwIfAny();
  if (!applicability) throw new Error("A rule that never applies passed its checks.");
  const before = new Set(await seasonsOfRule(context, id));
  const rewritten = saysWhen(draft, applyingOfRule);
  const changed = await updateRecord(context, id, draft, rewritten ? applicabilityColumns(applicability) : {});
  if (!changed) return;
  if (applicability.when !== "seasons") await leaveSeasons(context, id);
  const after = new Set(await seasonsOfRule(context, id));
  await touchSeasons(context, [...before.symmetricDifference(after)]);
  await ratesTableChanged(context, table, "rules");
}

export async function destroyRatesRule(context: WriteContext, id: number): Promise<void> {
  const table = await ratesTableOf(context, ratesRule, id);
  const errors = new ValidationErrors();
  await assertChangeable(context, table, "rules", errors);
  errors.throwIfAny();
  await touchSeasons(context, await seasonsOfRule(context, id));
  await leaveSeasons(context, id);
  await endRecord(context, ratesRule, id);
  await ratesTableChanged(context, table, "rules");
}

/** A rule can only apply in its own rates table's seasons. The kernel has already refused missing seasons. */
async function assertOwnSeasons(
  { transaction, account }: WriteContext,
  table: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  const ids = seasonIds(draft);
  if (ids.length === 0 || errors.has("season_ids")) return;
  const others = await transaction.rows<{ id: number }>(
    "select id from seasons where account_id = $1 and id = any($2::bigint[]) and rates_table_id <> $3 order by id",
    [account.id, `{${ids.join(",")}}`, table],
  );
  if (others.length === 0) return;
  const list = others.map(({ id }) => id).join(", ");
  errors.add("season_ids", `must be seasons of the rule's rates table (not: ${list})`);
}

function seasonIds(draft: Draft): readonly number[] {
  return (applyingOfRule.seasons && draft.input(applyingOfRule.seasons)) ?? [];
}

async function seasonsOfRule({ transaction, account }: WriteContext, id: number): Promise<number[]> {
  const rows = await transaction.rows<{ season_id: number }>(
    "select season_id from rates_rules_seasons where account_id = $1 and rates_rule_id = $2",
    [account.id, id],
  );
  return rows.map((row) => row.season_id);
}

async function leaveSeasons({ transaction, account }: WriteContext, id: number): Promise<void> {
  await transaction.run("delete from rates_rules_seasons where account_id = $1 and rates_rule_id = $2", [
    account.id,
    id,
  ]);
}
