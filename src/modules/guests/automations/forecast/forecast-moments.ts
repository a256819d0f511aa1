import type { AccountTransaction } from "../../../../kernel/write/context.ts";

/** Actions in an answer, and bookings of one statement. */
const maxActions = 200;
const sliceSize = 5000;

/** The most bookings that a forecast reads. */
const maxBookings = 100_000;

interface ForecastAction {
  readonly booking_id: number;
  readonly due_at: string;
  readonly local_due_at: string;
  readonly late: boolean;
}

interface Forecast {
  readonly total: number;
  readonly days: readonly { readonly date: string; readonly count: number }[];
  readonly actions: readonly ForecastAction[];
}

const writtenTime = (instant: number): string => new Date(instant).toISOString().replace(".000Z", "Z");

/** The actions of a rule for stays that have not ended. @param rule its columns as JSON */
export async function forecastMoments(context: AccountTransaction, rule: string): Promise<Forecast> {
  const actions: ForecastAction[] = [];
  const days = new Map<string, number>();
  let after = 0;
  for (let read = 0; read < maxBookings; read += sliceSize) {
    const ids = await nextBookings(context, after);
    for (const row of await momentsOf(context, ids, rule)) {
      const [due, local] = [writtenTime(row.due_at), writtenTime(row.local_due_at)];
      actions.push({ booking_id: row.booking_id, due_at: due, local_due_at: local, late: row.late });
      days.set(local.slice(0, 10), (days.get(local.slice(0, 10)) ?? 0) + 1);
    }
    after = ids.at(-1) ?? 0;
    if (ids.length < sliceSize) break;
  }
  return {
    total: actions.length,
    days: [...days]
      .map(([date, count]) => ({ date, count }))
      .toSorted((a, b) => (a.date < b.date ? -1 : 1))
      .slice(0, 400),
    actions: actions.toSorted((a, b) => (a.due_at < b.due_at ? -1 : 1)).slice(0, maxActions),
  };
}

async function nextBookings({ transaction, account }: AccountTransaction, after: number): Promise<number[]> {
  const rows = await transaction.rows<{ id: number }>(
    `select id from bookings where account_id = $1 and id > $2 and end_at > now() - interval '2 days' and not unavailable
       and created_by_type <> 'Booking' order by id limit $3`,
    [account.id, after, sliceSize],
  );
  return rows.map(({ id }) => id);
}

/** Late moments count only if the rule sends them. */
function momentsOf({ transaction, account }: AccountTransaction, ids: readonly number[], rule: string) {
  return transaction.rows<{ booking_id: number; due_at: number; local_due_at: number; late: boolean }>(
    `select booking_id, due_at, local_due_at, due_at < now() as late
     from automation_moments($1, $2::bigint[], '{}', jsonb_build_array($3::jsonb))
     where due_at >= now() or if_late = 'send'`,
    [account.id, `{${ids.join(",")}}`, rule],
  );
}
