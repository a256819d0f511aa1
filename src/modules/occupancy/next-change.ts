import type { Reader } from "../../kernel/read/read-scope.ts";

// Of the ends, those of canceled bookings have an index of their own (migration 0028).
const statement = {
  name: "next change by time",
  text: `select floor(extract(epoch from least(
      date_bin('15 minutes', now(), 'epoch') + interval '15 minutes',
      (select min(end_at) from bookings where account_id = $1::bigint and canceled_at is null and end_at > now()),
      (select min(end_at) from bookings where account_id = $1::bigint and canceled_at is not null and end_at > now()),
      (select min(tentative_expires_at) from bookings where account_id = $1::bigint and canceled_at is null and tentative_expires_at > now())
    )) * 1000)::bigint`,
};

/**
 * When an account will show something else although nobody writes: a hold expires, a stay ends, or a day. In every time zone a day begins with a
 * quarter of an hour. Epoch milliseconds, later than the database's clock.
 */
export async function nextChangeByTime(reader: Reader, account: number): Promise<number> {
  const [row] = await reader.read(statement, [account]);
  return Number(row?.[0]);
}
