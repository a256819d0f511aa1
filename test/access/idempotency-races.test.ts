import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { recordOf } from "../harness/client.ts";
import { runSql } from "../harness/databases.ts";
import { idsOf } from "../harness/factories.ts";
import { holding } from "../harness/lock-waits.ts";
import { ownerOf, serversOf } from "../harness/own-objects.ts";
import { useSharedService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

/**
 * service.md, Idempotency 5, and the atomicity of work and stored response. Triggers hold a request inside its transaction until the test
 * releases it.
 */
const service = useSharedService();

const aClient = async () => service.aClient(await service.anAccount());
const aKey = () => ({ "idempotency-key": randomUUID() });
const tag = (name: string) => ({ bookings_tags: [{ name_en: name, color: "#008080" }] });
const tagsIn = async (account: number) =>
  idsOf(await service.sql("select id::integer from bookings_tags where account_id = $1 order by id", [account]));
const answersIn = async (account: number) =>
  (await service.sql("select from idempotent_answers where account_id = $1", [account])).length;

/** Runs a statement on each server that may store rows. @returns the total number of rows */
async function everywhere(sql: string): Promise<number> {
  const counts: number[] = [];
  for (const server of serversOf(await ownerOf(service))) counts.push((await runSql(server, sql)).rowCount ?? 0);
  return counts.reduce((sum, count) => sum + count, 0);
}

const ofThisDatabase = "database = (select oid from pg_database where datname = current_database())";

/** Advisory locks on which requests wait for the test. */
const waiting = () =>
  everywhere(
    `select from pg_locks where locktype = 'advisory' and classid = 0 and objsubid = 1 and not granted and ${ofThisDatabase}`,
  );

beforeAll(async () => {
  // Each server has its own sequence, because its own triggers use it.
  await everywhere(
    "set citus.enable_ddl_propagation = off; create sequence arrivals; grant usage on sequence arrivals to roost_app",
  );
  await service.sql(`create function hold() returns trigger language plpgsql as $$
    declare
      shown text;
    begin
      if tg_table_name ~ '^bookings_tags' then
        if new.name ->> 'en' = 'Held' then perform pg_advisory_xact_lock(nextval('arrivals')); end if;
        return new;
      end if;
      select name ->> 'en' into shown from bookings_tags where account_id = new.account_id and id = new.record_id::bigint;
      if shown = 'Unkept' then raise exception 'the answer cannot be kept';
      elsif shown = 'Cut off' then perform pg_advisory_xact_lock(4711);
      end if;
      return new;
    end $$`);
  for (const table of ["bookings_tags", "idempotent_answers"])
    await service.sql(`create trigger hold before insert on ${table} for each row execute function hold()`);
  await service.sql(`create function refuse() returns trigger language plpgsql as $$
    begin
      if new.name ->> 'en' = 'Uncommitted' then raise exception 'this does not last'; end if;
      return null;
    end $$`);
  await service.sql(
    "create constraint trigger refuse after insert on bookings_tags deferrable initially deferred for each row execute function refuse()",
  );
});

const holdingHere = async (...locks: number[]) => holding(await ownerOf(service), ...locks);

const restartArrivals = () => everywhere("alter sequence arrivals restart");

describe("rule 5: two concurrent first requests", () => {
  test("are both processed, and the response that completes first is stored", async () => {
    const client = await aClient();
    const key = aKey();
    await restartArrivals();
    const holder = await holdingHere(1, 2);
    const earlier = client.post("/bookings_tags", tag("Held"), key);
    await until(async () => (await waiting()) === 1);
    const later = client.post("/bookings_tags", tag("Held"), key);
    await until(async () => (await waiting()) === 2);
    await holder.release(2);
    const completedFirst = await later;
    await holder.release(1);
    const completedSecond = await earlier;
    expect([completedFirst.status, completedSecond.status]).toEqual([201, 201]);
    const ids = [completedFirst, completedSecond].map((answer) => Number(recordOf(answer, "bookings_tags").id));
    expect(await tagsIn(client.account)).toEqual(ids.toSorted((a, b) => a - b));
    expect(new Set(ids).size).toBe(2);

    const replay = await client.post("/bookings_tags", tag("Held"), key);
    expect(replay.text).toBe(completedFirst.text);
    expect(replay.headers.get("x-request-id")).toBe(completedFirst.headers.get("x-request-id"));
    expect(await tagsIn(client.account)).toHaveLength(2);
    expect(await answersIn(client.account)).toBe(1);
  });

  test("are both processed even if they differ", async () => {
    const client = await aClient();
    const key = aKey();
    await restartArrivals();
    const holder = await holdingHere(1);
    const held = client.post("/bookings_tags", tag("Held"), key);
    await until(async () => (await waiting()) === 1);
    const free = await client.post("/bookings_tags", tag("Free"), key);
    await holder.release(1);
    expect([free.status, (await held).status]).toEqual([201, 201]);
    expect(await tagsIn(client.account)).toHaveLength(2);
    expect((await client.post("/bookings_tags", tag("Free"), key)).text).toBe(free.text);
    expect((await client.post("/bookings_tags", tag("Held"), key)).status).toBe(409);
  });

  test("store one response, which all later requests get", async () => {
    const client = await aClient();
    const key = aKey();
    const load = await Promise.all(Array.from({ length: 40 }, () => client.post("/bookings_tags", tag("Crowd"), key)));
    expect(load.map(({ status }) => status)).toEqual(load.map(() => 201));
    const made = new Set(load.map((answer) => recordOf(answer, "bookings_tags").id));
    expect(await tagsIn(client.account)).toEqual([...made].toSorted((a, b) => Number(a) - Number(b)));
    const after = await client.post("/bookings_tags", tag("Crowd"), key);
    expect(load.map(({ text }) => text)).toContain(after.text);
    expect(await answersIn(client.account)).toBe(1);
    expect(await tagsIn(client.account)).toHaveLength(made.size);
  });
});

describe("the work and its stored response are atomic", () => {
  test("rolls back the work if the response cannot be stored", async () => {
    const client = await aClient();
    const key = aKey();
    const failed = await client.post("/bookings_tags", tag("Unkept"), key);
    expect(failed.status).toBe(500);
    expect(failed.text).not.toContain("cannot be kept");
    expect(await tagsIn(client.account)).toEqual([]);
    expect((await client.post("/bookings_tags", tag("Unkept"))).status).toBe(201);
  });

  test("stores no response if the commit fails", async () => {
    const client = await aClient();
    const key = aKey();
    for (let time = 0; time < 2; time++) {
      expect((await client.post("/bookings_tags", tag("Uncommitted"), key)).status).toBe(500);
      expect(await answersIn(client.account)).toBe(0);
    }
    expect((await client.post("/bookings_tags", tag("Other"), key)).status).toBe(201);
  });

  test("rolls back the work if the connection breaks in between, and the request can be repeated", async () => {
    const client = await aClient();
    const key = aKey();
    const holder = await holdingHere(4711);
    const broken = client.post("/bookings_tags", tag("Cut off"), key);
    await until(async () => (await waiting()) === 1);
    await everywhere(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 0 and objid = 4711 and objsubid = 1 and not granted and ${ofThisDatabase}`,
    );
    expect((await broken).status).toBe(503);
    expect(await tagsIn(client.account)).toEqual([]);
    await holder.release(4711);
    const again = await client.post("/bookings_tags", tag("Cut off"), key);
    expect(again.status).toBe(201);
    expect((await client.post("/bookings_tags", tag("Cut off"), key)).text).toBe(again.text);
    expect(await tagsIn(client.account)).toHaveLength(1);
  });

  test("completes the request of a client that disconnects, which gets the response by repeating it", async () => {
    const client = await aClient();
    const key = aKey();
    await restartArrivals();
    const holder = await holdingHere(1);
    const hangUp = new AbortController();
    const left = fetch(`${service.url}/api/v3/bookings_tags`, {
      method: "POST",
      headers: { ...key, authorization: `Bearer ${client.token}`, "content-type": "application/vnd.api+json" },
      body: JSON.stringify(tag("Held")),
      signal: hangUp.signal,
    });
    await until(async () => (await waiting()) === 1);
    hangUp.abort();
    await expect(left).rejects.toThrow();
    await holder.release(1);
    await until(async () => (await answersIn(client.account)) === 1);
    const again = await client.post("/bookings_tags", tag("Held"), key);
    expect(again.status).toBe(201);
    expect(await tagsIn(client.account)).toEqual([recordOf(again, "bookings_tags").id]);
  });
});
