import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { ConcurrencyLimit } from "../../src/kernel/concurrency/concurrency-limit.ts";
import { inSlices, scheduler } from "../../src/kernel/concurrency/scheduler.ts";
import { aRental } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";

/** One connection more than one account's searches may hold. */
const service = useService({ connections: 5 });

/** Computes for the longest time one piece may take. */
function computePiece(): void {
  while (!scheduler.isSliceOver);
}

describe("one account's searches", () => {
  test("one account's searches never hold all database connections", async () => {
    const crowded = await service.aClient(await service.anAccount());
    const other = await service.aClient(await service.anAccount());
    const rental = await aRental(crowded, { base_rate: 100 });
    // Reads of bookings block on this lock and hold their connections.
    await service.sql("create table waits (done boolean)");
    const held = service.sql(
      "do $$ begin lock table bookings in access exclusive mode; while not exists (select from waits) loop perform pg_sleep(0.01); end loop; end $$",
    );
    while (
      (await service.sql("select from pg_locks where mode = 'AccessExclusiveLock' and relation = 'bookings'::regclass"))
        .length === 0
    ) {
      await setImmediate();
    }
    const searches = Array.from({ length: 12 }, () =>
      crowded.get(`/rentals/${rental.id}/search?start_at=2090-02-01&end_at=2090-02-03`),
    );
    const waiting = async () => {
      const [row] = await service.sql(
        "select count(*)::integer as count from pg_locks where not granted and relation = 'bookings'::regclass",
      );
      return Number(row?.count);
    };
    while ((await waiting()) < 4) await setImmediate();
    for (let time = 0; time < 5; time++) expect((await other.get("/me")).status).toBe(200);
    expect(await waiting()).toBe(4);
    await service.sql("insert into waits values (true)");
    await held;
    for (const answer of await Promise.all(searches)) expect(answer.status, answer.text).toBe(200);
  });
});

describe("long computations", () => {
  test("concurrent long computations run one piece per turn of the event loop", async () => {
    let pieces = 0;
    const most: number[] = [];
    const computations = ["a", "b", "c"].map((lane) =>
      inSlices(lane, Array.from({ length: 20 }).keys(), () => {
        pieces++;
        computePiece();
      }),
    );
    // The first piece of each computation needs no turn.
    await setImmediate();
    const all = Promise.all(computations);
    for (let round = 0; round < 30; round++) {
      const before = pieces;
      await setImmediate();
      most.push(pieces - before);
    }
    await all;
    expect(Math.max(...most)).toBe(1);
    expect(pieces).toBe(60);
  });

  test("long computations are scheduled by account, so a heavy account delays only itself", async () => {
    const order: string[] = [];
    const one = async (lane: string): Promise<void> => {
      await scheduler.next(lane);
      order.push(lane);
    };
    await Promise.all([...Array.from({ length: 5 }, () => one("many")), one("few"), one("few")]);
    expect(order).toEqual(["many", "few", "many", "few", "many", "many", "many"]);
  });

  test("an account's long computations run a few at a time in order, and a failed one frees its slot", async () => {
    const limit = new ConcurrencyLimit(2);
    const done: number[] = [];
    let running = 0;
    let most = 0;
    const work = (number: number) =>
      limit.run("account", async () => {
        most = Math.max(most, ++running);
        await setImmediate();
        running--;
        done.push(number);
        if (number === 1) throw new Error("It failed.");
      });
    const results = await Promise.allSettled([0, 1, 2, 3, 4, 5].map(work));
    expect(most).toBe(2);
    expect(done).toEqual([0, 1, 2, 3, 4, 5]);
    expect(results.map(({ status }) => status).filter((status) => status === "rejected")).toHaveLength(1);
    const other: string[] = [];
    await Promise.all(["a", "b", "c"].map((key) => limit.run(key, async () => void other.push(key))));
    expect(other).toEqual(["a", "b", "c"]);
  });
});
