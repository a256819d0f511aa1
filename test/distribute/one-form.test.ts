import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { resources } from "../../src/app/registry.ts";
import type { QueryKey } from "../../src/kernel/read/query-key.ts";
import { fullScopes } from "../harness/access.ts";
import { queries } from "../harness/queries.ts";

// docs/design/cluster.md: a statement has one form for PostgreSQL and for a cluster. `npm run test:citus` tests the forms on a cluster.

/** Files whose statements compare accounts without naming one, with the reason. */
const acrossAccounts: Readonly<Record<string, string>> = {
  "modules/money/payments/perform/list-unanswered.ts": "lists the steps of all accounts",
  "modules/platform/access/agent-tokens/agent-tokens.ts": "reads tables of the coordinator",
  "modules/platform/access/agent-tokens/good-token.ts":
    "reads tables of the coordinator and memberships, which every server has",
  "modules/platform/access/request-counts.ts": "reads tables of the coordinator",
  "modules/platform/access/tokens/api-tokens.ts": "reads tables of the coordinator",
  "modules/platform/access/tokens/authorization-codes.ts":
    "reads tables of the coordinator and memberships, which every server has",
  "modules/platform/access/tokens/grants.ts": "reads tables of the coordinator",
  "modules/platform/access/tokens/list-access-tokens.ts": "reads tables of the coordinator",
  "modules/platform/access/tokens/revoke-token.ts": "reads tables of the coordinator",
  "modules/platform/people/invitations.ts": "reads tables of the coordinator and memberships, which every server has",
  "modules/platform/people/list-users.ts": "reads memberships, which every server has",
  "modules/platform/people/session-callers.ts": "reads tables of the coordinator",
  "modules/property/occupancy/preparation.ts": "the caller's conditions name the accounts",
  "modules/records/webhooks/deliver/webhook-backlog.ts": "counts the messages of all accounts",
  "modules/records/webhooks/endpoint/endpoint-access.ts": "reads memberships, which every server has",
  "modules/records/webhooks/endpoint/list-endpoints.ts": "lists the endpoints of all accounts",
  "modules/stays/search/candidates-statement.ts": "compares with a part of the statement that names the accounts",
  "interfaces/oauth/introspect-token.ts": "reads tables of the coordinator",
};

const source = new URL("../../src/", import.meta.url).pathname;

/** The SQL texts of the service, by file. Embedded templates count as texts of their own. */
const texts = new Map<string, string[]>();

beforeAll(async () => {
  for (const file of await readdir(source, { recursive: true })) {
    if (!/^(app|interfaces|kernel|modules)\/.*\.ts$/.test(file)) continue;
    const code = await readFile(join(source, file), "utf8");
    texts.set(file, code.match(/`[^`]*`|"[^"\n]*"/g) ?? []);
  }
});

const where = (isWrong: (text: string) => boolean): string[] =>
  [...texts].flatMap(([file, all]) => (all.some(isWrong) ? [file] : [])).toSorted();

test("a statement that compares two accounts also names the account", () => {
  const compared = /\b(\w+)\.account_id = \w+\.account_id\b/g;
  const named = (text: string, table = ""): boolean =>
    new RegExp(`\\b${table}\\.account_id (= (\\$1|:account_of|any ?\\(\\$1)|\\$\\{account\\})`).test(text);
  const unnamed = where((text) => [...text.matchAll(compared)].some(([, table]) => !named(text, table)));
  expect(unnamed).toEqual(Object.keys(acrossAccounts).toSorted());
});

test("no statement calls clock_timestamp(), which a cluster refuses in updates", () => {
  expect(where((text) => text.includes("clock_timestamp()"))).toEqual([]);
});

test("an update evaluates the time outside of CASE and COALESCE", () => {
  const inside = /\bcoalesce\([a-z_.]+, (statement_timestamp|now)\(\)|\b(then|else) (statement_timestamp|now)\(\)/;
  expect(where((text) => /\bupdate [a-z_]+ set\b/.test(text) && inside.test(text))).toEqual([]);
});

// Citus writes `case x when` out wrongly in a statement that it sends to a worker.
test("an update decides by conditions in CASE", () => {
  expect(where((text) => /\bupdate [a-z_]+\b/.test(text) && /\bcase [a-z_.]+ when\b/.test(text))).toEqual([]);
});

test("an update returns no time as text, which depends on settings", () => {
  expect(where((text) => /\breturning\b[^;]*_at::text/.test(text))).toEqual([]);
});

test("inserted values hold no subqueries", () => {
  expect(where((text) => /\binsert into\b[^;]*\bvalues\s*\([^;]*\(\s*select\b/.test(text))).toEqual([]);
});

test("a conflicting insert takes the time from the row that it would have inserted", () => {
  expect(where((text) => /\bdo update\b[^;]*\b(statement_timestamp|now)\(\)/.test(text))).toEqual([
    "app/jobs/heartbeats.ts",
    "modules/platform/access/throttling/attempts.ts",
    "modules/platform/people/second-factor/enrol.ts",
  ]);
});

// Citus would run it by COPY, which policies forbid, or count rows that conflict.
test("rows that are selected to be inserted are returned", () => {
  const selected = /\binsert into \S+ \([^)]*\)\s*select\b(?![\s\S]*\breturning\b)/;
  expect(where((text) => selected.test(text))).toEqual([
    "app/jobs/heartbeats.ts",
    "modules/platform/access/agent-tokens/create-token.ts",
    "modules/reference/amenities/seed-amenities.ts",
  ]);
});

test("a list of several accounts has a second form without a lateral join", () => {
  const lists = resources
    .filter(({ tenancy }) => tenancy === "account")
    .map(
      (resource): QueryKey => ({
        ...{ resource, scopes: new Set(fullScopes), oneAccount: false, publishedOnly: false, fields: undefined },
        ...{ embedded: [], kind: "list", searchNames: [], walk: "by id" },
      }),
    )
    .map((key) => queries.of(key).statement)
    .filter(({ text }) => text.includes(" as reached (account_id) "));
  expect(lists.length).toBeGreaterThan(40);
  for (const { onCluster } of lists) expect(onCluster).not.toMatch(/\b(reached|lateral)\b/);
});
