import { randomBytes } from "node:crypto";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { Database } from "../../src/database/database.ts";
import type { ServerAddress } from "../../src/database/address.ts";
import { readMigrations } from "../../src/database/migration-files.ts";
import { issueAccessToken } from "../../src/modules/access/access-token.ts";
import { installApplication } from "../../src/modules/access/install-application.ts";
import { routes } from "../../src/app/registry.ts";
import { ApiClient, recordsOf } from "../harness/client.ts";
import { runSql, urlOf } from "../harness/databases.ts";
import { fullScopes } from "../harness/service.ts";
import { requiredQuery } from "../harness/fixture.ts";
import { plainSettings, Service } from "../start/service.ts";
import { emptyTables, type Fixture, fixtureNames, readFixture, restore } from "./fixture.ts";

/** The database of a release as it was left. */
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

/** A token for the account that has one of everything. */
async function aClient(address: ServerAddress, { about }: Fixture, url: string): Promise<ApiClient> {
  const database = new Database(address, { connections: 1 });
  try {
    const token = await database.transaction(async (transaction) => {
      const found = await transaction.row<{ id: number }>(
        "select max(application_id) as id from accounts_applications where account_id = $1",
        [about.account],
      );
      // Scopes that came later, the operator has registered for it since.
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

/** Records of these are computed for days from today on, of which the fixture knows nothing. */
const ofToday = ["los_records"];

/** Tables of today's resources that a release had not: what it left is empty in them. */
async function tablesSince(address: ServerAddress): Promise<string[]> {
  const { rows } = await runSql(address, "select relname::text as name from pg_class where relkind in ('r', 'v')");
  const had = new Set(rows.map(({ name }) => String(name)));
  return lists.map(({ resource }) => resource.table).filter((table) => !had.has(table));
}

describe.each(await fixtureNames())("%s", (name) => {
  test("has rows in every table, and is upgraded by a start of today's service, which then serves every list with them", async () => {
    const fixture = await readFixture(name);
    const address = await aDatabaseOf(fixture);
    expect(await emptyTables(address)).toEqual([]);
    const later = await tablesSince(address);
    const settings = await plainSettings();
    const service = await new Service({ ...settings, DATABASE_URL: urlOf(address) }).ready();
    const applied = await runSql(address, "select name from roost_migrations order by name");
    expect(applied.rows.map((row) => row.name)).toEqual((await readMigrations()).map((migration) => migration.name));
    const client = await aClient(address, fixture, `http://127.0.0.1:${settings.ROOST_HTTP_PORT}`);
    // What came later has no records: a list that is asked for those of one of them is asked for one that is not there.
    const ids = new Map([["payment_gateways", 1], ...Object.entries(fixture.about.ids)]);
    expect(lists.length).toBeGreaterThan(20);
    for (const route of lists) {
      const answer = await client.get(`${route.path}${requiredQuery(route, ids)}`);
      expect(answer.status, `${route.path}: ${answer.text.slice(0, 300)}`).toBe(200);
      const records = recordsOf(answer, route.resource.root);
      if (!ofToday.includes(route.resource.name) && !later.includes(route.resource.table))
        expect(records.length, route.path).toBeGreaterThan(0);
    }
    expect(service.complaints).toEqual([]);
    expect(await service.signal("SIGTERM")).toEqual({ code: 0, signal: null });
  });
});
