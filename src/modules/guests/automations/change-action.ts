import { publishChange } from "../../../kernel/changes/publish-change.ts";
import { invalid, type ValidationErrors } from "../../../kernel/errors.ts";
import type { Outcome } from "../../../kernel/route.ts";
import type { ActedOn } from "../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { queueJob } from "../../../kernel/write/jobs/job.ts";
import { updateRecord } from "../../../kernel/write/store.ts";
import { assertMayShow } from "../inbox/templates/assert-may-show.ts";
import { performAutomations } from "./perform/perform-automations.ts";
import { scheduledAction } from "./scheduled-action.ts";
import { contentProblem } from "./texts/content-problem.ts";

const { content, subject } = scheduledAction.attributes;

/**
 * Changes the texts that one guest gets, also of an action that may be planned again.
 * @throws RequestError 422 once it was performed; 403 for a caller that can't read what they show
 */
export async function editAction(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  if (draft.changes(subject) || draft.changes(content)) await assertNotPerformed(context, id);
  for (const [name, attribute] of [["subject", subject] as const, ["content", content] as const]) {
    const text = draft.input(attribute);
    if (typeof text !== "string") continue;
    const problem = contentProblem(text);
    if (problem !== undefined) errors.add(name, problem);
    // The rule may deliver it in a conversation, where others read it.
    else assertMayShow(context, [text]);
  }
  errors.throwIfAny();
  const had = hasOwnText(draft.stored(subject), draft.stored(content));
  if (!(await updateRecord(context, id, draft))) return;
  await record(context, id, { own_text: [had, hasOwnText(draft.value(subject), draft.value(content))] });
}

/** The audit records that a guest has their own text, but never the text. */
const hasOwnText = (...texts: readonly (string | null | undefined)[]): boolean =>
  texts.some((one) => typeof one === "string");

/** Records a person's change to an action. States that follow from rules and bookings are not recorded. */
const record = (
  context: WriteContext,
  id: number,
  changes: Readonly<Record<string, readonly [unknown, unknown]>>,
): Promise<void> => publishChange(context, { resource: "scheduled_actions", id, operation: "updated", changes });

/** Pauses an action until a person resumes it. @throws RequestError 422 if it is not pending */
export async function pauseAction(context: WriteContext, { id }: ActedOn): Promise<Outcome> {
  const before = await assertPending(context, id);
  await record(context, id, { state: [before, "paused"] });
  return write(context, id, "held = true, requested_at = null, state = 'paused'");
}

/** Lets a paused action be performed when it is due. @throws RequestError 422 if it is not pending */
export async function resumeAction(context: WriteContext, { id }: ActedOn): Promise<Outcome> {
  const before = await assertPending(context, id);
  const shown = await write(context, id, "held = false");
  await replan(context, id);
  await record(context, id, { state: [before, await stateOf(context, id)] });
  return shown;
}

/** Drops an action for good. @throws RequestError 422 if it is not pending */
export async function dropAction(context: WriteContext, { id }: ActedOn): Promise<Outcome> {
  const before = await assertPending(context, id);
  await record(context, id, { state: [before, "canceled"], reason: [null, "dropped"] });
  return write(context, id, "state = 'canceled', reason = 'dropped'");
}

/**
 * Performs an action now, even a skipped or failed one, which had no effect. Checks its conditions again.
 * @throws RequestError 422 once it was performed or has ended
 */
export async function sendActionNow(context: WriteContext, { id }: ActedOn): Promise<Outcome> {
  const before = await assertPending(context, id, ["skipped", "failed"]);
  await record(context, id, {
    state: [before, "scheduled"],
    requested_at: [null, new Date(context.now).toISOString()],
  });
  const shown = await write(
    context,
    id,
    "held = false, state = 'scheduled', reason = null, acted_at = null, attempts = 0, retry_at = null, requested_at = statement_timestamp(), due_at = date_trunc('second', statement_timestamp())",
  );
  await queueJob(context, performAutomations, {}, { key: "due" });
  return shown;
}

/**
 * Refuses a change of an action that was performed or has ended.
 * @param additional states that may change too
 * @returns its state
 */
async function assertPending(context: WriteContext, id: number, additional: readonly string[] = []): Promise<string> {
  const state = await stateOf(context, id);
  if (["scheduled", "paused", ...additional].includes(state)) return state;
  throw invalid({ base: ["can no longer be changed"] });
}

async function stateOf({ transaction, account }: WriteContext, id: number): Promise<string> {
  const row = await transaction.row<{ state: string }>(
    "select state from scheduled_actions where account_id = $1 and id = $2",
    [account.id, id],
  );
  if (!row) throw new Error(`The locked action ${id} is missing.`);
  return row.state;
}

async function assertNotPerformed({ transaction, account }: WriteContext, id: number): Promise<void> {
  const row = await transaction.row<{ is_open: boolean }>(
    "select acted_at is null as is_open from scheduled_actions where account_id = $1 and id = $2",
    [account.id, id],
  );
  if (!row?.is_open) throw invalid({ base: ["can no longer be changed"] });
}

async function write({ transaction, account }: WriteContext, id: number, assignments: string): Promise<Outcome> {
  await transaction.run(
    `update scheduled_actions set ${assignments}, updated_at = statement_timestamp() where account_id = $1 and id = $2`,
    [account.id, id],
    "composed",
  );
  return { shows: scheduledAction, id };
}

async function replan({ transaction, account }: WriteContext, id: number): Promise<void> {
  await transaction.run(
    `select plan_bookings($1, array[booking_id], array[automation_id]) from scheduled_actions
     where account_id = $1 and id = $2 and booking_id is not null`,
    [account.id, id],
  );
  await transaction.run(
    `select plan_inquiries($1, array[inquiry_id], array[automation_id]) from scheduled_actions
     where account_id = $1 and id = $2 and inquiry_id is not null`,
    [account.id, id],
  );
}
