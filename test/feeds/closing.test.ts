import { describe, expect, test } from "vitest";
import { expireHolds } from "../../src/modules/stays/bookings/expire-holds.ts";
import { type Answer, type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, created } from "../harness/factories.ts";
import { onCluster } from "../harness/own-objects.ts";
import { useSharedService } from "../harness/service.ts";
import { aBogusGateway, order, paying } from "../payments/factories.ts";
import { dayAhead } from "../rates/factories.ts";
import { aCalendar, aFeed, apply, days, feedOf, mapOf, nightsOf, upload } from "./factories.ts";

const service = useSharedService();

const zones = [
  "Pacific/Kiritimati",
  "Pacific/Auckland",
  "Europe/Berlin",
  "UTC",
  "America/New_York",
  "Pacific/Honolulu",
] as const;

/** A rental with a feed for files. */
async function aHouse(settings: Json = {}) {
  const client = await service.aClient(await service.anAccount());
  const rental = await aRental(client, settings);
  const feed = await aFeed(client, rental, { kind: "import" });
  return { client, rental, feed };
}

type House = Awaited<ReturnType<typeof aHouse>>;

/** Tries to book nights. @returns the answer's status */
const booking = async ({ client, rental }: House, from: number, until: number): Promise<number> =>
  (
    await client.post(`/rentals/${rental.id}/bookings`, {
      bookings: [{ start_at: dayAhead(from), end_at: dayAhead(until), adults: 2, booked: true }],
    })
  ).status;

const mapFrom = ({ client, rental }: House, from: number, nights: number): Promise<string> =>
  mapOf(client, rental, dayAhead(from), nights);

test.each(zones)("a block that a site merges with our stay under a new UID stays closed in %s", async (time_zone) => {
  const house = await aHouse({ time_zone });
  await upload(service, house.client, house.feed, aCalendar(days("m1", 12, 20)));
  expect(await booking(house, 10, 12)).toBe(201);
  const read = await upload(service, house.client, house.feed, aCalendar(days("m2", 10, 20)));
  expect(await mapFrom(house, 10, 10)).toBe("1133333333");
  expect(read.conflicts).toEqual([
    expect.objectContaining({
      uid: "m2",
      start: dayAhead(10),
      end: dayAhead(20),
      nights: [dayAhead(10), dayAhead(11)],
    }),
  ]);
  expect(await booking(house, 14, 17)).toBe(422);
});

test("an event over a stay closes the nights on both sides of it", async () => {
  const house = await aHouse();
  expect(await booking(house, 12, 14)).toBe(201);
  const read = await upload(service, house.client, house.feed, aCalendar(days("m", 10, 20)));
  expect(await mapFrom(house, 9, 12)).toBe("033113333330");
  expect(read).toMatchObject({ created_count: 2, conflicts_count: 1, echoes_count: 0 });
  const parts = await service.sql("select number from calendar_feed_parts where feed_id = $1 order by 1", [
    house.feed.id,
  ]);
  expect(parts.map(({ number }) => number)).toEqual([1, 2]);
});

test("a second feed closes the nights around those that the first one holds", async () => {
  const house = await aHouse();
  const other = await aFeed(house.client, house.rental, { kind: "import", name: "B" });
  await upload(service, house.client, house.feed, aCalendar(days("a", 10, 14)));
  const read = await upload(service, house.client, other, aCalendar(days("b", 9, 15)));
  expect(await mapFrom(house, 8, 10)).toBe("0333333000");
  expect(read.conflicts).toEqual([expect.objectContaining({ nights: [10, 11, 12, 13].map(dayAhead) })]);
  await upload(service, house.client, house.feed, aCalendar(days("a", 11, 12)));
  expect(await mapFrom(house, 8, 10)).toBe("0333333000");
});

