import pg from "pg";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Json } from "../harness/client.ts";
import { aRental, booking } from "../harness/factories.ts";
import { ownerOf } from "../harness/own-objects.ts";
import { useService } from "../harness/service.ts";

// Decisions 0054 and 0080: requests for the same calendar wait in the process, without holding a connection.

const connections = 6;
const service = useService({ connections });

// The test controls when waiting requests time out.
beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => vi.useRealTimers());

/** The number of the service's connections that wait for a lock. */
async function waitingForLocks(): Promise<number> {
  const [row] = await service.sql(
    `select count(*)::integer as waiting from pg_stat_activity
     where datname = current_database() and application_name = 'roost' and wait_event_type = 'Lock'`,
  );
  return Number(row?.waiting);
}

/** Polls until this many connections wait for a lock. The process's clock advances more slowly than the database's. */
async function untilWaiting(expected: number): Promise<void> {
  for (let looks = 0; (await waitingForLocks()) !== expected; looks++) {
    expect(looks, `${expected} connections wait for a lock`).toBeLessThan(1500);
    await service.sql("select pg_sleep(0.02)");
    await vi.advanceTimersByTimeAsync(10);
  }
}

test("contention on one rental leaves connections for other bookings until the wait limit", async () => {
  const client = await service.aClient(await service.anAccount());
  const [wanted, other] = [await aRental(client), await aRental(client)];
  const holder = new pg.Client({ ...(await ownerOf(service)) });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query("begin");
  await holder.query("select from rentals where id = $1 for update", [wanted.id]);
  const night = (number: number): Json => ({
    start_at: `2091-03-${String(number).padStart(2, "0")}`,
    end_at: `2091-03-${String(number + 1).padStart(2, "0")}`,
  });

  const answers = Array.from({ length: 12 }, (_, index) => booking(client, wanted, night(index + 1)));
  await untilWaiting(4);
  expect((await booking(client, other, night(1))).status).toBe(201);
  expect(await waitingForLocks()).toBe(4);

  await vi.advanceTimersByTimeAsync(5000);
  await untilWaiting(connections);
  await holder.query("rollback");
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 201));
});
