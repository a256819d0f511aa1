import pg from "pg";
import { Value } from "typebox/value";
import { ownOrder } from "../child.ts";
import { InsertOrder, InsertRound, type LoadResult } from "../messages.ts";

/**
 * The baseline of bookings: one prepared `INSERT` per transaction, with the table's indexes, constraints and triggers, flushed to disk.
 * Bare Node and driver, without HTTP, checks and reads.
 */

const { database, settings, connections, account } = ownOrder(InsertOrder);
const pool = new pg.Pool({ ...database, max: connections, options: settings });

/** The service's last booking as texts, without id, rental and nights. */
const copied = (
  await pool.query<{ name: string; value: string | null }>(
    `select attname as name, to_jsonb(bookings) ->> attname as value
     from (select * from bookings where account_id = $1 order by id desc limit 1) as bookings
     join pg_attribute on attrelid = 'bookings'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
     where attname not in ('id', 'account_id', 'rental_id', 'start_at', 'end_at') and to_jsonb(bookings) ->> attname is not null`,
    [account],
  )
).rows;
const columnNames = [...copied.map(({ name }) => name), "account_id", "rental_id", "start_at", "end_at"];
const text = `insert into bookings (${columnNames.join(", ")}) values (${columnNames.map((_, index) => `$${index + 1}`).join(", ")}) returning id`;
process.send?.({});

/** The first night on sale, in 3065, because the service sells any number of earlier ones. */
const firstNight = 400_000;
const day = 86_400_000;
let sold = 0;

process.on("message", (message) => {
  void fire(message).then((result) => process.send?.(result));
});

async function fire(message: unknown): Promise<LoadResult> {
  const { rentals, loops, seconds } = Value.Parse(InsertRound, message);
  const latencies: number[] = [];
  const begin = performance.now();
  const until = begin + seconds * 1000;
  const loop = async (): Promise<void> => {
    while (performance.now() < until) {
      const sent = performance.now();
      await insert(rentals);
      latencies.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: loops }, loop));
  const taken = (performance.now() - begin) / 1000;
  latencies.sort((a, b) => a - b);
  const percentile = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? 0;
  return {
    answers: latencies.length,
    perSecond: latencies.length / taken,
    p50: percentile(0.5),
    p99: percentile(0.99),
    failures: 0,
    failed: "",
  };
}

async function insert(rentals: readonly number[]): Promise<void> {
  const number = sold++;
  const night = firstNight + Math.floor(number / rentals.length);
  const [arrival, departure] = [night * day + day / 2, (night + 1) * day + day / 2].map((at) =>
    new Date(at).toISOString(),
  );
  await pool.query({
    name: "insert",
    text,
    values: [...copied.map(({ value }) => value), account, rentals[number % rentals.length], arrival, departure],
  });
}
