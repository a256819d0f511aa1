import { expect, onTestFinished, test } from "vitest";
import { StatementRun, statementChannel } from "../../src/database/sql/statement-channel.ts";
import { aBooking, aRental } from "../harness/factories.ts";
import { onCluster } from "../harness/own-objects.ts";
import { useService } from "../harness/service.ts";

// docs/design/writes.md: independent statements are pipelined, so a step is one round trip.

const service = useService({ connections: 1 });

/** Counts statements and round trips from now on. */
function counting(): { roundTrips: number; statements: number } {
  const counted = { roundTrips: 0, statements: 0 };
  const waiting = new Set<unknown>();
  const listener = {
    start: (run: unknown): void => {
      if (!(run instanceof StatementRun)) return;
      counted.statements++;
      if (waiting.size === 0) counted.roundTrips++;
      waiting.add(run);
    },
    asyncEnd: (run: unknown): void => void waiting.delete(run),
  };
  statementChannel.start.subscribe(listener.start);
  statementChannel.asyncEnd.subscribe(listener.asyncEnd);
  onTestFinished(() => {
    statementChannel.start.unsubscribe(listener.start);
    statementChannel.asyncEnd.unsubscribe(listener.asyncEnd);
  });
  return counted;
}

test("creating a plain booking takes seven round trips: token, settings, locks, checks, row, record, commit", async () => {
  const client = await service.aClient(await service.anAccount());
  const rental = await aRental(client);
  await aBooking(client, rental, { start_at: "2090-02-01", end_at: "2090-02-02", initial_price: "120.00" });
  const counted = counting();
  await aBooking(client, rental, { start_at: "2090-02-02", end_at: "2090-02-03", initial_price: "120.00" });
  expect(counted.roundTrips).toBe(7);
  // On a cluster, transaction settings are sent one by one.
  expect(counted.statements).toBeLessThanOrEqual(onCluster() ? 15 : 14);
});
