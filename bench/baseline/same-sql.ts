import { resources } from "../../src/app/registry.ts";
import { Database } from "../../src/database/connect/database.ts";
import type { Caller } from "../../src/kernel/access/caller.ts";
import { isScope } from "../../src/kernel/access/scopes.ts";
import { type ListQuery, listQuery, readQuery } from "../../src/kernel/read/query.ts";
import { QueryCache } from "../../src/kernel/read/query-cache.ts";
import { readPage, readRecords } from "../../src/kernel/read/read.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";
import { booking } from "../../src/modules/stays/bookings/booking.ts";
import { ownOrder } from "../child.ts";
import { SameSqlOrder } from "../messages.ts";
import { answerEach } from "./answering.ts";

/**
 * The baseline with the service's statements and writer: only the kernel's reads. Without token, rate limit, parameter checks, page links,
 * entity tag, error responses and framework. Each request shape is compiled once.
 */

const { database: login, connections, account, application, scopes } = ownOrder(SameSqlOrder);
const queries = new QueryCache(new ResourceRegistry(resources));
// The same host and port as bench/service.ts.
queries.baseUrl = "https://roost.example";
const caller: Caller = {
  accounts: [account],
  application,
  scopes: new Set(scopes.filter(isScope)),
  publishedOnly: false,
};
// Each connection is scoped to the account once, on first use.
const scope = { database: new Database(login, { connections }).within([account]), queries, caller };
const lists = new Map<string, ListQuery>();
const one = readQuery(scope, booking, new Map());

answerEach(answer);

async function answer(url: string): Promise<string> {
  const start = url.indexOf("?");
  if (start < 0) {
    const records = await readRecords(scope, booking, [Number(url.slice(url.lastIndexOf("/") + 1))], one);
    return `{"bookings":[${records.join(",")}],"links":{},"meta":{}}`;
  }
  let query = lists.get(url);
  if (query === undefined) {
    query = listQuery(scope, booking, new Map(new URLSearchParams(url.slice(start))));
    lists.set(url, query);
  }
  const { records, total } = await readPage(scope, booking, query);
  return `{"bookings":[${records.join(",")}],"links":{},"meta":{"X-Total-Count":"${total}"}}`;
}
