import { createServer } from "node:http";
import pg from "pg";
import { ownOrder } from "../child.ts";
import { answerUsage } from "../measurement.ts";
import { BaselineOrder } from "../messages.ts";
import { bookingRecord } from "./booking-record.ts";

/**
 * The baseline: as little as a Node server can do to answer the same bookings. The service's own SQL, prepared, its rows as raw text,
 * hand-written concatenation. No token, no check of a parameter, no paging, no entity tag, no error answer, no framework.
 */

const { database, settings, connections, list, get, account, application } = ownOrder(BaselineOrder);
const pool = new pg.Pool({ ...database, max: connections, options: settings });
const text = { getTypeParser: () => (value: string) => value };

const server = createServer((request, response) => {
  void answer(request.url ?? "").then((json) => {
    response.writeHead(200, { "content-type": "application/vnd.api+json", "content-length": Buffer.byteLength(json) });
    response.end(json);
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address) answerUsage(`http://127.0.0.1:${address.port}`);
});

async function answer(url: string): Promise<string> {
  const perPage = url.indexOf("?per_page=");
  const statement = perPage < 0 ? get : list;
  const given: Record<string, unknown> =
    perPage < 0
      ? { account, application, record: url.slice(url.lastIndexOf("/") + 1) }
      : { account, application, limit: url.slice(perPage + "?per_page=".length), offset: 0 };
  const { rows } = await pool.query<(string | null)[]>({
    name: statement.name,
    text: statement.text,
    values: statement.names.map((name) => given[name]),
    rowMode: "array",
    types: text,
  });
  let records = "";
  for (const row of rows) records += records === "" ? bookingRecord(row) : `,${bookingRecord(row)}`;
  return `{"bookings":[${records}],"links":{},"meta":{}}`;
}
