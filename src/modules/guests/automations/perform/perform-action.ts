import { taskKinds } from "../../../stays/tasks/task-search.ts";
import type { BookingOrInquiry } from "../../inbox/booking-or-inquiry.ts";
import { type EffectKind, effectKinds } from "../automation-words.ts";
import { effects } from "../effects/all-effects.ts";
import type { DueAction, EffectContext } from "../effects/effect.ts";
import { lockOne, planning } from "../plan/subjects.ts";

type StoredAction = {
  id: number;
  automation_id: number;
  occurrence: string;
  effect: string;
  delivery: string;
  built_in: string | null;
  message_template_id: number | null;
  recipients: string[] | null;
  rule_content: string | null;
  trigger: string;
  task_kind: string | null;
  task_checklist: string[] | null;
  subject: string | null;
  content: string | null;
};

/**
 * Performs an action if it is still due, and marks it in the same transaction. The booking or inquiry and then the rule are locked, and the action
 * is planned once more: a change under way either counts, or waits.
 */
export async function performAction(context: EffectContext, id: number): Promise<void> {
  const { transaction, account } = context;
  const key = await transaction.row<{ booking_id: number | null; inquiry_id: number | null; automation_id: number }>(
    "select booking_id, inquiry_id, automation_id from scheduled_actions where account_id = $1 and id = $2",
    [account.id, id],
  );
  const about = key && aboutOf(key);
  if (!about) return;
  const [table, subject] =
    "booking" in about ? (["bookings", about.booking] as const) : (["inquiries", about.inquiry] as const);
  await transaction.run(lockOne(table), [account.id, subject]);
  await transaction.run("select from automations where account_id = $1 and id = $2 for share", [
    account.id,
    key.automation_id,
  ]);
  await transaction.run(planning[table].replan, [account.id, subject, key.automation_id]);
  const row = await lockDue(context, id);
  if (!row) return;
  const action = actionOf(row, about);
  const reason = await effects[action.effect](context, action);
  await transaction.run(
    `update scheduled_actions set state = $3, reason = $4, acted_at = statement_timestamp(), updated_at = statement_timestamp()
     where account_id = $1 and id = $2`,
    [account.id, id, reason === undefined ? "sent" : "skipped", reason ?? null],
  );
}

/** Waits for another process that performs the action: afterwards it is no longer due. */
function lockDue({ transaction, account }: EffectContext, id: number): Promise<StoredAction | undefined> {
  return transaction.row<StoredAction>(
    `select actions.id, actions.automation_id, actions.occurrence, automations.effect, automations.delivery, automations.built_in,
       automations.message_template_id, automations.recipients, automations.content as rule_content, automations.trigger,
       automations.task_kind, automations.task_checklist, actions.subject, actions.content
     from scheduled_actions as actions
     join automations on automations.account_id = $1 and automations.id = actions.automation_id
     where actions.account_id = $1 and actions.id = $2 and actions.state = 'scheduled' and actions.due_at <= now()
     for update of actions`,
    [account.id, id],
  );
}

function actionOf(row: StoredAction, about: BookingOrInquiry): DueAction {
  return {
    id: row.id,
    rule: row.automation_id,
    effect: effectOf(row.effect),
    delivery: row.delivery,
    builtIn: row.built_in,
    template: row.message_template_id,
    recipients: row.recipients ?? [],
    content: row.rule_content,
    taskKind: taskKinds.find((kind) => kind === row.task_kind) ?? null,
    taskChecklist: row.task_checklist ?? [],
    isOfArrival: row.trigger === "arrival",
    about,
    occurrence: row.occurrence,
    ownSubject: row.subject,
    ownContent: row.content,
  };
}

/** Exactly one of both is set. */
function aboutOf(key: { booking_id: number | null; inquiry_id: number | null }): BookingOrInquiry | undefined {
  const { booking_id: booking, inquiry_id: inquiry } = key;
  if (booking !== null) return { booking };
  return inquiry === null ? undefined : { inquiry };
}

function effectOf(text: string): EffectKind {
  const effect = effectKinds.find((kind) => kind === text);
  if (!effect) throw new Error(`Unknown effect of an automation: ${text}.`);
  return effect;
}
