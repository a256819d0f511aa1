import { createHash, randomBytes } from "node:crypto";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { routes } from "../../src/app/registry.ts";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import { Database } from "../../src/database/connect/database.ts";
import { migrate } from "../../src/database/migrate/migrate.ts";
import { readMigrations, readPreview } from "../../src/database/migrate/migration-files.ts";
import { issueAccessToken } from "../../src/modules/platform/access/access-token.ts";
import { installApplication } from "../../src/modules/platform/access/applications/install-application.ts";
import { roostHere } from "../cli/roost.ts";
import { ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { runSql, urlOf } from "../harness/databases.ts";
import { requiredQuery } from "../harness/fixture.ts";
import { testKey } from "../harness/secrets.ts";
import { fullScopes } from "../harness/service.ts";
import { plainSettings, Service } from "../start/service.ts";
import { dump, emptyTables, type Fixture, fixtureNames, readFixture, restore } from "./fixture.ts";

/** A release's database. */
async function aDatabaseOf(fixture: Fixture): Promise<ServerAddress> {
  const server = inject("owner");
  const address = { ...server, database: `upgrade_${randomBytes(6).toString("hex")}` };
  await runSql(server, `create database ${address.database}`);
  onTestFinished(async () => {
    await runSql(server, `drop database ${address.database} with (force)`);
  });
  await restore(address, fixture);
  return address;
}

/** A token for the account with a record of each resource. */
async function aClient(address: ServerAddress, { about }: Fixture, url: string): Promise<ApiClient> {
  const database = new Database(address, { connections: 1 });
  try {
    const token = await database.transaction(async (transaction) => {
      const found = await transaction.row<{ id: number }>(
        "select max(application_id) as id from accounts_applications where account_id = $1",
        [about.account],
      );
      // The operator has registered the application for newer scopes since.
      await transaction.run("update applications set scopes = $2 where id = $1", [found?.id ?? 0, [...fullScopes]]);
      const grant = { account: about.account, application: found?.id ?? 0, scopes: fullScopes };
      await installApplication(transaction, grant);
      return issueAccessToken(transaction, grant);
    });
    return new ApiClient(url, token);
  } finally {
    await database.close();
  }
}

const lists = routes.filter(({ method, path, resource }) => method === "GET" && path === `/${resource.path}`);

/** Resources computed for days from today, or visible only to the application that created them. */
const maybeEmpty = ["los_records", "webhook_endpoints", "webhook_deliveries"];

/** Tables of newer resources, which are empty in a release's fixture. */
async function tablesSince(address: ServerAddress): Promise<string[]> {
  const { rows } = await runSql(address, "select relname::text as name from pg_class where relkind in ('r', 'v')");
  const had = new Set(rows.map(({ name }) => String(name)));
  return lists.map(({ resource }) => resource.table).filter((table) => !had.has(table));
}

/** Upgrades a database of a preview release. */
async function upgraded(address: ServerAddress): Promise<void> {
  const settings = { DATABASE_URL: urlOf(address) };
  expect(await roostHere(settings, ["upgrade-from-preview"])).toEqual({
    ...{ code: 0, out: "Upgraded the database. You can start Roost now.\n", err: "" },
  });
}

const ofPreviews = (await fixtureNames()).filter((name) => name.startsWith("preview"));
const [firstPreview = "", lastPreview = ""] = ofPreviews;

describe.each(await fixtureNames())("%s", (name) => {
  test("has rows in every table, and the current service lists all its records", async () => {
    const fixture = await readFixture(name);
    const address = await aDatabaseOf(fixture);
    expect(await emptyTables(address)).toEqual([]);
    const later = await tablesSince(address);
    if (ofPreviews.includes(name)) await upgraded(address);
    const settings = await plainSettings();
    const ROOST_SECRETS_KEY = testKey.toString("hex");
    const service = await new Service({ ...settings, ROOST_SECRETS_KEY, DATABASE_URL: urlOf(address) }).ready();
    const applied = await runSql(address, "select name from roost_migrations order by name");
    expect(applied.rows.map((row) => row.name)).toEqual((await readMigrations()).map((migration) => migration.name));
    const client = await aClient(address, fixture, `http://127.0.0.1:${settings.ROOST_HTTP_PORT}`);
    // Newer resources have no records, so a list of one parent's records uses a parent that does not exist.
    const ids = new Map([["payment_gateways", 1], ...Object.entries(fixture.about.ids)]);
    expect(lists.length).toBeGreaterThan(20);
    for (const route of lists) {
      const answer = await client.get(`${route.path}${requiredQuery(route, ids)}`);
      expect(answer.status, `${route.path}: ${answer.text.slice(0, 300)}`).toBe(200);
      const records = recordsOf(answer, route.resource.root);
      if (!maybeEmpty.includes(route.resource.name) && !later.includes(route.resource.table))
        expect(records.length, route.path).toBeGreaterThan(0);
    }
    expect(service.complaints).toEqual([]);
    expect(await service.signal("SIGTERM")).toEqual({ code: 0, signal: null });
  });
});

/** Columns that a later migration gives another form. */
const rewritten: readonly string[] = ["calendar_feeds.conflicts"];

/** A table's rows in the columns that it has before and after, as texts. */
function comparable(table: string, json: string, columns: ReadonlySet<string>): Set<string> {
  const rows: Json[] = JSON.parse(json);
  const isKept = ([name]: [string, unknown]): boolean => columns.has(name) && !rewritten.includes(`${table}.${name}`);
  return new Set(rows.map((row) => JSON.stringify(Object.entries(row).filter(isKept))));
}

test("an upgrade from the last preview release keeps every row, beside what later migrations add", async () => {
  const fixture = await readFixture(lastPreview);
  const address = await aDatabaseOf(fixture);
  const rows = async () => {
    const { rows } = await dump(address, { release: "", account: 0, ids: {} });
    return new Map([...rows].filter(([table]) => table !== "roost_migrations"));
  };
  const before = await rows();
  expect(before.size).toBeGreaterThan(100);
  await upgraded(address);
  const after = await rows();
  for (const [table, json] of before) {
    const [[old = {}], [now = {}]] = [JSON.parse(json), JSON.parse(after.get(table) ?? "[]")];
    const columns = new Set(Object.keys(old).filter((name) => name in now));
    const kept = comparable(table, after.get(table) ?? "[]", columns);
    expect(
      [...comparable(table, json, columns)].filter((row) => !kept.has(row)),
      table,
    ).toEqual([]);
  }
});

/** The last migration before link tokens were computed. */
const lastWithTokens = "0059_dispute_order.sql";

test("addresses of payment pages and calendars from before tokens were computed still work, and calendars keep their UIDs", async () => {
  const fixture = await readFixture(firstPreview);
  const address = await aDatabaseOf(fixture);
  await migrate(
    address,
    (await readPreview()).filter(({ name }) => name <= lastWithTokens),
  );
  const { account } = fixture.about;
  const tokens = [randomBytes(32), randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString("hex"));
  const [ofStay = "", ofCalendar = "", ofAnother = ""] = tokens;
  const sql = async (text: string, values: unknown[]) => (await runSql(address, text, values)).rows[0] ?? {};
  const stay = await sql(
    `update bookings set payment_token = $2, start_at = now() + interval '1 day', end_at = now() + interval '4 days', canceled_at = null
     where account_id = $1 and id = (select min(id) from bookings where account_id = $1 and not unavailable and created_by_type <> 'Booking')
     returning id, rental_id`,
    [account, ofStay],
  );
  const anExport = (token: string) =>
    sql(
      `insert into calendar_feeds (account_id, rental_id, created_by_application_id, kind, name, export_token)
       select $1, $2, max(id), 'export', 'Channel', $3 from applications returning id`,
      [account, stay.rental_id, token],
    );
  const [feed, another] = [await anExport(ofCalendar), await anExport(ofAnother)];
  const settings = await plainSettings();
  await upgraded(address);
  await new Service({ ...settings, DATABASE_URL: urlOf(address) }).ready();
  const url = `http://127.0.0.1:${settings.ROOST_HTTP_PORT}`;
  const get = async (path: string) => {
    const answer = await fetch(url + path);
    return { status: answer.status, text: await answer.text() };
  };
  const page = `/pay/${account}-${stay.id}-`;
  const calendar = `/calendars/${account}-${feed.id}-`;
  expect((await get(page + ofStay)).status).toBe(200);
  const served = await get(`${calendar}${ofCalendar}.ics`);
  expect(served.status).toBe(200);
  const mark = createHash("sha256").update(ofStay).digest("hex").slice(0, 16);
  expect(served.text).toContain(`UID:booking-${stay.id}-${mark}@`);
  for (const path of [
    page + ofCalendar,
    `${calendar}${ofStay}.ics`,
    `${calendar}${ofAnother}.ics`,
    `/calendars/${account}-${another.id}-${ofCalendar}.ics`,
    `/calendars/${account + 1}-${feed.id}-${ofCalendar}.ics`,
  ])
    expect((await get(path)).status, path).toBe(404);
  // The API now shows another address of the same calendar.
  const client = await aClient(address, fixture, url);
  const [shown] = recordsOf(await client.get(`/calendar_feeds/${feed.id}`), "calendar_feeds");
  const token = /\/calendars\/(.+)$/.exec(String(shown?.export_url))?.[1] ?? "";
  expect(token).not.toContain(ofCalendar);
  expect((await get(`/calendars/${token}`)).text).toBe(served.text);
  const rows = (
    await runSql(
      address,
      "select b::text || coalesce(f::text, '') as row from bookings b full join calendar_feeds f on false",
    )
  ).rows;
  for (const row of rows) for (const secret of tokens) expect(String(row.row)).not.toContain(secret);
});