test("a feed closes nights that another feed, a direct stay or a linked rental leaves", async () => {
  const client = await service.aClient(await service.anAccount());
  const [villa, flat] = [await aRental(client), await aRental(client)];
  await client.post("/rental_link_groups", { rental_link_groups: [{ rental_ids: [villa.id, flat.id] }] });
  const feed = await aFeed(client, villa, { kind: "import" });
  const other = await aFeed(client, flat, { kind: "import" });
  const stay = await aBooking(client, villa, { start_at: dayAhead(4), end_at: dayAhead(6) });
  await upload(service, client, other, aCalendar(days("o", 7, 9)));
  await upload(service, client, feed, aCalendar(days("a", 3, 10)));
  expect([await mapOf(client, villa, dayAhead(2), 9), await mapOf(client, flat, dayAhead(2), 9)]).toEqual([
    "031133330",
    "033333330",
  ]);
  await client.delete(`/bookings/${stay.id}`);
  await upload(service, client, other, aCalendar());
  for (const rental of [villa, flat]) expect(await mapOf(client, rental, dayAhead(2), 9)).toBe("033333330");
  await apply(service, client, feed);
  expect(await feedOf(client, feed)).toMatchObject({ conflicts: [], echoes_count: 0 });
});

/** Lets an account's holds expire without their job. */
const expired = (client: ApiClient) =>
  service.sql(
    `update bookings set tentative_expires_at = date_trunc('second', now()) - interval '1 minute'
     where account_id = $1 and tentative_expires_at is not null`,
    [client.account],
  );

/** A stay on the nights of 4 and 5 under an event on 3 to 7. */
async function aCoveredStay(attributes: Json = {}) {
  const house = await aHouse();
  const stay = await aBooking(house.client, house.rental, {
    start_at: dayAhead(4),
    end_at: dayAhead(6),
    ...attributes,
  });
  await upload(service, house.client, house.feed, aCalendar(days("a", 3, 8)));
  return { ...house, stay };
}

test.each<[string, (house: House & { stay: Json }) => Promise<unknown>, string]>([
  ["cancels", ({ client, stay }) => client.delete(`/bookings/${stay.id}`), "03333300"],
  [
    "shortens",
    ({ client, stay }) => client.put(`/bookings/${stay.id}`, { bookings: [{ end_at: dayAhead(5) }] }),
    "03133300",
  ],
  [
    "moves",
    ({ client, stay }) =>
      client.post(`/bookings/${stay.id}/move`, { bookings: [{ start_at: dayAhead(8), end_at: dayAhead(9) }] }),
    "03333310",
  ],
])("the nights of a stay that a person %s under an event are closed at once", async (_, change, map) => {
  const house = await aCoveredStay();
  await change(house);
  expect(await mapFrom(house, 2, 8)).toBe(map);
});

test("a booking that an event waits for leaves its nights closed, and the feed's next run reports no conflict", async () => {
  const house = await aCoveredStay();
  await house.client.delete(`/bookings/${house.stay.id}`);
  const [noted] = await service.sql("select gap_at is not null as noted from calendar_feeds where id = $1", [
    house.feed.id,
  ]);
  expect(noted).toEqual({ noted: true });
  await service.sql("select * from take_calendar_feeds_with_gaps(100)");
  await apply(service, house.client, house.feed);
  expect(await nightsOf(house.client, house.rental)).toEqual(["3-8"]);
  expect(await feedOf(house.client, house.feed)).toMatchObject({ conflicts: [], conflicts_count: 0, echoes_count: 0 });
});

test("a feed's booking that a person cancels or moves is restored at once, because the calendar wins", async () => {
  const house = await aHouse();
  await upload(service, house.client, house.feed, aCalendar(days("a", 3, 8)));
  const own = async (): Promise<Json> =>
    recordsOf(await house.client.get(`/bookings?rental_id=${house.rental.id}`), "bookings")[0] ?? {};
  await house.client.put(`/bookings/${(await own()).id}`, { bookings: [{ end_at: dayAhead(5) }] });
  expect(await nightsOf(house.client, house.rental)).toEqual(["3-8"]);
  await house.client.delete(`/bookings/${(await own()).id}`);
  expect(await nightsOf(house.client, house.rental)).toEqual(["3-8"]);
  const { id } = await own();
  await house.client.put(`/calendar_feeds/${house.feed.id}`, { calendar_feeds: [{ enabled: false }] });
  await house.client.delete(`/calendar_feeds/${house.feed.id}`);
  await house.client.delete(`/bookings/${id}`);
  expect(await nightsOf(house.client, house.rental)).toEqual([]);
});

