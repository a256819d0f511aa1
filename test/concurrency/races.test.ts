import { describe, expect, test } from "vitest";
import { expireHolds } from "../../src/modules/stays/bookings/expire-holds.ts";
import { type ApiClient, errorsOf, recordOf } from "../harness/client.ts";
import { inAnHour } from "../harness/moments.ts";
import { useSharedService } from "../harness/service.ts";
import { aBooking, aRental, book, bookingInTheWay, change, dates, nightsSoldTwice } from "./calendar.ts";

const service = useSharedService();

/** An account with this many applications and one rental. */
async function aPlace(applications = 2): Promise<{ clients: ApiClient[]; manager: ApiClient; rental: number }> {
  const account = await service.anAccount();
  const manager = await service.aClient(account);
  const others = await Promise.all(Array.from({ length: applications }, () => service.aClient(account)));
  return { clients: others, manager, rental: await aRental(manager) };
}

const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

describe("moves", () => {
  test("refuse two stays that swap their nights, naming each other, and keep both", async () => {
    const { manager, rental } = await aPlace();
    const pairs = await times(8, async (pair) => {
      const early = { arrival: pair * 10, departure: pair * 10 + 3 };
      const late = { arrival: pair * 10 + 3, departure: pair * 10 + 6 };
      return { early, late, a: await aBooking(manager, rental, early), b: await aBooking(manager, rental, late) };
    });
    await Promise.all(
      pairs.map(async ({ early, late, a, b }) => {
        const [first, second] = await Promise.all([
          change(manager, a.id, dates(late)),
          change(manager, b.id, dates(early)),
        ]);
        expect([bookingInTheWay(first), bookingInTheWay(second)], first.text + second.text).toEqual([b.id, a.id]);
      }),
    );
    expect(await nightsSoldTwice(service, rental)).toEqual([]);
  });

  test("let one of many stays move to the same free nights", async () => {
    const { clients, manager, rental } = await aPlace(4);
    const stays = await times(12, (index) =>
      aBooking(manager, rental, { arrival: index * 2, departure: index * 2 + 2 }),
    );
    const moves = await times(12, async (index) => {
      const client = clients[index % clients.length] ?? manager;
      return change(client, stays[index]?.id, dates({ arrival: 100, departure: 102 }));
    });
    const arrived = moves.filter(({ status }) => status === 200);
    expect(arrived).toHaveLength(1);
    const [winner] = arrived.map((answer) => recordOf(answer, "bookings").id);
    const refusals = moves.filter(({ status }) => status !== 200).map(bookingInTheWay);
    expect(refusals).toEqual(Array(11).fill(winner));
  });
});

describe("cancelations", () => {
  test("give the nights of a stay being canceled to a new stay, or name the conflict", async () => {
    const { clients, manager, rental } = await aPlace(2);
    await times(12, async (index) => {
      const nights = { arrival: index * 3, departure: index * 3 + 3 };
      const old = await aBooking(manager, rental, nights);
      const [gone, ...tries] = await Promise.all([
        manager.delete(`/bookings/${old.id}`, { bookings: [{ cancelation_reason: "Weather" }] }),
        ...clients.map((client) => book(client, rental, nights)),
      ]);
      expect(gone.status).toBe(204);
      const made = tries.filter(({ status }) => status === 201).map((answer) => recordOf(answer, "bookings").id);
      expect(made.length).toBeLessThanOrEqual(1);
      const refusals = tries.filter(({ status }) => status !== 201).map(bookingInTheWay);
      for (const reference of refusals) expect([old.id, ...made]).toContain(reference);
    });
    expect(await nightsSoldTwice(service, rental)).toEqual([]);
  });

  test("let either a reinstatement or a new stay win the same nights", async () => {
    const { clients, manager, rental } = await aPlace(2);
    await times(12, async (index) => {
      const nights = { arrival: index * 3, departure: index * 3 + 2 };
      const old = await aBooking(manager, rental, nights);
      await manager.delete(`/bookings/${old.id}`);
      const answers = await Promise.all([
        change(manager, old.id, { canceled_at: null }),
        ...clients.map((client) => book(client, rental, nights)),
      ]);
      const won = answers.filter(({ status }) => status === 200 || status === 201);
      expect(won).toHaveLength(1);
      const [winner] = won.map((answer) => recordOf(answer, "bookings").id);
      const refusals = answers.filter((answer) => !won.includes(answer)).map(bookingInTheWay);
      expect(refusals).toEqual([winner, winner]);
    });
  });
});

