import pg from "pg";
import { ownOrder } from "../child.ts";
import { HonestOrder } from "../messages.ts";
import { answerEach } from "./answering.ts";

/**
 * The honest baseline: the minimum that a Node server over PostgreSQL needs to return the same records and total. A separate table holds
 * finished texts (kept-records.ts), a counter the total, and one prepared statement joins the texts. Without token, parameter checks,
 * row-level security, page links, entity tag, error responses and framework.
 */

const { database, connections, account } = ownOrder(HonestOrder);
const pool = new pg.Pool({ ...database, max: connections });

const list = {
  name: "list",
  text: `select (select total from kept_totals where account_id = $1), string_agg(record, ',' order by id)
    from (
      select id, record from kept_records where account_id = $1 and id > $2 and shown_until > now() order by id limit $3
    ) as page`,
};
const get = { name: "get", text: "select null, record from kept_records where account_id = $1 and id = $2" };

answerEach(answer);

async function answer(url: string): Promise<string> {
  const perPage = url.indexOf("?per_page=");
  const statement =
    perPage < 0
      ? { ...get, values: [account, url.slice(url.lastIndexOf("/") + 1)] }
      : { ...list, values: [account, 0, url.slice(perPage + "?per_page=".length)] };
  const { rows } = await pool.query<[string | null, string | null]>({ ...statement, rowMode: "array" });
  const [total, records] = rows[0] ?? [];
  const meta = perPage < 0 ? "{}" : `{"X-Total-Count":"${total}"}`;
  return `{"bookings":[${records}],"links":{},"meta":${meta}}`;
}
