import { BenchError } from "../bench.ts";
import type { Fixture } from "../fixture.ts";

/** The honest baseline's tables: records as the service rendered them, with their sort keys, and their number. */
const tables = `
  create table kept_records (
    account_id bigint, id bigint, shown_until timestamptz not null, record text not null, primary key (account_id, id)
  ) with (toast_tuple_target = 8160);
  alter table kept_records alter column record set storage external;
  create table kept_totals (account_id bigint primary key, total bigint not null);
  grant select on kept_records, kept_totals to roost_app;`;

/** Records per request when copying. */
const atOnce = 50;

/**
 * Fills the honest baseline's table with all bookings of the fixture's account.
 * @param url a running service's URL
 * @param token a token that can read the measured records
 * @throws BenchError for an unsuccessful response, or if its records cannot be separated
 */
export async function keepRecords(fixture: Fixture, url: string, token: string): Promise<void> {
  await fixture.change(tables);
  const ids = await fixture.ids(`select id from bookings where account_id = ${fixture.account} order by id`);
  for (let from = 0; from < ids.length; from += atOnce) {
    const { records } = await answerOf(url, `/${ids.slice(from, from + atOnce).join(",")}`, token);
    // Past bookings, which a list omits, keep this value.
    await fixture.change(
      "insert into kept_records select $1, (record::jsonb->>'id')::bigint, '-infinity', record from unnest($2::text[]) as record",
      [fixture.account, records],
    );
  }
  let total: number;
  let shown = 0;
  for (let page = 1; ; page++) {
    const answer = await answerOf(url, `?per_page=${atOnce}&page=${page}`, token);
    shown += answer.records.length;
    total = answer.total;
    await fixture.change(
      `update kept_records set shown_until = (record::jsonb->>'end_at')::timestamptz
       where account_id = $1 and id in (select (listed::jsonb->>'id')::bigint from unnest($2::text[]) as listed)`,
      [fixture.account, answer.records],
    );
    if (answer.records.length < atOnce) break;
  }
  if (shown !== total) throw new BenchError(`A list of ${total} bookings returned ${shown}.`);
  await fixture.change("insert into kept_totals values ($1, $2)", [fixture.account, total]);
  await fixture.change("vacuum (full, analyze) kept_records");
}

/** A response's records as sent, and the list's total. */
async function answerOf(url: string, path: string, token: string): Promise<{ records: string[]; total: number }> {
  const response = await fetch(`${url}/api/v3/bookings${path}`, { headers: { authorization: `Bearer ${token}` } });
  const body = await response.text();
  const parsed: unknown = response.status === 200 ? JSON.parse(body) : undefined;
  const found = typeof parsed === "object" && parsed !== null ? Reflect.get(parsed, "bookings") : undefined;
  if (!Array.isArray(found)) throw new BenchError(`${path} returned ${response.status}: ${body.slice(0, 300)}`);
  const records = found.map((record) => JSON.stringify(record));
  // The texts must add up to the original, so nothing was lost.
  if (!body.startsWith(`{"bookings":[${records.join(",")}],"links":`))
    throw new BenchError(`The records of ${path} cannot be separated: their JSON differs from JavaScript's.`);
  return { records, total: Number(response.headers.get("x-total-count")) };
}
