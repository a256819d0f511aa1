import { Database } from "../src/database/connect/database.ts";
import { clientsByQuery, guestQuery } from "../src/modules/stays/clients/client-search.ts";
import { type Bench, BenchError, type BenchOptions, type Outcome } from "./bench.ts";
import { type Fixture, makeFixture } from "./fixture.ts";
import { median } from "./load.ts";
import { rounded, table } from "./table.ts";
import { type RunningVariant, startService } from "./variants.ts";

/** Typed searches, with the number of guests that each finds in the fixture. */
const searches = {
  first_name: "anna",
  beginning: "an",
  both_names: "anna a",
  nobody: "nobody here",
  mail: "anna.50",
  domain: "@mail3.example",
  number: "+49 (0)170 0395950",
  last_digits: "5950",
} as const;

const lists = ["clients", "bookings"] as const;

/** The cost of finding people among 50,000 guests, against a page of the same list. */
export const guests: Bench = {
  claim: "Searches of 50,000 guests, and of their bookings, by name, address and number, against a page of the list.",
  async run(options) {
    console.error("Creating 60,000 guests …");
    await using fixture = await makeFixture(false, options.signal, "./guests-fixture.sql");
    return await measure(fixture, options);
  },
};

async function measure(fixture: Fixture, { signal, profile, rounds = 20 }: BenchOptions): Promise<Outcome> {
  const [account = 0] = await fixture.ids("select min(id) as id from accounts");
  await fixture.change("analyze");
  await using service = await startService(fixture, profile);
  const token = await fixture.aToken(["clients_read", "bookings_read"], account);
  const timeOf = (path: string) => medianOf(rounds, () => ask(service, token, path, signal));
  const figures: Record<string, number> = {};
  const rows: string[][] = [];
  for (const list of lists) {
    const page = await timeOf(`/${list}?per_page=100`);
    for (const [name, words] of Object.entries(searches)) {
      const { milliseconds, total } = await timeOf(`/${list}?per_page=100&query=${encodeURIComponent(words)}`);
      const statement = await inTheDatabase(fixture, account, words);
      const cells = { found: total, p50: milliseconds, statement, ratio: milliseconds / page.milliseconds };
      for (const [figure, value] of Object.entries(cells)) figures[`${list}_${name}_${figure}`] = rounded(value, 2);
      rows.push([list, words, ...Object.values(cells).map((value) => String(rounded(value, 1)))]);
    }
    figures[`${list}_page`] = rounded(page.milliseconds, 2);
    rows.push([list, "(a page)", String(page.total), String(rounded(page.milliseconds, 1)), "", "1"]);
  }
  return { text: `${table(heads, rows)}\n\n${notes}`, figures };
}

interface Answered {
  readonly milliseconds: number;
  readonly total: number;
}

async function medianOf(rounds: number, run: () => Promise<Answered>): Promise<Answered> {
  for (let round = 0; round < 8; round++) await run();
  const answers: Answered[] = [];
  for (let round = 0; round < rounds; round++) answers.push(await run());
  return { milliseconds: median(answers.map(({ milliseconds }) => milliseconds)), total: answers[0]?.total ?? 0 };
}

let requests = 0;

/** Each request has a new page size, so that no answer comes from the cache. */
async function ask({ url }: RunningVariant, token: string, path: string, signal: AbortSignal): Promise<Answered> {
  const headers = { authorization: `Bearer ${token}`, "cache-control": "no-cache" };
  const varied = path.replace("per_page=100", `per_page=${90 + (requests++ % 10)}`);
  const start = performance.now();
  const response = await fetch(`${url}/api/v3${varied}`, { headers, signal });
  const text = await response.text();
  const milliseconds = performance.now() - start;
  if (response.status !== 200) throw new BenchError(`${path} returned ${response.status}: ${text.slice(0, 300)}`);
  return { milliseconds, total: Number(response.headers.get("x-total-count")) };
}

/** PostgreSQL's median time to find the guests' ids, in milliseconds. */
async function inTheDatabase(fixture: Fixture, account: number, words: string): Promise<number> {
  const database = new Database(fixture.login, { connections: 1 });
  const sql = clientsByQuery.sql
    .replaceAll(":accounts", "$1::bigint[]")
    .replaceAll(":of_account", "true")
    .replaceAll(":query", "$2::jsonb");
  try {
    const times: number[] = [];
    for (let round = 0; round < 11; round++) {
      const plan = await database
        .within([account])
        .read({ text: `explain (analyze, timing off, summary on) ${sql}` }, [
          `{${account}}`,
          JSON.stringify(guestQuery(words)),
        ]);
      times.push(Number(/[\d.]+/.exec(plan.at(-1)?.[0] ?? "")?.[0]));
    }
    return median(times);
  } finally {
    await database.close();
  }
}

const heads = ["list", "query", "found", "p50 ms", "statement ms", "ratio"];
const notes = `Sequential searches of an account with 50,000 guests and 50,000 bookings. statement: finding the guests' ids, in the database.
ratio: p50 against a page of the same list without a query.`;
