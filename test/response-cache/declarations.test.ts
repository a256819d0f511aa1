import { expect, test } from "vitest";
import { resources } from "../../src/app/registry.ts";
import type { Scope } from "../../src/kernel/access/scopes.ts";
import { compileQuery } from "../../src/kernel/read/compile-query.ts";
import type { QueryKey } from "../../src/kernel/read/query-key.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";
import type { Resource } from "../../src/kernel/resource.ts";
import { fullScopes, useSharedService } from "../harness/service.ts";

const service = useSharedService();
const registry = new ResourceRegistry(resources);

/** All stored resources. Responses of some are not cached. */
const read = resources.filter((resource: Resource) => !resource.computed);
const kept = read.filter(({ uncached }) => !uncached);

/** Allowed uses of the clock, as PostgreSQL prints them: the ends of holds and stays, and whole days in any time zone. */
const bounded = [
  /tentative_expires_at (<=|>) now\(\)/g,
  /end_at (<=|>) \(now\(\) [+-] '1[24]:00:00'::interval\)/g,
  /end_at <=? \(\(now\(\) AT TIME ZONE \(SubPlan \d+\)\) AT TIME ZONE 'UTC'::text\)/g,
  /end_at > \(\(now\(\) AT TIME ZONE \(SubPlan \d+\)\) AT TIME ZONE 'UTC'::text\)/g,
  /now\(\)( - '12:00:00'::interval)?\)? AT TIME ZONE 'UTC'::text\)\)?::date/g,
  /now\(\)\) AT TIME ZONE \(SubPlan \d+\)\)\)::date/g,
  /date_trunc\('(day|month)'::text, (\(\(?now\(\)( - '12:00:00'::interval\))? AT TIME ZONE 'UTC'::text\)|now\(\), 'UTC'::text)\)/g,
];
const clock =
  /\b(now\(\)|current_(date|time|timestamp)|local(time|timestamp)|(clock|statement|transaction)_timestamp|timeofday)/i;

/** The statements that read records: for each set of scopes, by page and by ids, and with each search parameter. */
function statementsOf(resource: Resource): { text: string; asksClock: boolean }[] {
  const base = { resource, oneAccount: true, publishedOnly: false, fields: undefined, embedded: [] };
  const scopeSets = [fullScopes, ...resource.readScopes.map((scope): Scope[] => [scope])].map(
    (scopes) => new Set(scopes),
  );
  const parameters = Object.entries(resource.search).filter(([, { uncached }]) => !uncached);
  const searches = [[], ["updated_since"], ...parameters.map(([name]) => [name])];
  const keys = scopeSets.flatMap((scopes): QueryKey[] => [
    { ...base, scopes, kind: "one", searchNames: [] },
    { ...base, scopes, kind: "ids", searchNames: [] },
    ...searches.flatMap((searchNames): QueryKey[] => [
      { ...base, scopes, kind: "list", searchNames, walk: "by id" },
      { ...base, scopes, kind: "list", searchNames, walk: "by number" },
    ]),
  ]);
  const statements = keys
    .map((key) => compileQuery(registry, key))
    .flatMap(({ statement, counting, seek, asksClock }) =>
      [statement, counting, seek?.page, seek?.isNeeded].flatMap((one) => (one ? [{ text: one.text, asksClock }] : [])),
    );
  return [...new Map(statements.map((statement) => [statement.text, statement])).values()];
}

/** The tables that a statement reads, and its plan as text, which shows function calls and uses of the clock. */
async function planOf(statement: string): Promise<{ tables: string[]; text: string }> {
  const [row] = await service.sql(`explain (generic_plan, verbose, format json) ${statement}`);
  const text = JSON.stringify(row?.["QUERY PLAN"]);
  return { tables: [...text.matchAll(/"Relation Name":"(\w+)"/g)].map(([, name = ""]) => name), text };
}

/** Reasons why a cached response could go stale without a trigger or a known time. */
async function reasons(
  resource: Resource,
  tables: ReadonlySet<string>,
  functions: readonly string[],
): Promise<string[]> {
  const found = new Set<string>();
  for (const statement of statementsOf(resource)) {
    const plan = await planOf(statement.text);
    for (const table of plan.tables) if (!tables.has(table)) found.add(`reads ${table}`);
    for (const name of functions) if (new RegExp(`\\b${name}\\(`).test(plan.text)) found.add(`calls ${name}`);
    const rest = bounded.reduce((text, pattern) => text.replaceAll(pattern, ""), plan.text);
    const asked = clock.exec(rest);
    if (clock.test(plan.text) && !statement.asksClock) found.add("asks the clock without saying so");
    if (asked) found.add(`asks the clock: ${rest.slice(Math.max(0, asked.index - 80), asked.index + 40)}`);
  }
  return [...found];
}

async function contentTables(): Promise<Set<string>> {
  const rows = await service.sql(
    `select tgrelid::regclass::text as name from pg_trigger where tgname in ('content_written', 'content_erased')
     group by tgrelid having count(*) = case when tgrelid = 'accounts'::regclass then 1 else 2 end`,
  );
  return new Set(rows.map(({ name }) => String(name)));
}

/**
 * Functions that depend on counted changes, on the connection's visible accounts, or on keys that change with their client.
 */
const boundFunctions = ["noted_changes", "roost_accounts", "clients_with_key"];

/** Our other functions whose results may vary. */
async function ownFunctions(): Promise<string[]> {
  const rows = await service.sql(
    `select distinct proname as name from pg_proc
     where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype and provolatile <> 'i'`,
  );
  return rows.map(({ name }) => String(name)).filter((name) => !boundFunctions.includes(name));
}

/** Tables derived from others in the same transaction, and reference data that never changes. */
const following = ["record_counts", "record_count_changes", "amenities", "destinations"];

test("the inputs of cached answers change the content version, or depend only on the ends of holds, stays and days", async () => {
  const tables = new Set([...(await contentTables()), ...following]);
  const functions = await ownFunctions();
  const found = await Promise.all(
    kept.map(async (resource) => [resource.name, await reasons(resource, tables, functions)] as const),
  );
  expect(found.filter(([, reasons]) => reasons.length > 0)).toEqual([]);
  expect(kept.length).toBeGreaterThan(60);
});

test("an uncached resource has a reason", async () => {
  const tables = new Set([...(await contentTables()), "record_counts", "record_count_changes"]);
  const functions = await ownFunctions();
  for (const resource of read.filter(({ uncached }) => uncached))
    expect(await reasons(resource, tables, functions), resource.name).not.toEqual([]);
});

test("a search parameter that depends on the current time is declared uncached", async () => {
  const parameters = resources.flatMap(({ name, search }: Resource) =>
    Object.entries(search).flatMap(([parameter, { uncached }]) => (uncached ? [`${name}.${parameter}`] : [])),
  );
  expect(parameters).toEqual(["bookings.months"]);
});
