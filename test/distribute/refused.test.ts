import { describe, expect, onTestFinished, test } from "vitest";
import { roostHere } from "../cli/roost.ts";
import { aDatabase, runSql, urlOf } from "../harness/databases.ts";

describe("distribute", () => {
  test("refuses a server without Citus, and changes nothing of its database", async () => {
    const database = await aDatabase();
    onTestFinished(() => database.drop());
    const keys = "select count(*) from pg_constraint where contype = 'f'";
    const before = (await runSql(database.owner, keys)).rows;
    const ran = await roostHere({ DATABASE_URL: urlOf(database.owner) }, ["distribute"]);
    expect(ran).toEqual({
      code: 1,
      out: "",
      err: 'error: The database has no extension "citus". Install Citus on every server of the cluster, and run "create extension citus" in this database on each.\n',
    });
    expect((await runSql(database.owner, keys)).rows).toEqual(before);
  });

  test("refuses the embedded database", async () => {
    const ran = await roostHere({}, ["distribute"]);
    expect(ran).toMatchObject({ code: 1, out: "" });
    expect(ran.err).toMatch(/^error: The embedded database cannot be distributed\. Set DATABASE_URL [^\n]+\n$/);
  });
});