describe("holds", () => {
  test("give the nights of an expired hold to one caller, with or without the job", async () => {
    const { clients, manager, rental } = await aPlace(4);
    const nights = { arrival: 1, departure: 4 };
    const hold = await aBooking(manager, rental, nights, { tentative_expires_at: inAnHour() });
    await service.sql("update bookings set tentative_expires_at = now() - interval '1 minute' where id = $1", [
      hold.id,
    ]);
    const [answers, confirmation] = await Promise.all([
      Promise.all(clients.map((client) => book(client, rental, nights))),
      change(manager, hold.id, { booked: true }),
      expireHolds(service.database),
      expireHolds(service.database),
    ]);
    const won = answers.filter(({ status }) => status === 201);
    expect(won).toHaveLength(1);
    const [winner] = won.map((answer) => recordOf(answer, "bookings").id);
    expect(answers.filter(({ status }) => status !== 201).map(bookingInTheWay)).toEqual([winner, winner, winner]);
    const problem = "is canceled: set canceled_at to null to reinstate it";
    expect([confirmation.status, errorsOf(confirmation)]).toEqual([422, { canceled_at: [problem] }]);
    expect(await nightsSoldTwice(service, rental)).toEqual([]);
  });

  test("survive the job when they are confirmed or extended concurrently", async () => {
    const { manager, rental } = await aPlace();
    const holds = await times(10, (index) =>
      aBooking(manager, rental, { arrival: index, departure: index + 1 }, { tentative_expires_at: inAnHour() }),
    );
    const [answers] = await Promise.all([
      Promise.all(
        holds.map(({ id }, index) =>
          change(manager, id, index % 2 === 0 ? { booked: true } : { tentative_expires_at: inAnHour() }),
        ),
      ),
      ...holds.map(() => expireHolds(service.database)),
    ]);
    const statuses = answers.map((answer) => recordOf(answer, "bookings").status);
    expect(statuses).toEqual(holds.map((_, index) => (index % 2 === 0 ? "Booked" : "Tentative")));
  });
});

describe("the deletion of a rental", () => {
  test("refuses a concurrent addition, or deletes it too", async () => {
    const account = await service.anAccount();
    const client = await service.aClient(account);
    await times(12, async () => {
      const rental = await aRental(client);
      const [gone, room, stay] = await Promise.all([
        client.delete(`/rentals/${rental}`),
        client.post(`/rentals/${rental}/bedrooms`, { bedrooms: [{ name_en: "Attic" }] }),
        book(client, rental, { arrival: 1, departure: 2 }),
      ]);
      expect([204, 422], gone.text).toContain(gone.status);
      expect([201, 404], room.text).toContain(room.status);
      expect(stay.status, stay.text).toBe(gone.status === 204 ? 404 : 201);
    });
    const left = await service.sql(
      `select rentals.id, bedrooms.id as bedroom, bookings.id as booking from rentals
       left join bedrooms on bedrooms.rental_id = rentals.id and bedrooms.deleted_at is null
       left join bookings on bookings.rental_id = rentals.id and bookings.canceled_at is null
       where rentals.account_id = $1 and rentals.deleted_at is not null and coalesce(bedrooms.id, bookings.id) is not null`,
      [account],
    );
    expect(left).toEqual([]);
  });
});