describe("a feed's booking that a person gives further nights", () => {
  const notes = "door code 4711";
  const ways = {
    "an update": (house: House, id: unknown, nights: Json) =>
      house.client.put(`/bookings/${id}`, { bookings: [nights] }),
    "a move": (house: House, id: unknown, nights: Json) =>
      house.client.post(`/bookings/${id}/move`, { bookings: [nights] }),
  };

  /** A feed with one event, whose booking has notes and then moves. */
  async function aMovedBooking(move: (typeof ways)["a move"], from: number, until: number) {
    const house = await aHouse();
    await upload(service, house.client, house.feed, aCalendar(days("a", 10, 14)));
    const bookings = async () =>
      recordsOf(await house.client.get(`/bookings?rental_id=${house.rental.id}`), "bookings");
    const [{ id } = {}] = await bookings();
    await house.client.put(`/bookings/${id}`, { bookings: [{ notes }] });
    const answer = await move(house, id, { start_at: dayAhead(from), end_at: dayAhead(until) });
    expect(answer.status, answer.text).toBe(200);
    const own = async () => (await bookings()).find((booking) => booking.id === id);
    return { house, own };
  }

  test.each(
    Object.entries(ways).flatMap(
      ([name, move]) =>
        [
          [name, "away", move, [16, 20], "3333003333"],
          [name, "by some nights", move, [12, 18], "3333333300"],
          [name, "into the nights before", move, [9, 11], "3333000000"],
          [name, "over all of them", move, [9, 16], "3333330000"],
        ] as const,
    ),
  )("by %s %s keeps them and its notes, and no night opens", async (_, __, move, [from, until], map) => {
    const { house, own } = await aMovedBooking(move, from, until);
    const stays = {
      start_at: expect.stringContaining(dayAhead(from)),
      end_at: expect.stringContaining(dayAhead(until)),
      notes,
    };
    expect(await mapFrom(house, 10, 10)).toBe(map);
    for (const [uid, first, end] of [
      ["a", 10, 14],
      ["b", 10, 14],
      ["b", 10, 15],
    ] as const) {
      await upload(service, house.client, house.feed, aCalendar(days(uid, first, end)));
      expect(await own()).toMatchObject(stays);
      for (let night = first; night < end; night++) expect(await booking(house, night, night + 1)).toBe(422);
      for (let night = from; night < until; night++) expect(await booking(house, night, night + 1)).toBe(422);
    }
    await upload(service, house.client, house.feed, aCalendar(days("other", 60, 62)));
    expect(await own()).toMatchObject({ ...stays, status: "Unavailable" });
    expect(await feedOf(house.client, house.feed)).toMatchObject({
      conflicts: [expect.objectContaining({ reason: expect.stringContaining("was moved here") })],
    });
  });
});

// A cluster checks deferred constraints with the commit, so not in these five tests (docs/design/cluster.md).
test.skipIf(onCluster())(
  "the nights of an expired hold under an event cannot be booked, before its job or after",
  async () => {
    const house = await aCoveredStay({ booked: false, tentative_expires_at: `${dayAhead(2)}T00:00:00Z` });
    await service.sql("update bookings set tentative_expires_at = now() - interval '1 minute' where id = $1", [
      house.stay.id,
    ]);
    expect(await booking(house, 4, 5)).toBe(422);
    await expireHolds(service.database);
    expect(await mapFrom(house, 2, 7)).toBe("0333330");
    expect(await booking(house, 4, 5)).toBe(422);
  },
);

test.skipIf(onCluster()).each<[string, (house: House & { stay: Json }) => Promise<Answer>]>([
  [
    "a reinstatement",
    ({ client, stay }) => client.put(`/bookings/${stay.id}`, { bookings: [{ canceled_at: null, booked: true }] }),
  ],
  [
    "a late payment",
    async ({ client, stay }) => {
      const paid = { kind: "instant-booking", paid_at: "2024-01-01T10:00:00Z", credit_card_token: null };
      return paying(client, stay, order(await aBogusGateway(client), paid));
    },
  ],
])("%s cannot take an expired hold's nights back from an event, before its job or after", async (_, take) => {
  for (const isJobDone of [false, true]) {
    const house = await aCoveredStay({ booked: false, tentative_expires_at: `${dayAhead(2)}T00:00:00Z` });
    await expired(house.client);
    if (isJobDone) await expireHolds(service.database);
    await take(house);
    await expireHolds(service.database);
    expect(await mapFrom(house, 2, 7)).toBe("0333330");
  }
});

