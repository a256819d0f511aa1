import Type from "typebox";
import type { AccountTransaction, WriteContext } from "../../../../kernel/write/context.ts";
import { defineJob, type JobContext, queueJob } from "../../../../kernel/write/jobs/job.ts";
import { type PlannedRule, planOne, planSlice } from "./plan-slice.ts";
import { subjectOf } from "./subjects.ts";

/** A booking created during a rule's change may use the former rule. Its request has ended after this delay. */
const secondPassMs = 60_000;

/** The slice after which a long plan looks at the table's statistics. */
const analyzedSlice = 5;

/** Plans a changed rule's actions for all bookings or inquiries, in slices with a transaction each. */
export const planRule = defineJob("plan automation", {
  lane: "rest",
  payload: Type.Object({ automation: Type.Integer(), again: Type.Optional(Type.Boolean()) }),
  async run(context, { automation, again }) {
    const { scope, account: id, now } = context;
    await planAll(context, automation);
    if (again) return;
    await scope.transaction((transaction) => queueSecondPass({ transaction, account: { id } }, automation, now));
  },
});

/**
 * Plans a rule in the transaction that changes it, if its account is small. Otherwise a job continues after the commit.
 */
export async function planNow(
  context: AccountTransaction & Pick<WriteContext, "now">,
  automation: number,
): Promise<void> {
  const rule = await readRule(context, automation);
  const { last, busy } = await planSlice(context, rule, 0);
  if (last !== undefined || busy.length > 0) return queuePlan(context, automation);
  await notePlanned(context, rule);
  await queueSecondPass(context, automation, context.now);
}

async function queueSecondPass(context: AccountTransaction, automation: number, now: number): Promise<void> {
  await queueJob(
    context,
    planRule,
    { automation, again: true },
    { key: `${automation} again`, runAt: now + secondPassMs },
  );
}

/** Queues a rule's planning, once. */
export async function queuePlan(context: AccountTransaction, automation: number): Promise<void> {
  await queueJob(context, planRule, { automation }, { key: String(automation) });
}

/** Plans a rule for all bookings or inquiries of an account. @throws when the signal is aborted between two slices */
export async function planAll(
  { scope, account: id, signal }: Pick<JobContext, "scope" | "account" | "signal">,
  automation: number,
): Promise<void> {
  const inAccount = <T>(work: (context: AccountTransaction) => Promise<T>): Promise<T> =>
    scope.transaction((transaction) => work({ transaction, account: { id } }));
  const rule = await inAccount((context) => readRule(context, automation));
  const busy: number[] = [];
  for (let after: number | undefined = 0, slices = 1; after !== undefined; slices++) {
    signal.throwIfAborted();
    const from: number = after;
    const slice = await inAccount((context) => planSlice(context, rule, from));
    if (slices === analyzedSlice) await inAccount(({ transaction }) => transaction.run("select analyze_planned()"));
    busy.push(...slice.busy);
    after = slice.last;
  }
  for (const id of busy) await inAccount((context) => planOne(context, rule, id));
  // A rule that changed meanwhile stays unplanned, and its own job follows.
  await inAccount((context) => notePlanned(context, rule));
}

interface VersionedRule extends PlannedRule {
  readonly version: number;
}

async function readRule({ transaction, account }: AccountTransaction, id: number): Promise<VersionedRule> {
  const row = await transaction.row<{ version: number; trigger: string }>(
    "select version, trigger from automations where account_id = $1 and id = $2",
    [account.id, id],
  );
  if (!row) throw new Error(`The automation ${id} to plan was not found.`);
  return { id, about: subjectOf(row.trigger), version: row.version };
}

async function notePlanned(
  { transaction, account }: AccountTransaction,
  { id, version }: VersionedRule,
): Promise<void> {
  await transaction.run(
    "update automations set planned_version = $3 where account_id = $1 and id = $2 and version = $3",
    [account.id, id, version],
  );
}
