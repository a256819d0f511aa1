import { boolean, integer, text } from "../../../kernel/attribute.ts";
import { bodyOf, jsonBody } from "../../../kernel/request-body.ts";
import type { Outcome } from "../../../kernel/route.ts";
import type { ActedOn, ActionRequest } from "../../../kernel/write/actions.ts";
import type { AccountTransaction, WriteContext } from "../../../kernel/write/context.ts";
import { erasedMessage } from "../bookings/guest/erased-guest.ts";
import { type ChecklistItem, checklist, isChecklist, withTicks } from "./checklist.ts";
import { hasErasedStay } from "./lock-stay.ts";
import { task } from "./task.ts";

/** Maximum minutes of a task: a week. */
export const maxMinutes = 10_080;

/** Maximum length of a problem, and of all problems of a task together. */
export const maxProblemLength = 2000;
const maxProblemsLength = 20_000;

/** An assignee's report. Absent parts stay as they are. */
export interface TaskReport {
  /** Items to tick or untick. The others stay; unknown texts are ignored. */
  readonly ticks?: readonly ChecklistItem[];
  readonly done?: boolean;
  readonly minutes?: number | null;
  /** Added to an unsolved problem; replaces a solved one. */
  readonly problem?: string;
}

const input = {
  checklist: checklist().inputOnly().description("The items to tick or untick, by their texts. Others stay."),
  done: boolean().inputOnly().description("true marks the task as done, false as open again."),
  minutes: integer({ min: 0, max: maxMinutes }).inputOnly().description("Minutes that the work took."),
  problem: text({ maxLength: maxProblemLength })
    .inputOnly()
    .description(
      "A problem. Roost notifies the account's members. If an earlier problem is unsolved, the text is added to it.",
    ),
};

/** The body of an assignee's report. */
export const reportBody = jsonBody(bodyOf(task, input, "is not an attribute of a task's report"), { own: true });

/** Takes an assignee's report. @throws RequestError 422 for a canceled task or an empty report */
export async function reportOnTask(
  context: WriteContext,
  { id }: ActedOn,
  { draft, errors }: ActionRequest,
): Promise<Outcome> {
  const ticks = draft.input(input.checklist);
  const done = draft.input(input.done);
  const minutes = draft.input(input.minutes);
  const problem = draft.input(input.problem);
  const report: TaskReport = {
    ...(ticks ? { ticks } : {}),
    ...(typeof done === "boolean" ? { done } : {}),
    ...(minutes === undefined ? {} : { minutes }),
    ...(problem ? { problem } : {}),
  };
  if (Object.keys(report).length === 0) errors.add("base", "checklist, done, minutes or problem is required");
  errors.throwIfAny();
  const outcome = await takeReport(context, id, report, await nameOfCaller(context));
  if (outcome === "canceled") errors.add("base", "is canceled");
  if (outcome === "erased") errors.add("problem", erasedMessage);
  errors.throwIfAny();
  return { shows: task, id };
}

/** The name of the person who calls, or of the application. */
async function nameOfCaller({ transaction, caller }: WriteContext): Promise<string> {
  const row =
    caller.user === undefined
      ? await transaction.row<{ name: string }>("select name from applications where id = $1", [caller.application])
      : await transaction.row<{ name: string }>("select fullname as name from users where id = $1", [caller.user]);
  return row?.name ?? "";
}

/**
 * Stores a report of a task that exists. Without a difference nothing is written.
 * @param by the name of the person or cleaning link
 * @returns `erased` for a problem of a stay whose guest's data was erased, which could name the guest again
 */
export async function takeReport(
  context: AccountTransaction,
  id: number,
  { ticks, done, minutes, problem }: TaskReport,
  by: string,
): Promise<"stored" | "canceled" | "erased"> {
  const { transaction, account } = context;
  const stored = await readTask(context, id);
  if (stored.is_canceled) return "canceled";
  if (problem !== undefined && (await hasErasedStay(context, id))) return "erased";
  if (ticks || minutes !== undefined)
    await transaction.run(
      `update tasks set checklist = $3::jsonb, minutes = $4::integer, updated_at = statement_timestamp()
       where account_id = $1 and id = $2 and (checklist, minutes) is distinct from ($3::jsonb, $4::integer)`,
      [
        ...[account.id, id, JSON.stringify(withTicks(stored.items, ticks ?? []))],
        minutes === undefined ? stored.minutes : minutes,
      ],
    );
  if (done === true)
    await transaction.run(
      `update tasks set done_at = statement_timestamp(), done_by = $3, updated_at = statement_timestamp()
       where account_id = $1 and id = $2 and done_at is null`,
      [account.id, id, by],
    );
  if (done === false)
    await transaction.run(
      `update tasks set done_at = null, done_by = null, updated_at = statement_timestamp()
       where account_id = $1 and id = $2 and done_at is not null`,
      [account.id, id],
    );
  if (problem !== undefined) await addProblem(context, id, stored, problem);
  return "stored";
}

/** A stored task, locked. */
interface StoredTask {
  readonly items: readonly ChecklistItem[];
  readonly minutes: number | null;
  readonly problem: string | null;
  readonly problem_solved: boolean;
  readonly is_canceled: boolean;
}

async function readTask({ transaction, account }: AccountTransaction, id: number): Promise<StoredTask> {
  const row = await transaction.row<{
    checklist: string;
    minutes: number | null;
    problem: string | null;
    problem_solved: boolean;
    is_canceled: boolean;
  }>(
    `select checklist::text, minutes, problem, problem_solved, canceled_at is not null as is_canceled
     from tasks where account_id = $1 and id = $2 for no key update`,
    [account.id, id],
  );
  if (!row) throw new Error(`The task ${id} is missing.`);
  const { checklist: json, ...rest } = row;
  const items: unknown = JSON.parse(json);
  if (!isChecklist(items)) throw new Error(`The checklist of task ${id} has another shape.`);
  return { ...rest, items };
}

/** Adds a problem to those that are not solved, unless it is among them. */
async function addProblem(
  { transaction, account }: AccountTransaction,
  id: number,
  stored: StoredTask,
  problem: string,
): Promise<void> {
  const open = stored.problem_solved ? undefined : (stored.problem ?? undefined);
  if (open === problem || open?.endsWith(`\n${problem}`)) return;
  await transaction.run(
    `update tasks set problem = $3, problem_solved = false, problem_reported_at = statement_timestamp(), updated_at = statement_timestamp()
     where account_id = $1 and id = $2`,
    [account.id, id, (open === undefined ? problem : `${open}\n${problem}`).slice(0, maxProblemsLength)],
  );
}