test.skipIf(onCluster())(
  "a villa's event closes the nights of an expired hold in one flat when the other flat is booked",
  async () => {
    const client = await service.aClient(await service.anAccount());
    const [villa, flat, other] = [await aRental(client), await aRental(client), await aRental(client)];
    for (const linked of [flat, other])
      await created(client, "/rental_link_groups", "rental_link_groups", { rental_ids: [villa.id, linked.id] });
    const hold = { start_at: dayAhead(4), booked: false, tentative_expires_at: `${dayAhead(2)}T00:00:00Z` };
    await aBooking(client, flat, { ...hold, end_at: dayAhead(7) });
    await aBooking(client, other, { ...hold, end_at: dayAhead(6) });
    const feed = await aFeed(client, villa, { kind: "import" });
    await upload(service, client, feed, aCalendar(days("a", 3, 8)));
    await expired(client);
    expect(await booking({ client, rental: other, feed }, 5, 6)).toBe(422);
    await expireHolds(service.database);
    expect(await mapOf(client, villa, dayAhead(2), 7)).toBe("0333330");
  },
);

test.skipIf(onCluster())(
  "an atomic bulk request cannot take nights that one of its operations leaves to an event",
  async () => {
    const { client, rental, stay, ...house } = await aCoveredStay();
    const operations = [
      { method: "DELETE", path: `/api/v3/bookings/${stay.id}` },
      {
        method: "POST",
        path: `/api/v3/rentals/${rental.id}/bookings`,
        body: { bookings: [{ start_at: dayAhead(4), end_at: dayAhead(5) }] },
      },
    ];
    const refused = await client.post("/bulk", { atomic: true, operations });
    expect(refused.json).toMatchObject({ index: 1, result: { status: 422 } });
    expect(await mapFrom({ client, rental, ...house }, 2, 7)).toBe("0311330");
  },
);

test.skipIf(onCluster())(
  "a link is refused while an event closes nights of an expired hold that the other rental has booked",
  async () => {
    const { client, rental } = await aCoveredStay({ booked: false, tentative_expires_at: `${dayAhead(2)}T00:00:00Z` });
    const flat = await aRental(client);
    await aBooking(client, flat, { start_at: dayAhead(4), end_at: dayAhead(6) });
    await expired(client);
    const group = { rental_link_groups: [{ rental_ids: [rental.id, flat.id] }] };
    const answer = await client.post("/rental_link_groups", group);
    expect([answer.status, errorsOf(answer)]).toEqual([
      422,
      { rental_ids: [expect.stringMatching(/^have bookings on the same nights/)] },
    ]);
  },
);

test("an event closes the nights that a linked rental's booking frees when the link ends", async () => {
  const client = await service.aClient(await service.anAccount());
  const [villa, flat] = [await aRental(client), await aRental(client)];
  const group = await created(client, "/rental_link_groups", "rental_link_groups", {
    rental_ids: [villa.id, flat.id],
  });
  await aBooking(client, flat, { start_at: dayAhead(4), end_at: dayAhead(6) });
  const feed = await aFeed(client, villa, { kind: "import" });
  await upload(service, client, feed, aCalendar(days("a", 3, 50)));
  await client.delete(`/rental_link_groups/${group.id}`);
  expect(await mapOf(client, villa, dayAhead(2), 6)).toBe("033333");
  expect(await mapOf(client, flat, dayAhead(2), 6)).toBe("001100");
});

test.each([
  ["the departure", [10, 16]],
  ["the arrival", [8, 14]],
  ["both ends", [11, 15]],
])("a stay under a new UID that moves %s is the same booking, with its notes", async (_, [from = 0, until = 0]) => {
  const house = await aHouse();
  await upload(service, house.client, house.feed, aCalendar(days("a", 10, 14)));
  const before = recordsOf(await house.client.get(`/bookings?rental_id=${house.rental.id}`), "bookings")[0];
  await house.client.put(`/bookings/${before?.id}`, { bookings: [{ notes: "door code 4711" }] });
  const read = await upload(service, house.client, house.feed, aCalendar(days("b", from, until)));
  expect(read).toMatchObject({ created_count: 0, updated_count: 1, canceled_count: 0 });
  const [after] = recordsOf(await house.client.get(`/bookings?rental_id=${house.rental.id}`), "bookings");
  expect(after).toMatchObject({ id: before?.id, notes: "door code 4711" });
  expect(await nightsOf(house.client, house.rental)).toEqual([`${from}-${until}`]);
});

