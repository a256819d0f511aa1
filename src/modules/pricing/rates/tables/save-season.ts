import { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Parent } from "../../../../kernel/write/creates.ts";
import { endRecord } from "../../../../kernel/write/end-record.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { insertRecord, touchRecords, updateRecord } from "../../../../kernel/write/store.ts";
import { season } from "../season.ts";
import { refuseFullTable } from "./table-bounds.ts";
import { assertChangeable, ratesTableChanged, ratesTableOf } from "./table-change.ts";

/** Creates a season in a rates table, without periods. */
export async function createSeason(
  context: WriteContext,
  parent: Parent,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  await assertChangeable(context, parent.id, "nights", errors);
  await refuseFullTable(context, parent.id, "seasons", errors);
  errors.throwIfAny();
  const id = await insertRecord(context, draft, { rates_table_id: parent.id });
  await ratesTableChanged(context, parent.id, "nights");
  return id;
}

export async function updateSeason(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  const table = await ratesTableOf(context, season, id);
  await assertChangeable(context, table, "nights", errors);
  errors.throwIfAny();
  if (await updateRecord(context, id, draft)) await ratesTableChanged(context, table, "nights");
}

/**
 * Deletes a season with its periods and the rules that apply only in it. Rules with other seasons keep those. A rentals fee that
 * applied only in this season stays, so that a manager can set when it applies.
 */
export async function destroySeason(context: WriteContext, id: number): Promise<void> {
  const { transaction, account } = context;
  const errors = new ValidationErrors();
  const table = await ratesTableOf(context, season, id);
  await assertChangeable(context, table, "nights", errors);
  errors.throwIfAny();
  await transaction.run(
    `update rates_rules set updated_at = statement_timestamp(), deleted_at = case when exists (
         select from rates_rules_seasons
         where rates_rules_seasons.account_id = $1 and rates_rule_id = rates_rules.id and season_id <> $2
       ) then null else (select statement_timestamp()) end
     where account_id = $1 and deleted_at is null and id in (
       select rates_rule_id from rates_rules_seasons where account_id = $1 and season_id = $2
     )`,
    [account.id, id],
  );
  await endRecord(context, season, id);
  await ratesTableChanged(context, table, "nights");
}

/** Touches seasons whose periods or rules have changed. */
export function touchSeasons(context: WriteContext, ids: readonly number[]): Promise<void> {
  return touchRecords(context, "seasons", ids);
}
