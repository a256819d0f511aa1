import Type from "typebox";
import { Check } from "typebox/schema";
import { bookingReference } from "../../../core/reference.ts";
import type { AccountTransaction } from "../../../kernel/write/context.ts";
import type { CalendarNews, NoticeValues } from "../../platform/mails/templates/notice-words.ts";

/** A conflict as a feed's event lists it. */
const conflict = Type.Object({
  uid: Type.String(),
  start: Type.String(),
  end: Type.String(),
  nights: Type.Array(Type.String()),
  booking_id: Type.Integer(),
});
const changedConflicts = Type.Tuple([Type.Array(conflict), Type.Array(conflict)]);

/** Maximum conflicts in a notification. */
const maxConflicts = 10;

type Row = {
  record: number;
  rental: string;
  name: string;
  happened: "conflicted" | "failed" | "suspicious";
  conflicts: unknown;
  missing: number;
  error: string | null;
};

/** Reads a calendar's event. @returns undefined when its calendar no longer needs attention */
export async function readCalendarNotice(
  { transaction, account }: AccountTransaction,
  change: number,
): Promise<NoticeValues | undefined> {
  const row = await transaction.row<Row>(
    `select feeds.id as record, rentals.name as rental, feeds.name, split_part(changes.type, '.', 2) as happened,
       changes.changes -> 'conflicts' as conflicts, feeds.missing_count as missing, feeds.last_error as error
     from changes
     join calendar_feeds as feeds on feeds.account_id = $1 and feeds.id = changes.record_id::bigint
     join rentals on rentals.account_id = $1 and rentals.id = feeds.rental_id
     where changes.account_id = $1 and changes.id = $2 and feeds.deleted_at is null and case changes.type
       when 'calendar_feed.conflicted' then feeds.conflicts_count > 0
       when 'calendar_feed.failed' then feeds.enabled and feeds.last_error is not null
       when 'calendar_feed.suspicious' then feeds.missing_count > 0 end`,
    [account.id, change],
  );
  if (!row) return undefined;
  const { record, rental, name, happened, missing, error } = row;
  const calendar = { name, happened, missing, conflicts: [], error: happened === "failed" ? error : null };
  const stay = { guest: null, from: null, to: null };
  return { kind: "feed", record, rental, ...stay, calendar: { ...calendar, conflicts: newConflicts(row.conflicts) } };
}

/** The conflicts that the event added. */
function newConflicts(changed: unknown): CalendarNews["conflicts"] {
  if (!Check(changedConflicts, changed)) return [];
  const [before, after] = changed;
  const name = ({ uid, start, booking_id }: Type.Static<typeof conflict>): string => `${uid} ${start} ${booking_id}`;
  const earlier = new Set(before.map(name));
  return after
    .filter((one) => !earlier.has(name(one)))
    .slice(0, maxConflicts)
    .map(({ nights, start, end, booking_id }) => ({
      from: nights[0] ?? start,
      until: nights.at(-1) ?? end,
      booking: bookingReference(booking_id),
    }));
}
