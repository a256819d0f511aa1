import { beforeAll, describe, expect, test } from "vitest";
import { errorsOf, recordOf, recordsOf } from "../harness/client.ts";
import { seed } from "../harness/seed.ts";
import { type TestService, useService } from "../harness/service.ts";
import { aRental, book, bookingInTheWay, dates, listed, nightsSoldTwice, refuseSome, shown } from "./calendar.ts";
import { LoadGenerator, Random } from "./load.ts";

const callers = 32;

describe("32 clients on one rental", () => {
  const service = useService();
  test(`never share a night, and keep what was acknowledged (seed ${seed})`, () => concurrentWrites(service, 8));
});

describe("32 clients on one rental, with 3 connections to the database", () => {
  const service = useService({ connections: 3 });
  test(`wait for each other without starvation (seed ${seed})`, () => concurrentWrites(service, 4));
});

describe("32 clients, with a single connection to the database", () => {
  const service = useService({ connections: 1 });
  test("are all served, because no request acquires a second connection while it holds one", async () => {
    const client = await service.aClient(await service.anAccount());
    const rental = await aRental(client);
    const answers = await Promise.all(
      Array.from({ length: callers }, async (_, index) => {
        const stay = { start_at: `2031-05-${String(1 + (index % 28)).padStart(2, "0")}`, end_at: "2031-06-01" };
        const made = await client.post(`/rentals/${rental}/bookings`, {
          bookings: [
            {
              ...stay,
              bookings_fees: [{ price: "10", name: "Linen", kind: "other" }],
              comments: [{ content: "Late" }],
            },
          ],
        });
        const read = await client.get(
          "/bookings?include=bookings_fees,booking_comments&updated_since=2020-01-01T00:00:00Z",
        );
        return [made.status, read.status];
      }),
    );
    expect(answers.filter(([made]) => made === 201)).toHaveLength(1);
    expect(
      answers.every(([made, read]) => (made === 201 || made === 422) && read === 200),
      JSON.stringify(answers),
    ).toBe(true);
  });
});

describe("a booking that the database refuses behind all checks, while what follows it is under way", () => {
  const service = useService({ connections: 1 });
  const collision = { base: ["conflicts with a concurrent change"] };
  beforeAll(() => refuseSome(service));

  test("is a 422, leaves nothing behind, and the connection serves the next one", async () => {
    const client = await service.aClient(await service.anAccount());
    const rental = await aRental(client);
    const nights = { arrival: 2, departure: 6 };
    const answer = await book(client, rental, nights, { notes: "refused", comments: [{ content: "Late" }] });
    expect([answer.status, errorsOf(answer)]).toEqual([422, collision]);
    expect(recordsOf(await client.get("/booking_comments"), "booking_comments")).toEqual([]);
    expect(await service.sql("select id from bookings where rental_id = $1", [rental])).toEqual([]);
    expect((await book(client, rental, nights)).status).toBe(201);
  });

  test("frees its idempotency key for the next attempt", async () => {
    const client = await service.aClient(await service.anAccount());
    const rental = await aRental(client);
    const send = (notes: string) =>
      client.post(
        `/rentals/${rental}/bookings`,
        { bookings: [{ ...dates({ arrival: 2, departure: 6 }), notes }] },
        { "idempotency-key": "5f0c1f1e-55a5-4bb4-9f0e-9d3c0a6f7b11" },
      );
    const answer = await send("refused");
    expect([answer.status, errorsOf(answer)]).toEqual([422, collision]);
    expect((await send("taken")).status).toBe(201);
  });
});

async function concurrentWrites(service: TestService, steps: number): Promise<void> {
  const account = await service.anAccount();
  const clients = await Promise.all([1, 2, 3, 4].map(() => service.aClient(account)));
  const [first] = clients;
  if (!first) throw new Error("Nobody is there.");
  const rental = await aRental(first);
  const load = new LoadGenerator(rental);
  await Promise.all(
    Array.from({ length: callers }, (_, index) => {
      const random = new Random(seed + index);
      return load.visit(clients[index % clients.length] ?? first, random, steps);
    }),
  );

  expect(load.surprises).toEqual([]);
  expect(await nightsSoldTwice(service, rental)).toEqual([]);

  const list = await listed(first, rental);
  expect(list.map(({ id }) => id)).toEqual([...load.known.keys()].sort((a, b) => Number(a) - Number(b)));
  for (const record of list) {
    const known = load.known.get(record.id);
    const acknowledged = known?.acknowledged ?? [];
    if (known?.shared) expect(nightsAndFate(acknowledged)).toContainEqual(nightsAndFate([shown(record)])[0]);
    else expect(shown(record), `booking ${record.id} of ${JSON.stringify(acknowledged)}`).toEqual(acknowledged.at(-1));
  }

  expect(load.refusals.length).toBeGreaterThan(0);
  const ids = new Set(list.map(({ id }) => id));
  for (const refusal of load.refusals) expect(ids, refusal.text).toContain(bookingInTheWay(refusal));

  const [some, ...more] = list.slice(-30);
  const batch = await first.get(`/bookings/${[some, ...more].map((record) => record?.id).join(",")}`);
  expect(recordsOf(batch, "bookings")).toEqual([some, ...more]);
  expect(recordOf(await first.get(`/bookings/${some?.id}`), "bookings")).toEqual(some);
}

/** The nights and hold state of a booking under concurrent changes come from one write; other attributes may come from another. */
function nightsAndFate(states: readonly { start_at: unknown; end_at: unknown }[]): unknown[] {
  return states.map(({ start_at, end_at }) => ({ start_at, end_at }));
}
