import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { queueJob } from "../../../kernel/write/jobs/job.ts";
import type { NoticeKind } from "./notice-kinds.ts";
import { notifyPeople } from "./notify-people.ts";

/** A message that is read within this time needs no notification. */
const patienceMs = 60 * 60_000;

/** SQL: the kind of notification that a change may cause; null for most changes. */
const kindOfChange = `case
  when type in ('booking.created', 'booking.updated') and changes -> 'booked' ->> 1 = 'true' then 'booked'
  when type = 'booking.canceled' then 'canceled'
  when type = 'conversation.message_created' and changes -> 'visibility' ->> 1 = 'external' then 'unread'
  when type in ('calendar_feed.conflicted', 'calendar_feed.failed', 'calendar_feed.suspicious') then 'feed'
  when type = 'task.updated' and changes -> 'problem_reported_at' ->> 1 is not null then 'task'
end`;

/** SQL: not of an import, whose records are history. */
const isOfToday = "coalesce(actor_type || ':' || actor_name, '') not in ('Job:run import', 'Command:import')";

/** The types that `kindOfChange` looks at. */
const types = [
  "booking.created",
  "booking.updated",
  "booking.canceled",
  "conversation.message_created",
  "calendar_feed.conflicted",
  "calendar_feed.failed",
  "calendar_feed.suspicious",
  "task.updated",
];

/**
 * Queues the notifications of published changes, in the publishing transaction, so each change is read once. Without members who chose
 * any, only changes of calendars and tasks are read: members are notified of them by default.
 */
export async function queueNotices(
  context: AccountTransaction,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<void> {
  const { transaction, account } = context;
  const changes = await transaction.rows<{ id: number; kind: NoticeKind; subject: string; occurred_at: number }>(
    `select * from (
       select id, ${kindOfChange} as kind, coalesce(changes -> 'conversation_id' ->> 1, id::text) as subject, occurred_at from changes
       where account_id = $1 and id between $2 and $3 and type = any($4) and ${isOfToday}
         and (resource in ('calendar_feeds', 'tasks')
           or exists (select from notification_choices where account_id = $1 and (mail <> '{}' or push <> '{}')))
     ) as found where kind is not null order by id`,
    [account.id, first, last, types],
  );
  for (const { id, kind, subject, occurred_at } of changes) {
    const due = kind === "unread" ? { runAt: occurred_at + patienceMs } : {};
    // A conversation's later message replaces the job of the earlier one: one notification for all of them.
    await queueJob(context, notifyPeople, { change: id, kind }, { key: `${kind} ${subject}`, ...due });
  }
}
