import { describe, expect, test } from "vitest";
import { holding, LockWaits } from "../harness/lock-waits.ts";
import { onCluster, ownerOf } from "../harness/own-objects.ts";
import type { ScopedConnection } from "../harness/scoped-connection.ts";
import { useService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { QuietAccount } from "./quiet-account.ts";

// Publishing under all kinds of transactions and publishers, by SQL, without the service.
const service = useService();

describe("a transaction", () => {
  test("a transaction that stays open while others publish is published after them, without delaying them", async () => {
    const account = await QuietAccount.of(service);
    const [slow, quick] = [await account.connection(), await account.connection()];
    const guest = await account.aGuest(quick);
    await account.publish(quick);
    await slow.begin();
    await account.rename(slow, guest, "Slow");
    for (const name of ["One", "Two"]) {
      await account.aGuest(quick, name);
      await account.publish(quick);
    }
    await slow.commit();
    await account.rename(quick, guest, "Last");
    await account.publish(quick);
    expect(await account.published()).toEqual([
      ["client.created", [null, "Ada"]],
      ["client.created", [null, "One"]],
      ["client.created", [null, "Two"]],
      ["client.updated", ["Ada", "Slow"]],
      ["client.updated", ["Slow", "Last"]],
    ]);
  });

  test("is published without what a savepoint rolled back, and not at all after a rollback", async () => {
    const account = await QuietAccount.of(service);
    const client = await account.connection();
    const guest = await account.aGuest(client);
    await account.publish(client);
    await client.begin();
    await account.rename(client, guest, "First");
    await client.query("savepoint here");
    await account.rename(client, guest, "Taken back");
    await account.aGuest(client, "Taken back");
    await client.query("rollback to savepoint here");
    await account.rename(client, guest, "Second");
    await client.commit();
    await client.begin();
    await account.rename(client, guest, "Never");
    await client.rollback();
    await account.publish(client);
    expect((await account.published()).slice(1)).toEqual([["client.updated", ["Ada", "Second"]]]);
  });

  test("a transaction that creates and deletes a record publishes both, and one that deletes and restores publishes an update", async () => {
    const account = await QuietAccount.of(service);
    const client = await account.connection();
    const end = (rental: unknown, moment: string) =>
      client.query(`update rentals set deleted_at = ${moment} where account_id = $1 and id = $2`, [account.id, rental]);
    const make = async (): Promise<unknown> => {
      const rows = await client.query("insert into rentals (account_id, name) values ($1, 'Mill') returning id::int", [
        account.id,
      ]);
      return rows[0]?.id;
    };
    const typesOf = async (work: () => Promise<void>): Promise<unknown[]> => {
      await client.begin();
      await work();
      await client.commit();
      const rows = await account.publish(client);
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
    expect(await typesOf(thereAndBack)).toEqual([["rental.updated", undefined]]);
    await end(rental, "now()");
    await account.publish(client);
    const backAndGone = async () => {
      await end(rental, "null");
      await client.query("update rentals set name = 'Lodge' where account_id = $1 and id = $2", [account.id, rental]);
      await end(rental, "now()");
    };
    expect(await typesOf(backAndGone)).toEqual([["rental.updated", ["Mill", "Lodge"]]]);
    expect(await typesOf(async () => end(rental, "null").then(() => undefined))).toEqual([
      ["rental.restored", undefined],
    ]);
  });

  test("a transaction with more rows than one call processes is published whole before its changes are read, each record once", async () => {
    const account = await QuietAccount.of(service);
    const client = await account.connection();
    await client.begin();
    const guest = await account.aGuest(client, "0");
    for (let number = 1; number <= 6; number++) await account.rename(client, guest, String(number));
    await client.query(
      "insert into clients (account_id, fullname) select $1, 'Many ' || number from generate_series(1, 2500) as number returning id",
      [account.id],
    );
    await client.query("update clients set notes = 'x' where account_id = $1 and id > $2", [account.id, guest]);
    await client.commit();
    expect(await account.publishAll()).toBeGreaterThanOrEqual(2501);
    expect(await account.waiting()).toEqual([]);
    const notes = await service.sql(
      "select count(distinct record_id)::int as count from changes where account_id = $1 and changes -> 'notes' ->> 1 = 'x'",
      [account.id],
    );
    expect(notes).toEqual([{ count: 2500 }]);
    // Nearby rows of one record become one change, wherever a call ends.
    const rows = await client.query("select changes from changes where account_id = $1 and record_id = $2", [
      account.id,
      String(guest),
    ]);
    expect(rows).toMatchObject([{ changes: { fullname: [null, "6"] } }]);
    await client.begin();
    for (let number = 7; number <= 9; number++) await account.rename(client, guest, String(number));
    await client.commit();
    expect(await account.publish(client, 2)).toMatchObject([{ changes: { fullname: ["6", "9"] } }]);
  });

  test("a transaction with thousands of rows that cancel out does not hide later changes", async () => {
    const account = await QuietAccount.of(service);
    const client = await account.connection();
    const guest = await account.aGuest(client);
    await client.begin();
    await client.query(
      `do $$ begin for number in 1..1500 loop update clients set fullname = number::text where account_id = ${account.id} and id = ${guest}; end loop; end $$`,
    );
    await client.commit();
    await account.rename(client, guest, "Last");
    await account.publishAll();
    expect((await account.published()).at(-1)).toEqual(["client.updated", [expect.any(String), "Last"]]);
    expect(await account.waiting()).toEqual([]);
  });
});

describe("a change that many records show", () => {
  /** An account with one rental and this many stays, all published. */
  async function withStays(
    stays: number,
  ): Promise<{ account: QuietAccount; client: ScopedConnection; rental: number }> {
    const account = await QuietAccount.of(service);
    const client = await account.connection();
    const [rental] = await client.query(
      "insert into rentals (account_id, name) values ($1, 'Mill') returning id::int",
      [account.id],
    );
    await client.query(
      `insert into bookings (account_id, rental_id, start_at, end_at, booked, unavailable, created_by_id, created_by_type, currency)
       select $1, $2, day, day + interval '1 day', true, false, 1, 'Application', 'EUR'
       from generate_series(timestamptz '2030-01-01', timestamptz '2030-01-01' + make_interval(days => $3 - 1), interval '1 day') as day returning id`,
      [account.id, rental?.id, stays],
    );
    await account.publishAll();
    return { account, client, rental: Number(rental?.id) };
  }

  const agreed = async (account: QuietAccount, client: ScopedConnection, rental: number | null): Promise<string[]> => {
    await client.query(
      `insert into rental_agreements (account_id, rental_id, body) values ($1, $2, '{"en": "Be kind."}')`,
      [account.id, rental],
    );
    return (await account.publish(client)).map(({ type }) => type);
  };

  test("is an event of each of up to a thousand records, and beyond that only of the changed record", async () => {
    const few = await withStays(1000);
    expect(
      (await agreed(few.account, few.client, few.rental)).filter((type) => type === "booking.updated"),
    ).toHaveLength(1000);
    const many = await withStays(1001);
    for (const rental of [many.rental, null])
      expect((await agreed(many.account, many.client, rental)).toSorted()).toEqual([
        "rental.updated",
        "rental_agreement.created",
      ]);
  });

  test("is one event of a record that shows two changes of a transaction, wherever a call ends", async () => {
    const { account, client, rental } = await withStays(1);
    const text = (body: string) =>
      client.query("insert into rental_agreements (account_id, rental_id, body) values ($1, $2, $3)", [
        ...[account.id, rental, JSON.stringify({ en: body })],
      ]);
    await client.begin();
    await text("Be kind.");
    await account.aGuest(client);
    await text("Be kinder.");
    await client.commit();
    const types: string[] = [];
    while ((await account.waiting()).length > 0)
      types.push(...(await account.publish(client, 2)).map(({ type }) => type));
    expect(types.filter((type) => type === "booking.updated")).toHaveLength(1);
  });
});

describe("publishers", () => {
  test("publishers that run concurrently for one account publish each change once, with ids in commit order", async () => {
    const account = await QuietAccount.of(service);
    const connections = await Promise.all(Array.from({ length: 12 }, () => account.connection()));
    const [writers, publishers] = [connections.slice(0, 5), connections.slice(5)];
    const seen: number[] = [];
    let writing = true;
    const write = async (client: ScopedConnection, index: number): Promise<void> => {
      const guest = await account.aGuest(client, `Guest ${index}`);
      for (let number = 0; number < 20; number++) await account.rename(client, guest, `Guest ${index} ${number}`);
    };
    const publishing = publishers.map(async (client, index) => {
      while (writing) {
        if (index > 0) await account.publish(client, 1 + index);
        else {
          // No change appears later with an id below the newest one read.
          const rows = await client.query(
            "select id::float8 from changes where account_id = $1 and id > $2 order by id",
            [account.id, seen.at(-1) ?? 0],
          );
          seen.push(...rows.map(({ id }) => Number(id)));
        }
      }
    });
    await Promise.all(writers.map(write));
    writing = false;
    await Promise.all(publishing);
    await account.publishAll();
    const rows = await service.sql(
      "select id::float8, record_id, changes from changes where account_id = $1 order by id",
      [account.id],
    );
    expect(rows).toHaveLength(105);
    expect(seen).toEqual(rows.map(({ id }) => id).slice(0, seen.length));
  });

  test("publishers with an outdated snapshot publish nothing twice or out of order", async () => {
    const account = await QuietAccount.of(service);
    const [old, present] = [await account.connection(), await account.connection()];
    const waits = new LockWaits(await ownerOf(service));
    const guest = await account.aGuest(present);
    await old.begin("repeatable read");
    await old.query("select from change_outbox where account_id = $1 limit 1", [account.id]);
    await account.rename(present, guest, "Second");
    await account.publish(present);
    await expect(account.publish(old)).rejects.toMatchObject({ code: "40001" });
    await old.rollback();
    await account.rename(present, guest, "Third");
    await old.begin("repeatable read");
    await account.publish(old);
    await account.rename(present, guest, "Fourth");
    const waiting = account.publish(present);
    await until(async () => (await waits.count()) > 0);
    await old.commit();
    await waiting;
    expect(await account.published()).toEqual([
      ["client.created", [null, "Ada"]],
      ["client.updated", ["Ada", "Second"]],
      ["client.updated", ["Second", "Third"]],
      ["client.updated", ["Third", "Fourth"]],
    ]);
  });

  test("interrupted publishers leave the outbox and the feed unchanged", async () => {
    const account = await QuietAccount.of(service);
    const [victim, other] = [await account.connection(), await account.connection()];
    await account.aGuest(other);
    // It stops after it deletes the outbox rows and before it inserts the changes.
    await service.sql(`create function stop_here() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(4242); return new; end $$`);
    await service.sql("create trigger stop_here before insert on changes for each row execute function stop_here()");
    const owner = await ownerOf(service);
    const [holder, waits] = [await holding(owner, 4242), new LockWaits(owner)];
    const cut = account.publish(victim).catch(({ code }: { code: unknown }) => code);
    await until(async () => (await waits.cutOff()) > 0);
    // A cluster may report the lost connection to its worker.
    expect(onCluster() ? ["57P01", "08006"] : ["57P01"]).toContain(await cut);
    expect(await account.published()).toEqual([]);
    expect(await account.waiting()).toEqual(["created"]);
    await holder.release(4242);
    await account.publish(other);
    expect(await account.published()).toEqual([["client.created", [null, "Ada"]]]);
    await service.sql("drop trigger stop_here on changes");
  });

  test("one account's publishers neither wait for another account's nor publish its changes", async () => {
    const [one, other] = [await QuietAccount.of(service), await QuietAccount.of(service)];
    const [ofOne, ofOther] = [await one.connection(), await other.connection()];
    await one.aGuest(ofOne);
    await other.aGuest(ofOther);
    await ofOne.begin();
    await one.publish(ofOne);
    expect(await other.publish(ofOther)).toHaveLength(1);
    await expect(one.publish(ofOther)).rejects.toMatchObject({ code: "42501" });
    await ofOne.rollback();
    expect(await one.published()).toEqual([]);
    await one.publish(ofOne);
    expect(await one.published()).toHaveLength(1);
  });
});
