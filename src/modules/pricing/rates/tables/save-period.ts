import { addMonths, dayOfInstant, formatDay } from "../../../../core/day.ts";
import { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Parent } from "../../../../kernel/write/creates.ts";
import { endRecord } from "../../../../kernel/write/end-record.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import type { Check } from "../../../../kernel/write/input/read-body.ts";
import { insertRecord, updateRecord } from "../../../../kernel/write/store.ts";
import { period } from "../period.ts";
import { season } from "../season.ts";
import { touchSeasons } from "./save-season.ts";
import { refuseFullTable } from "./table-bounds.ts";
import { assertChangeable, ratesTableChanged, ratesTableOf } from "./table-change.ts";

const { start_date, end_date } = period.attributes;

/** The start must be before the end, and the end at most three years after the UTC date (the registry, periods). */
export const checkPeriod: Check = (draft, errors, context) => {
  const start = draft.value(start_date);
  const end = draft.value(end_date);
  if (typeof start === "number" && typeof end === "number" && start >= end) {
    errors.add("start_date", "must be before end_date");
  }
  const last = addMonths(dayOfInstant(context.now), 36);
  if (draft.changes(end_date) && typeof end === "number" && end > last) {
    errors.add("end_date", `must be at most three years ahead: ${formatDay(last)}`);
  }
};

export async function createPeriod(
  context: WriteContext,
  parent: Parent,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  const table = await ratesTableOf(context, season, parent.id);
  await assertChangeable(context, table, "nights", errors);
  await refuseFullTable(context, table, "periods", errors);
  await assertNoOverlap(context, table, draft, errors);
  errors.throwIfAny();
  const id = await insertRecord(context, draft, { season_id: parent.id, rates_table_id: table });
  await periodChanged(context, table, parent.id);
  return id;
}

export async function updatePeriod(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  const { table, season } = await parentsOf(context, id);
  await assertChangeable(context, table, "nights", errors);
  await assertNoOverlap(context, table, draft, errors, id);
  errors.throwIfAny();
  if (await updateRecord(context, id, draft)) await periodChanged(context, table, season);
}

/** Archives a period. Its nights return to the base rate. */
export async function archivePeriod(context: WriteContext, id: number): Promise<void> {
  const { table, season } = await parentsOf(context, id);
  const errors = new ValidationErrors();
  await assertChangeable(context, table, "nights", errors);
  errors.throwIfAny();
  if (await endRecord(context, period, id)) await periodChanged(context, table, season);
}

/**
 * A night has one season, so periods of a rates table cannot overlap. Lock the table first; the exclusion constraint
 * `no_night_has_two_seasons` is the backstop.
 */
async function assertNoOverlap(
  { transaction, account }: WriteContext,
  table: number,
  draft: Draft,
  errors: ValidationErrors,
  excludedId?: number,
): Promise<void> {
  const start = draft.value(start_date);
  const end = draft.value(end_date);
  if (typeof start !== "number" || typeof end !== "number" || start >= end) return;
  const conflict = await transaction.row<{ id: number; season_id: number; start_date: number; end_date: number }>(
    `select id, season_id, start_date, end_date from periods
     where account_id = $1 and rates_table_id = $2 and archived_at is null and id is distinct from $5
       and daterange(start_date, end_date, '[]') && daterange($3, $4, '[]')
     order by start_date limit 1`,
    [account.id, table, formatDay(start), formatDay(end), excludedId ?? null],
  );
  if (!conflict) return;
  const days = `${formatDay(conflict.start_date)} to ${formatDay(conflict.end_date)}`;
  errors.add("base", `overlaps period ${conflict.id} of season ${conflict.season_id} (${days})`);
}

async function parentsOf(
  { transaction, account }: WriteContext,
  id: number,
): Promise<{ table: number; season: number }> {
  const row = await transaction.row<{ rates_table_id: number; season_id: number }>(
    "select rates_table_id, season_id from periods where account_id = $1 and id = $2",
    [account.id, id],
  );
  if (!row) throw new Error(`Period ${id} disappeared while locked.`);
  return { table: row.rates_table_id, season: row.season_id };
}

async function periodChanged(context: WriteContext, table: number, season: number): Promise<void> {
  await touchSeasons(context, [season]);
  await ratesTableChanged(context, table, "nights");
}
