import { access } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { dropEverywhere, makeClusterDatabase } from "../../bench/cluster.ts";
import { distribute } from "../../src/database/distribute/distribute.ts";
import { roostHere } from "../cli/roost.ts";
import { aDatabase, runSql, type TestDatabase, urlOf } from "../harness/databases.ts";
import { aDirectory } from "../start/service.ts";

// docs/operate/scale.md, Distribute: unsupported commands say so and name the alternative.

let database: TestDatabase;

beforeAll(async () => {
  database = await aDatabase();
  return () => database.drop();
});

test("a backup of a distributed database is refused, says what to do instead, and leaves no file", async () => {
  const file = join(await aDirectory(), "whole.backup");
  const settings = { DATABASE_URL: urlOf(database.owner), ROOST_DATA_DIR: await aDirectory() };
  expect(await roostHere(settings, ["backup", file])).toEqual({
    code: 1,
    out: "",
    err: "error: A distributed database cannot be backed up to one file: there is no consistent snapshot over its servers. Copy each server's files instead (docs/operate/scale.md, Distribute).\n",
  });
  for (const name of [file, `${file}.partial`]) await expect(access(name)).rejects.toMatchObject({ code: "ENOENT" });
});

test("a cluster whose workers would draw ids that clients cannot read is refused", async () => {
  const [coordinator, worker] = [inject("owner"), inject("workers")[0]];
  if (!worker) throw new Error("There is no worker.");
  const name = "test_far_groups";
  onTestFinished(() => dropEverywhere([coordinator, worker], name));
  await makeClusterDatabase([worker], name);
  const made = await makeClusterDatabase([coordinator], name);
  await runSql(made, "alter sequence pg_catalog.pg_dist_groupid_seq restart with 32");
  await runSql(made, "select citus_add_node($1, $2)", [worker.host, worker.port]);
  await expect(distribute(made)).rejects.toThrow(
    "A worker has the group 32 in pg_dist_node, but the maximum is 31: its ids would be too large for clients to read. In a new database, groups start at 1.",
  );
});
