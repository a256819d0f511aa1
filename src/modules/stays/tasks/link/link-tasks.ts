import { dayOfInstant, instantOnDay } from "../../../../core/day.ts";
import type { Database } from "../../../../database/connect/database.ts";
import type { OpenedLink } from "../../cleaning-links/open-link.ts";
import { type ChecklistItem, isChecklist } from "../checklist.ts";
import type { TaskKind } from "../task.ts";
import { taskKinds } from "../task-search.ts";

/** A task as a cleaning link shows it: no guests, no prices. */
export interface LinkedTask {
  readonly id: number;
  readonly kind: TaskKind;
  readonly title: string | null;
  readonly notes: string | null;
  readonly rental: string;
  /** Readings of the rental's clock: epoch milliseconds as if in UTC. */
  readonly dueFrom: number;
  readonly dueUntil: number;
  readonly items: readonly ChecklistItem[];
  readonly minutes: number | null;
  readonly isDone: boolean;
  /** The problem that is not solved yet. */
  readonly problem: string | null;
  readonly photos: number;
}

/** Maximum tasks of a page. */
const maxTasks = 500;

/**
 * SQL: the link may work on the task: it is of the link's rentals, and assigned to it or unassigned. A link that is revoked, has
 * expired or lacks the rental does no work: its tasks count as unassigned. The booking's guest is not forgotten: a report or a photo
 * could name the guest again.
 * @param account SQL of the account @param link SQL of the link's id
 */
export const isOfLink = (account: string, link: string): string => `
  exists (select from cleaning_links_rentals as linked
    join rentals on rentals.account_id = ${account} and rentals.id = linked.rental_id and rentals.deleted_at is null
    where linked.account_id = ${account} and linked.cleaning_link_id = ${link} and linked.rental_id = tasks.rental_id)
  and tasks.assigned_user_id is null and tasks.canceled_at is null
  and (tasks.cleaning_link_id = ${link} or not exists (select from cleaning_links
    join cleaning_links_rentals as reached on reached.account_id = ${account} and reached.cleaning_link_id = cleaning_links.id
    where cleaning_links.account_id = ${account} and cleaning_links.id = tasks.cleaning_link_id and cleaning_links.deleted_at is null
      and coalesce(cleaning_links.expires_at > now(), true) and reached.rental_id = tasks.rental_id))
  and not exists (select from bookings join clients on clients.account_id = ${account} and clients.id = bookings.client_id
    where bookings.account_id = ${account} and bookings.id = tasks.booking_id and clients.forget_me_at is not null)`;

/**
 * Reads the tasks that a link's page shows: those of its days, and open ones of the last two weeks. Hides the texts about guests whose
 * processing is restricted.
 */
export async function readLinkTasks(
  database: Database,
  { account, id, today, last }: Pick<OpenedLink, "account" | "id" | "today" | "last">,
): Promise<LinkedTask[]> {
  const rows = await database.within([account]).transaction(
    (transaction) =>
      transaction.rows<{
        id: number;
        kind: string;
        title: string | null;
        notes: string | null;
        rental: string;
        due_from: number;
        due_until: number;
        checklist: string;
        minutes: number | null;
        is_done: boolean;
        problem: string | null;
        photos: number;
      }>(
        `select tasks.id, tasks.kind, coalesce(rentals.name, '') as rental, tasks.due_from, tasks.due_until, tasks.minutes,
           tasks.done_at is not null as is_done, (case when guests.is_restricted then '[]' else tasks.checklist end)::text as checklist,
           case when not guests.is_restricted then tasks.title end as title, case when not guests.is_restricted then tasks.notes end as notes,
           case when not tasks.problem_solved and not guests.is_restricted then tasks.problem end as problem,
           (select count(*) from task_photos where task_photos.account_id = $1 and task_photos.task_id = tasks.id
             and task_photos.deleted_at is null) as photos
         from tasks join rentals on rentals.account_id = $1 and rentals.id = tasks.rental_id
         cross join lateral (select exists (
           select from bookings join clients on clients.account_id = $1 and clients.id = bookings.client_id
           where bookings.account_id = $1 and bookings.id = tasks.booking_id and clients.processing_restricted_at is not null
         ) as is_restricted) as guests
         where tasks.account_id = $1 and ${isOfLink("$1", "$2")} and tasks.due_from < $4::timestamptz
           and (tasks.due_until >= $3::timestamptz or tasks.done_at is null and tasks.due_until >= $3::timestamptz - interval '14 days')
         order by tasks.due_from, tasks.id limit $5`,
        [account, id, ...[today, last + 1].map((day) => new Date(instantOnDay(day, 0)).toISOString()), maxTasks],
      ),
    "read",
  );
  return rows.map(({ due_from: dueFrom, due_until: dueUntil, is_done: isDone, checklist, kind, ...rest }) => {
    const items: unknown = JSON.parse(checklist);
    if (!isChecklist(items)) throw new Error(`The checklist of task ${rest.id} has another shape.`);
    return { ...rest, kind: taskKinds.find((one) => one === kind) ?? "other", dueFrom, dueUntil, isDone, items };
  });
}

/** The day that a page shows a task on: the first of its days that is not over. */
export const dayOfTask = ({ dueFrom }: LinkedTask, today: number): number => Math.max(today, dayOfInstant(dueFrom));
