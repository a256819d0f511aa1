import { beforeAll, describe, expect, inject, test } from "vitest";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import { ofEverybody } from "../../src/database/distribute/tables.ts";
import { outsideRowLevelSecurity } from "../access/outside-row-level-security.ts";
import { runSql, statementsOn } from "../harness/databases.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import { accountTables } from "../harness/fixture.ts";
import { ownerOf, serversOf } from "../harness/own-objects.ts";

// docs/design/tenancy.md, checked directly on a worker: `roost_app` can log in there, as the coordinator does.

/** A worker's shards that hold the account's rows, with row counts. */
interface Shards {
  readonly worker: ServerAddress;
  readonly rows: ReadonlyMap<string, number>;
}

const service = useFilledService();
let account: number;
let tables: string[];
let found: Shards[];

beforeAll(async () => {
  account = (await filledFixture(service)).account;
  tables = (await accountTables(service)).filter((table) => !outsideRowLevelSecurity.includes(table));
  const [, ...workers] = serversOf(await ownerOf(service));
  found = (await Promise.all(workers.map(shardsAt))).filter(({ rows }) => rows.size > 0);
});

async function shardsAt(worker: ServerAddress): Promise<Shards> {
  const shards = await runSql(
    worker,
    `select shard_name(logicalrelid, shardid) as name
     from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_local_group using (groupid)
     where logicalrelid::text = any ($1)`,
    [tables],
  );
  const counted = await runSql(worker, counting(shards.rows.map(({ name }) => String(name))));
  const own: { name: string; rows: number }[] = counted.rows;
  return { worker, rows: new Map(own.flatMap(({ name, rows }) => (rows > 0 ? [[name, rows]] : []))) };
}

const counting = (shards: readonly string[]): string =>
  shards
    .map(
      (name) =>
        `select '${name}' as name, count(*) filter (where account_id = ${account})::integer as rows from ${name}`,
    )
    .join(" union all ");

/** The rows of the account that the application sees in each shard when its connection is set to these accounts. */
async function seen({ worker, rows }: Shards, accounts: string): Promise<Map<string, number>> {
  const statements = statementsOn({ ...worker, user: inject("application").user });
  try {
    await statements.run("select set_config('roost.accounts', $1, false)", [accounts]);
    const answer = await statements.run<{ name: string; rows: number }>(counting([...rows.keys()]));
    return new Map(answer.map((row) => [row.name, row.rows]));
  } finally {
    await statements.end();
  }
}

describe("the shards of one account", () => {
  test("lie on one worker", () => {
    const distributed = ({ rows }: Shards) =>
      [...rows.keys()].filter((name) => !ofEverybody.has(name.replace(/_\d+$/, "")));
    const sizes = found.map((shards) => distributed(shards).length).filter((size) => size > 0);
    expect(sizes).toHaveLength(1);
    expect(sizes[0]).toBeGreaterThan(60);
  });

  test.each(["", "{}", "another"])(
    "hide their rows from the application while its accounts are %j",
    async (accounts) => {
      for (const shards of found) {
        const counts = await seen(shards, accounts === "another" ? `{${account + 1}}` : accounts);
        expect([...counts].filter(([, rows]) => rows > 0)).toEqual([]);
        expect(counts.size).toBe(shards.rows.size);
      }
    },
  );

  test("show the application the account's rows while its connection is set to the account", async () => {
    for (const shards of found) expect(await seen(shards, `{${account}}`)).toEqual(shards.rows);
  });
});
