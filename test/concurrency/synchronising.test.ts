import { expect, test } from "vitest";
import { type ApiClient, recordsOf } from "../harness/client.ts";
import { useSharedService } from "../harness/service.ts";
import { importerInto } from "../imports/importer.ts";
import { aBooking, aRental, book, change } from "./calendar.ts";

const service = useSharedService();

/** Holds the lock of a rental or a client until released, as a slow change does. */
async function slowChangeTo(
  account: number,
  id: unknown,
  table: "rentals" | "clients" = "rentals",
): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const change = service.database.within([account]).transaction(async (transaction) => {
    await transaction.run(`select from ${table} where id = $1 for update`, [id]);
    held.resolve();
    await letGo.promise;
  });
  await held.promise;
  return () => {
    letGo.resolve();
    return change;
  };
}

/** Polls until this many transactions wait for a lock. */
async function waiting(count: number): Promise<void> {
  const asked =
    "select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  while (Number((await service.sql(asked))[0]?.count) < count);
}

/** Polls until the synchronization timestamp is later than the start of those transactions. @returns that timestamp */
async function synchronised(client: ApiClient): Promise<string> {
  const [row] = await service.sql(
    "select to_char(now() at time zone 'UTC' + interval '1 second', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"') as later",
  );
  for (;;) {
    const since = sinceOf(await client.get("/bookings"));
    if (since > String(row?.later)) return since;
  }
}

const sinceOf = ({ headers }: { readonly headers: Headers }) => headers.get("x-updated-since-request-synced-at") ?? "";

test("a synchronising client does not miss a write that waited for a lock", async () => {
  const client = await service.aClient(await service.anAccount());
  // Polling for a second exceeds the default limit.
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

test("a synchronising client does not miss early writes of an import or an atomic bulk request", async () => {
  const client = await service.aClient(await service.anAccount());
  await service.sql("update applications set rate_limit = 1000000 where id = $1", [client.application]);
  const neighbour = await service.aClient(await service.anAccount());
  await service.sql("update applications set rate_limit = 1000000 where id = $1", [neighbour.application]);
  const [imported, bulk] = [await aRental(client), await aRental(client)];
  const guest = recordsOf(await client.post("/clients", { clients: [{ fullname: "Ada Guest" }] }), "clients")[0];
  const letGo = await slowChangeTo(client.account, guest?.id, "clients");
  // Each has written its first booking when it waits for its second booking's guest.
  const lines = [
    { external_reference: "B1", rental_id: imported, start_at: "2031-03-01", end_at: "2031-03-03" },
    {
      external_reference: "B2",
      rental_id: imported,
      start_at: "2031-03-05",
      end_at: "2031-03-07",
      client_id: guest?.id,
    },
  ];
  const importing = importerInto(service)(client, "bookings", lines.map((line) => JSON.stringify(line)).join("\n"));
  const operations = [{}, { client_id: guest?.id }].map((more, index) => ({
    method: "POST",
    path: `/rentals/${bulk}/bookings`,
    body: { bookings: [{ start_at: `2031-03-0${1 + index * 4}`, end_at: `2031-03-0${3 + index * 4}`, ...more }] },
  }));
  const inBulk = client.post("/bulk", { operations, atomic: true });
  await waiting(2);
  // Another account's import does not wait.
  const theirs = importerInto(service)(neighbour, "rentals", "external_reference,name\nR1,Mill House\n");
  expect(await theirs).toMatchObject({ created: 1, wrong: 0 });
  // Waits until an account without pending writes can synchronize past what they have written.
  await synchronised(neighbour);
  const since = sinceOf(await client.get("/bookings"));
  await letGo();
  expect(await importing).toMatchObject({ created: 2, wrong: 0 });
  expect((await inBulk).status).toBe(200);

  expect(recordsOf(await client.get(`/bookings?updated_since=${since}`), "bookings")).toHaveLength(4);
  expect(await service.sql("select count(*)::integer as announced from long_writes")).toEqual([{ announced: 0 }]);
});

test("a dead process's announced transaction delays no other process", async () => {
  const client = await service.aClient(await service.anAccount());
  await service.sql("insert into long_writes (accounts, began_at) values (array[$1::bigint], '2001-01-01')", [
    client.account,
  ]);
  expect(sinceOf(await client.get("/bookings")) > "2002").toBe(true);
});
