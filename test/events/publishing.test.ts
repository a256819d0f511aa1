import pg from "pg";
import { beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import type { ServerAddress } from "@roost/embedded-postgres";
import { connectionConfig } from "../../src/database/database.ts";
import { publishAll } from "../../src/modules/events/publish-all.ts";
import { loginOf } from "../access/services.ts";
import { useService } from "../harness/service.ts";
import { queries } from "../harness/queries.ts";

// What publishing has to stand: transactions and publishers of every kind, by statements, without the service between.
const service = useService();
let login: ServerAddress;

beforeAll(async () => {
  login = await loginOf(service);
});

/** An account of which nothing is told yet. */
async function anAccount(): Promise<number> {
  const account = await service.anAccount();
  for (const table of ["change_outbox", "changes"])
    await service.sql(`delete from ${table} where account_id = $1`, [account]);
  return account;
}

/** A connection as the service has them, in the scope of an account; closed after the test. */
async function aConnection(account: number): Promise<pg.Client> {
  const client = new pg.Client(connectionConfig(login));
  client.on("error", () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("select set_config('roost.accounts', $1, false)", [`{${account}}`]);
  return client;
}

const publish = (client: pg.Client, account: number, most = 1000) =>
  client.query("select id, resource, record_id, type, changes from publish_changes($1, $2) order by id", [
    account,
    most,
  ]);

async function aGuest(client: pg.Client, account: number, fullname = "Ada"): Promise<number> {
  const { rows } = await client.query("insert into clients (account_id, fullname) values ($1, $2) returning id::int", [
    account,
    fullname,
  ]);
  return rows[0]?.id;
}

const rename = (client: pg.Client, guest: number, fullname: string) =>
  client.query("update clients set fullname = $2 where id = $1", [guest, fullname]);

/** What is published of an account: types with the names that clients got, in order. */
async function publishedOf(account: number): Promise<unknown[]> {
  const rows = await service.sql(
    "select type, changes -> 'fullname' as name from changes where account_id = $1 order by id",
    [account],
  );
  return rows.map(({ type, name }) => [type, name]);
}

const waitingIn = async (): Promise<number> => {
  const [row] = await service.sql(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return Number(row?.count);
};

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries++) {
    if (tries > 500) throw new Error("It did not come to be so.");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe("a transaction", () => {
  test("that stays open while others publish is told when it is committed, behind them, and holds up nobody", async () => {
    const account = await anAccount();
    const [slow, quick] = [await aConnection(account), await aConnection(account)];
    const guest = await aGuest(quick, account);
    await publish(quick, account);
    await slow.query("begin");
    await rename(slow, guest, "Slow");
    for (const name of ["One", "Two"]) {
      await aGuest(quick, account, name);
      await publish(quick, account);
    }
    await slow.query("commit");
    await rename(quick, guest, "Last");
    await publish(quick, account);
    expect(await publishedOf(account)).toEqual([
      ["client.created", [null, "Ada"]],
      ["client.created", [null, "One"]],
      ["client.created", [null, "Two"]],
      ["client.updated", ["Ada", "Slow"]],
      ["client.updated", ["Slow", "Last"]],
    ]);
  });

  test("is told without what it took back to a savepoint, and not at all when it is rolled back", async () => {
    const account = await anAccount();
    const client = await aConnection(account);
    const guest = await aGuest(client, account);
    await publish(client, account);
    await client.query("begin");
    await rename(client, guest, "First");
    await client.query("savepoint here");
    await rename(client, guest, "Taken back");
    await aGuest(client, account, "Taken back");
    await client.query("rollback to savepoint here");
    await rename(client, guest, "Second");
    await client.query("commit");
    await client.query("begin");
    await rename(client, guest, "Never");
    await client.query("rollback");
    await publish(client, account);
    expect((await publishedOf(account)).slice(1)).toEqual([["client.updated", ["Ada", "Second"]]]);
  });

  test("that is prepared first is told when it is committed, by whichever connection, and not when it is rolled back", async () => {
    const account = await anAccount();
    const [client, other] = [await aConnection(account), await aConnection(account)];
    const guest = await aGuest(client, account);
    for (const [name, end] of [
      ["Prepared", "commit"],
      ["Never", "rollback"],
    ]) {
      await client.query("begin");
      await rename(client, guest, name ?? "");
      await client.query("prepare transaction 'of a test'");
      await publish(other, account);
      await other.query(`${end} prepared 'of a test'`);
      await publish(other, account);
    }
    expect(await publishedOf(account)).toEqual([
      ["client.created", [null, "Ada"]],
      ["client.updated", ["Ada", "Prepared"]],
    ]);
  });

  test("that makes a record and ends it is told as both, and one that ends a record and restores it as neither", async () => {
    const account = await anAccount();
    const client = await aConnection(account);
    const end = (rental: unknown, moment: string) =>
      client.query(`update rentals set deleted_at = ${moment} where account_id = $1 and id = $2`, [account, rental]);
    const make = async (): Promise<unknown> => {
      const { rows } = await client.query(
        "insert into rentals (account_id, name) values ($1, 'Mill') returning id::int",
        [account],
      );
      return rows[0]?.id;
    };
    const typesOf = async (work: () => Promise<void>): Promise<unknown[]> => {
      await client.query("begin");
      await work();
      await client.query("commit");
      const { rows } = await publish(client, account);
      return rows.filter(({ resource }) => resource === "rentals").map(({ type, changes }) => [type, changes.name]);
    };
    let rental: unknown;
    expect(await typesOf(async () => end(await make(), "now()").then(() => undefined))).toEqual([
      ["rental.created", [null, "Mill"]],
      ["rental.deleted", undefined],
    ]);
    const comeBack = async () => {
      rental = await make();
      await end(rental, "now()");
      await end(rental, "null");
    };
    expect(await typesOf(comeBack)).toEqual([["rental.created", [null, "Mill"]]]);
    const thereAndBack = async () => {
      await end(rental, "now()");
      await end(rental, "null");
    };
    expect(await typesOf(thereAndBack)).toEqual([]);
    await end(rental, "now()");
    await publish(client, account);
    const backAndGone = async () => {
      await end(rental, "null");
      await client.query("update rentals set name = 'Lodge' where account_id = $1 and id = $2", [account, rental]);
      await end(rental, "now()");
    };
    expect(await typesOf(backAndGone)).toEqual([["rental.updated", ["Mill", "Lodge"]]]);
    expect(await typesOf(async () => end(rental, "null").then(() => undefined))).toEqual([
      ["rental.restored", undefined],
    ]);
  });

  test("of more rows than one call takes is told whole before its changes are read, each record once", async () => {
    const account = await anAccount();
    const client = await aConnection(account);
    await client.query("begin");
    const guest = await aGuest(client, account, "0");
    for (let number = 1; number <= 6; number++) await rename(client, guest, String(number));
    await client.query(
      "insert into clients (account_id, fullname) select $1, 'Many ' || number from generate_series(1, 2500) as number",
      [account],
    );
    await client.query("update clients set notes = 'x' where account_id = $1 and id > $2", [account, guest]);
    await client.query("commit");
    expect(await publishAll(service.database.within([account]), account, queries)).toBeGreaterThanOrEqual(2501);
    expect(await service.sql("select from change_outbox where account_id = $1", [account])).toEqual([]);
    const notes = await service.sql(
      "select count(distinct record_id)::int as count from changes where account_id = $1 and changes -> 'notes' ->> 1 = 'x'",
      [account],
    );
    expect(notes).toEqual([{ count: 2500 }]);
    // Rows of one record that are near each other are one change, wherever a call ends.
    const { rows } = await client.query("select changes from changes where account_id = $1 and record_id = $2", [
      account,
      String(guest),
    ]);
    expect(rows).toMatchObject([{ changes: { fullname: [null, "6"] } }]);
    await client.query("begin");
    for (let number = 7; number <= 9; number++) await rename(client, guest, String(number));
    await client.query("commit");
    expect((await publish(client, account, 2)).rows).toMatchObject([{ changes: { fullname: ["6", "9"] } }]);
  });

  test("of thousands of rows that come to nothing leaves nothing behind that would hide what came after it", async () => {
    const account = await anAccount();
    const client = await aConnection(account);
    const guest = await aGuest(client, account);
    await client.query("begin");
    await client.query(
      `do $$ begin for number in 1..1500 loop update clients set fullname = number::text where id = ${guest}; end loop; end $$`,
    );
    await client.query("commit");
    await rename(client, guest, "Last");
    await publishAll(service.database.within([account]), account, queries);
    expect((await publishedOf(account)).at(-1)).toEqual(["client.updated", [expect.any(String), "Last"]]);
    expect(await service.sql("select from change_outbox where account_id = $1", [account])).toEqual([]);
  });
});

describe("publishers", () => {
  test("of one account that are called at once publish each change once, and ids ascend as they are committed", async () => {
    const account = await anAccount();
    const connections = await Promise.all(Array.from({ length: 12 }, () => aConnection(account)));
    const [writers, publishers] = [connections.slice(0, 5), connections.slice(5)];
    const seen: number[] = [];
    let writing = true;
    const write = async (client: pg.Client, index: number): Promise<void> => {
      const guest = await aGuest(client, account, `Guest ${index}`);
      for (let number = 0; number < 20; number++) await rename(client, guest, `Guest ${index} ${number}`);
    };
    const publishing = publishers.map(async (client, index) => {
      while (writing) {
        if (index > 0) await publish(client, account, 1 + index);
        else {
          // Whoever reads up to the newest id has missed nothing that comes with a lesser one later.
          const { rows } = await client.query(
            "select id::int from changes where account_id = $1 and id > $2 order by id",
            [account, seen.at(-1) ?? 0],
          );
          seen.push(...rows.map(({ id }) => id));
        }
      }
    });
    await Promise.all(writers.map(write));
    writing = false;
    await Promise.all(publishing);
    await publishAll(service.database.within([account]), account, queries);
    const rows = await service.sql(
      "select id::int, record_id, changes from changes where account_id = $1 order by id",
      [account],
    );
    expect(rows).toHaveLength(105);
    expect(seen).toEqual(rows.map(({ id }) => id).slice(0, seen.length));
  });

  test("of another snapshot than the newest publish nothing a second time, and nothing out of order", async () => {
    const account = await anAccount();
    const [old, present] = [await aConnection(account), await aConnection(account)];
    const guest = await aGuest(present, account);
    await old.query("begin isolation level repeatable read");
    await old.query("select from change_outbox limit 1");
    await rename(present, guest, "Second");
    await publish(present, account);
    await expect(publish(old, account)).rejects.toMatchObject({ code: "40001" });
    await old.query("rollback");
    await rename(present, guest, "Third");
    await old.query("begin isolation level repeatable read");
    await publish(old, account);
    await rename(present, guest, "Fourth");
    const waiting = publish(present, account);
    await until(async () => (await waitingIn()) > 0);
    await old.query("commit");
    await waiting;
    expect(await publishedOf(account)).toEqual([
      ["client.created", [null, "Ada"]],
      ["client.updated", ["Ada", "Second"]],
      ["client.updated", ["Second", "Third"]],
      ["client.updated", ["Third", "Fourth"]],
    ]);
  });

  test("that are cut off between taking and telling have done neither", async () => {
    const account = await anAccount();
    const [victim, other] = [await aConnection(account), await aConnection(account)];
    await aGuest(other, account);
    const { rows } = await victim.query("select pg_backend_pid() as pid");
    // It stops when the rows are gone from the outbox, and before the changes are there.
    await service.sql(`create function stop_here() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(42, 42); return new; end $$`);
    await service.sql("create trigger stop_here before insert on changes for each row execute function stop_here()");
    const holder = new pg.Client({ ...inject("owner"), database: login.database });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query("select pg_advisory_lock(42, 42)");
    const cut = publish(victim, account).catch(({ code }: { code: unknown }) => code);
    await until(async () => (await waitingIn()) > 0);
    await service.sql("select pg_terminate_backend($1)", [rows[0]?.pid]);
    expect(await cut).toBe("57P01");
    expect(await publishedOf(account)).toEqual([]);
    expect(await service.sql("select operation from change_outbox where account_id = $1", [account])).toEqual([
      { operation: "created" },
    ]);
    await holder.query("select pg_advisory_unlock(42, 42)");
    await publish(other, account);
    expect(await publishedOf(account)).toEqual([["client.created", [null, "Ada"]]]);
    await service.sql("drop trigger stop_here on changes");
  });

  test("of an account do not wait for those of another one, and publish nothing of it", async () => {
    const [one, other] = [await anAccount(), await anAccount()];
    const [ofOne, ofOther] = [await aConnection(one), await aConnection(other)];
    await aGuest(ofOne, one);
    await aGuest(ofOther, other);
    await ofOne.query("begin");
    await publish(ofOne, one);
    expect((await publish(ofOther, other)).rows).toHaveLength(1);
    await expect(publish(ofOther, one)).rejects.toMatchObject({ code: "42501" });
    await ofOne.query("rollback");
    expect(await publishedOf(one)).toEqual([]);
    await publish(ofOne, one);
    expect(await publishedOf(one)).toHaveLength(1);
  });
});