test("the same nights in a second feed, or of a direct stay, are an echo and no conflict", async () => {
  const house = await aHouse();
  const other = await aFeed(house.client, house.rental, { kind: "import", name: "B" });
  await upload(service, house.client, house.feed, aCalendar(days("res", 10, 14)));
  await booking(house, 20, 22);
  const read = await upload(service, house.client, other, aCalendar(days("blk", 10, 14), days("ours", 20, 22)));
  expect(read).toMatchObject({ echoes_count: 2, conflicts_count: 0, conflicts: [], created_count: 0 });
  await upload(service, house.client, house.feed, aCalendar());
  expect(await mapFrom(house, 9, 6)).toBe("033330");
});

test("preparation days surround imported stays, unless the feed's choices say otherwise", async () => {
  const house = await aHouse({ preparation_days: 1 });
  await upload(service, house.client, house.feed, aCalendar(days("p", 10, 14)));
  expect(await mapFrom(house, 8, 8)).toBe("03333330");
  expect(await booking(house, 14, 16)).toBe(422);
  const choosing = async (choice: Json): Promise<string> => {
    const answer = await house.client.put(`/calendar_feeds/${house.feed.id}`, { calendar_feeds: [choice] });
    expect(answer.status, answer.text).toBe(200);
    await apply(service, house.client, house.feed);
    return mapFrom(house, 8, 8);
  };
  expect(await choosing({ treat_as: "blocks" })).toBe("00333300");
  expect(await choosing({ treat_as: "stays" })).toBe("03333330");
  expect(await choosing({ preparation_days_apply: false })).toBe("00333300");
  expect(await booking(house, 14, 16)).toBe(201);
});

test("events whose summary contains an ignored text are left out, and go at once", async () => {
  const house = await aHouse();
  const calendar = aCalendar(
    days("stay", 3, 6, "SUMMARY:Reserved"),
    days("out", 6, 7, "SUMMARY:Check-out\\, Muster"),
    days("rule", 10, 12, "SUMMARY:Airbnb (Not available)"),
    days("rule2", 14, 15, "SUMMARY:Airbnb (Not available)"),
  );
  await upload(service, house.client, house.feed, calendar);
  expect(await nightsOf(house.client, house.rental)).toEqual(["3-6", "6-7", "10-12", "14-15"]);
  const choice = { ignore_summaries: ["check-out, muster", "(Not available)"] };
  const answer = await house.client.put(`/calendar_feeds/${house.feed.id}`, { calendar_feeds: [choice] });
  expect(recordOf(answer, "calendar_feeds").ignore_summaries).toEqual(choice.ignore_summaries);
  await upload(service, house.client, house.feed, calendar);
  expect(await nightsOf(house.client, house.rental)).toEqual(["3-6"]);
  const wrong = await house.client.put(`/calendar_feeds/${house.feed.id}`, {
    calendar_feeds: [{ ignore_summaries: [" "] }],
  });
  expect([wrong.status, errorsOf(wrong)]).toEqual([422, { ignore_summaries: [expect.stringMatching(/blank/)] }]);
});

test("a canceled stay cannot be booked by a write that leaves it canceled", async () => {
  const house = await aHouse();
  const stay = await aBooking(house.client, house.rental, { start_at: dayAhead(4), end_at: dayAhead(6) });
  await house.client.delete(`/bookings/${stay.id}`);
  const refused = await house.client.put(`/bookings/${stay.id}`, { bookings: [{ booked: true }] });
  expect([refused.status, Object.keys(Object(errorsOf(refused)))]).toEqual([422, ["canceled_at"]]);
  const { canceled_at } = recordOf(await house.client.get(`/bookings/${stay.id}`), "bookings");
  const echo = await house.client.put(`/bookings/${stay.id}`, { bookings: [{ booked: true, canceled_at }] });
  expect(echo.status).toBe(200);
});
