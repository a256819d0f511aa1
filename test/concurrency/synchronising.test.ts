import { expect, test } from "vitest";
import { type ApiClient, recordsOf } from "../harness/client.ts";
import { useService } from "../harness/service.ts";
import { aBooking, aRental, book, change } from "./calendar.ts";

const service = useService();

/** Holds a rental's lock, as a slow change to its calendar does, until it is let go. */
async function slowChangeTo(account: number, rental: number): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const change = service.database.within([account]).transaction(async (transaction) => {
    await transaction.run("select from rentals where id = $1 for update", [rental]);
    held.resolve();
    await letGo.promise;
  });
  await held.promise;
  return () => {
    letGo.resolve();
    return change;
  };
}

/** Looks until so many transactions wait for a lock. */
async function waiting(count: number): Promise<void> {
  const asked =
    "select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  while (Number((await service.sql(asked))[0]?.count) < count);
}

/** Asks until a client may ask for the changes since a moment after those transactions began. @returns that moment */
async function synchronised(client: ApiClient): Promise<string> {
  const [row] = await service.sql(
    "select to_char(now() at time zone 'UTC' + interval '1 second', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"') as later",
  );
  for (;;) {
    const answer = await client.get("/bookings");
    const since = answer.headers.get("x-updated-since-request-synced-at") ?? "";
    if (since > String(row?.later)) return since;
  }
}

test("what had to wait for a lock is not missed by a client that synchronised meanwhile", async () => {
  const client = await service.aClient(await service.anAccount());
  // It asks until a second has passed.
  await service.sql("update applications set rate_limit = 1000000 where id = $1", [client.application]);
  const rental = await aRental(client);
  const moved = await aBooking(client, rental, { arrival: 1, departure: 3 });
  const canceled = await aBooking(client, rental, { arrival: 4, departure: 6 });
  const letGo = await slowChangeTo(client.account, rental);
  const changes = Promise.all([
    change(client, moved.id, { adults: 3 }),
    book(client, rental, { arrival: 8, departure: 9 }),
    client.delete(`/bookings/${canceled.id}`),
  ]);
  await waiting(3);
  const since = await synchronised(client);
  await letGo();
  expect((await changes).map(({ status }) => status)).toEqual([200, 201, 204]);

  const synchronisation = await client.get(`/bookings?updated_since=${since}`);
  expect(recordsOf(synchronisation, "bookings")).toHaveLength(2);
  expect(synchronisation.json.meta).toMatchObject({ deleted_ids: [canceled.id] });
});
