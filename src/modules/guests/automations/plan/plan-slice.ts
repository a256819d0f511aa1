import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { lockOne, planning, type Subject } from "./subjects.ts";

/** Records of one statement: a change of one of them waits for the slice's transaction. */
const sliceSize = 200;

/** A rule to plan. */
export interface PlannedRule {
  readonly id: number;
  readonly about: Subject;
}

/** A part of the bookings or inquiries that a rule is about, by ascending id. */
export interface Slice {
  /** The last record of the slice; undefined at the end. */
  readonly last: number | undefined;
  /** Records with a concurrent change. They are planned one by one. */
  readonly busy: readonly number[];
}

const listOf = (ids: readonly number[]): string => `{${ids.join(",")}}`;

/**
 * Plans the actions of one rule for the next records. Locks them against changes, and waits for none of them.
 * @param after the last record of the previous slice
 */
export async function planSlice(context: AccountTransaction, rule: PlannedRule, after: number): Promise<Slice> {
  const { transaction, account } = context;
  const rows = await transaction.rows<{ id: number }>(planning[rule.about].next, [account.id, after, sliceSize]);
  const ids = rows.map(({ id }) => id);
  const free = await lockFree(context, rule, ids);
  await planLocked(context, rule, free);
  const locked = new Set(free);
  return { last: ids.length === sliceSize ? ids.at(-1) : undefined, busy: ids.filter((id) => !locked.has(id)) };
}

/** Plans one record's actions by one rule, after any concurrent change of the record. */
export async function planOne(context: AccountTransaction, rule: PlannedRule, id: number): Promise<void> {
  await context.transaction.run(lockOne(rule.about), [context.account.id, id]);
  await planLocked(context, rule, [id]);
}

async function lockFree(
  { transaction, account }: AccountTransaction,
  { about }: PlannedRule,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await transaction.rows<{ id: number }>(
    `select id from ${about} where account_id = $1 and id = any($2::bigint[]) order by id for share skip locked`,
    [account.id, listOf(ids)],
  );
  return rows.map(({ id }) => id);
}

async function planLocked(
  { transaction, account }: AccountTransaction,
  { id, about }: PlannedRule,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  // The tables grow while a rule is planned: a plan that was cached when they were small would read them whole.
  await transaction.run("select set_config('plan_cache_mode', 'force_custom_plan', true)");
  await transaction.run(planning[about].plan, [account.id, listOf(ids), listOf([id])]);
}
