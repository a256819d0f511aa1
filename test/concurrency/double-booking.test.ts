import { describe, expect, test, vi } from "vitest";
import { recordOf, recordsOf } from "../harness/client.ts";
import { type House, useHouse } from "../harness/house.ts";
import { seed } from "../harness/seed.ts";
import { aRental, bookingInTheWay, listed, nightsSoldTwice, shown } from "./calendar.ts";
import { Crowd, Dice } from "./crowd.ts";

// For a machine that is busy with other things.
vi.setConfig({ testTimeout: 120_000 });

const visitors = 32;

describe("32 clients on one rental", () => {
  const house = useHouse();
  test(`never share a night, and keep what was acknowledged (seed ${seed})`, () => crowdOn(house, 12));
});

describe("32 clients on one rental, with 3 connections to the database", () => {
  const house = useHouse({ connections: 3 });
  test(`wait for each other, and nobody waits in vain (seed ${seed})`, () => crowdOn(house, 6));
});

describe("32 clients, with a single connection to the database", () => {
  const house = useHouse({ connections: 1 });
  test("are all served: nothing takes a second connection while it holds one", async () => {
    const client = await house.aClient(await house.anAccount());
    const rental = await aRental(client);
    const answers = await Promise.all(
      Array.from({ length: visitors }, async (_, index) => {
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

async function crowdOn(house: House, steps: number): Promise<void> {
  const account = await house.anAccount();
  const clients = await Promise.all([1, 2, 3, 4].map(() => house.aClient(account)));
  const [first] = clients;
  if (!first) throw new Error("Nobody is there.");
  const rental = await aRental(first);
  const crowd = new Crowd(rental);
  await Promise.all(
    Array.from({ length: visitors }, (_, index) => {
      const dice = new Dice(seed + index);
      return crowd.visit(clients[index % clients.length] ?? first, dice, steps);
    }),
  );

  expect(crowd.surprises).toEqual([]);
  expect(await nightsSoldTwice(house, rental)).toEqual([]);

  const list = await listed(first, rental);
  expect(list.map(({ id }) => id)).toEqual([...crowd.known.keys()].sort((a, b) => Number(a) - Number(b)));
  for (const record of list) {
    const known = crowd.known.get(record.id);
    const acknowledged = known?.acknowledged ?? [];
    if (known?.shared) expect(nightsAndFate(acknowledged)).toContainEqual(nightsAndFate([shown(record)])[0]);
    else expect(shown(record), `booking ${record.id} of ${JSON.stringify(acknowledged)}`).toEqual(acknowledged.at(-1));
  }

  expect(crowd.refusals.length).toBeGreaterThan(0);
  const ids = new Set(list.map(({ id }) => id));
  for (const refusal of crowd.refusals) expect(ids, refusal.text).toContain(bookingInTheWay(refusal));

  const [some, ...more] = list.slice(-30);
  const batch = await first.get(`/bookings/${[some, ...more].map((record) => record?.id).join(",")}`);
  expect(recordsOf(batch, "bookings")).toEqual([some, ...more]);
  expect(recordOf(await first.get(`/bookings/${some?.id}`), "bookings")).toEqual(some);
}

/** Of a booking that several change at once, the nights and whether they are held are somebody's; the rest may be another's. */
function nightsAndFate(states: readonly { start_at: unknown; end_at: unknown }[]): unknown[] {
  return states.map(({ start_at, end_at }) => ({ start_at, end_at }));
}
