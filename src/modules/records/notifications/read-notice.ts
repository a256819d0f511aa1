import type { AccountTransaction } from "../../../kernel/write/context.ts";
import type { NoticeValues } from "../../platform/mails/templates/notice-words.ts";
import type { NoticeKind } from "./notice-kinds.ts";
import { readCalendarNotice } from "./read-calendar-notice.ts";

/** An event with its notification's values. */
export interface FoundNotice {
  readonly values: NoticeValues;
  /** The guest whose data it contains. */
  readonly client: number | null;
  /** The person who caused it, and is not notified. */
  readonly actor: number | null;
}

type NoticeRow = {
  record: number;
  rental: string | null;
  guest: string | null;
  client: number | null;
  from: string | null;
  to: string | null;
  actor: number | null;
  problem: string | null;
};

/** SQL: the change, and the person who made it. */
const change = `changes.account_id = $1 and changes.id = $2`;
const actor = `case when changes.actor_type = 'User' then changes.actor_id end as actor`;

const stay = (condition: string): string => `
  select bookings.id as record, rentals.name as rental, clients.fullname as guest, clients.id as client,
    (bookings.start_at at time zone 'UTC')::date::text as from, (bookings.end_at at time zone 'UTC')::date::text as to, null as problem, ${actor}
  from changes
  join bookings on bookings.account_id = $1 and bookings.id = changes.record_id::bigint
  join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id
  left join clients on clients.account_id = $1 and clients.id = bookings.client_id
  where ${change} and bookings.booked and bookings.end_at > statement_timestamp() at time zone rentals.time_zone at time zone 'UTC' and ${condition}`;

/** SQL by kind. No row: the event is over, such as a message that was read. */
const statements: Readonly<Record<Exclude<NoticeKind, "feed">, string>> = {
  booked: stay("bookings.canceled_at is null"),
  canceled: stay("bookings.canceled_at is not null"),
  unread: `
    select conversations.id as record, null as from, null as to, clients.fullname as guest, clients.id as client, null as problem, ${actor},
      (select min(rentals.name) from conversations_bookings as joined
       join bookings on bookings.account_id = $1 and bookings.id = joined.booking_id
       join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id
       where joined.account_id = $1 and joined.conversation_id = conversations.id) as rental
    from changes
    join messages on messages.account_id = $1 and messages.id = changes.record_id::bigint
    join participants on participants.account_id = $1 and participants.id = messages.sender_id
    join clients on clients.account_id = $1 and clients.id = participants.client_id
    join conversations on conversations.account_id = $1 and conversations.id = messages.conversation_id
    where ${change} and conversations.read_at is null and conversations.marked_as_spam_at is null and conversations.closed_at is null`,
  task: `
    select tasks.id as record, rentals.name as rental, null as guest, bookings.client_id as client, null as from, null as to, tasks.problem, ${actor}
    from changes
    join tasks on tasks.account_id = $1 and tasks.id = changes.record_id::bigint
    join rentals on rentals.account_id = $1 and rentals.id = tasks.rental_id
    left join bookings on bookings.account_id = $1 and bookings.id = tasks.booking_id
    where ${change} and tasks.problem is not null and not tasks.problem_solved and tasks.canceled_at is null`,
};

/** Reads an event's current state. @returns undefined when there is nothing (left) to notify of */
export async function readNotice(
  context: AccountTransaction,
  changeId: number,
  kind: NoticeKind,
): Promise<FoundNotice | undefined> {
  const { transaction, account } = context;
  if (kind === "feed") {
    const values = await readCalendarNotice(context, changeId);
    return values && { values, client: null, actor: null };
  }
  const row = await transaction.row<NoticeRow>(statements[kind], [account.id, changeId]);
  if (!row) return undefined;
  const { client, actor: person, ...values } = row;
  return { values: { kind, ...values, calendar: null }, client, actor: person };
}
