import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatDay, parseDay } from "../../src/core/day.ts";
import { availabilityOf, daysOf } from "../calendar/factories.ts";
import { type Answer, type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, booking, changing, created, linksOf, read } from "../harness/factories.ts";
import { inAnHour } from "../harness/moments.ts";
import { seed } from "../harness/seed.ts";
import { useSharedService } from "../harness/service.ts";
import { aPeriod, aRatesTable, aRule, aSeason, changed, dayAhead } from "../rates/factories.ts";
import { aPricedRental, foundIds, offerOf, refusalsOf } from "../search/factories.ts";

/** Preparation days around stays (conventions.md, Resources beyond the catalogue). */
const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());
const january = parseDay("2090-01-01") ?? 0;

/** A stay in January 2090, by days of the month. */
const nights = (arrival: number, departure: number, more: Json = {}): Json => ({
  start_at: formatDay(january + arrival - 1),
  end_at: formatDay(january + departure - 1),
  ...more,
});

/** A rental with preparation days and a stay from 10 to 15 January. */
async function aPreparedRental(preparation_days: number, stay: Json = {}) {
  const client = await aManager();
  const rental = await aPricedRental(client, { preparation_days });
  return { client, rental, taken: await aBooking(client, rental, nights(10, 15, stay)) };
}

const prepare = (client: ApiClient, { id }: Json, preparation_days: number): Promise<unknown> =>
  changed(client, `/rentals/${id}`, "rentals", { preparation_days });

/** The error for a stay within another's preparation days. */
const tooNear = ({ reference }: Json): Json => ({
  base: [`the rental's preparation_days overlap booking ${reference}`],
});
const taken = ({ reference }: Json): Json => ({ base: [`the nights are taken by booking ${reference}`] });

/** 0 if the stay was accepted, else the errors. */
const outcome = (answer: Answer): unknown => (answer.status < 300 ? 0 : [answer.status, errorsOf(answer)]);

const moving = (client: ApiClient, { id }: Json, move: Json): Promise<Answer> =>
  client.post(`/bookings/${id}/move`, { bookings: [move] });

describe("a rental's preparation days", () => {
  test("default to 0, accept 0 to 30 and refuse null", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    expect(rental.preparation_days).toBe(0);
    const writing = (preparation_days: unknown) =>
      client.put(`/rentals/${rental.id}`, { rentals: [{ preparation_days }] });
    for (const wrong of [-1, 31, 1.5, null, "two"]) {
      const answer = await writing(wrong);
      expect([answer.status, Object.keys(errorsOf(answer) ?? {})], String(wrong)).toEqual([422, ["preparation_days"]]);
    }
    expect(recordOf(await writing(30), "rentals").preparation_days).toBe(30);
    expect((await read(client, "rentals", rental.id)).preparation_days).toBe(30);
  });

  test("close free nights around stays and holds in the map, but not around unavailable periods", async () => {
    const client = await aManager();
    const rental = await aRental(client, { preparation_days: 2 });
    await aBooking(client, rental, nights(4, 6));
    await aBooking(client, rental, nights(9, 10, { tentative_expires_at: inAnHour() }));
    await aBooking(client, rental, nights(7, 8, { unavailable: true }));
    await aBooking(client, rental, nights(14, 15, { unavailable: true }));
    const month = (parameters = "") => daysOf(client, rental, parameters, 16);
    expect(await month()).toBe("0331133323300300");
    expect(await month("&include_tentative=false")).toBe("0331133000000300");
    expect(await month("&boolean=true")).toBe("0111111111100100");
    expect(String((await availabilityOf(client, rental, "from=2090-01-07")).map).slice(0, 6)).toBe("332330");
    // Nights closed after a stay that ended before the map begins.
    expect(String((await availabilityOf(client, rental, "from=2090-01-10")).map).slice(0, 3)).toBe("330");
  });

  test("close the map's last nights before a stay that arrives after the map ends", async () => {
    const client = await aManager();
    const rental = await aRental(client, { preparation_days: 3 });
    await aBooking(client, rental, nights(1, 2));
    const map = String((await availabilityOf(client, rental, `from=${formatDay(january - 1096)}`)).map);
    expect([map.slice(-4), map.length]).toEqual(["0333", 1096]);
  });

  test("close and open nights immediately when they change, notify caches and leave bookings unchanged", async () => {
    const { client, rental, taken: stay } = await aPreparedRental(0);
    const since = async () =>
      (await client.get("/availabilities")).headers.get("x-updated-since-request-synced-at") ?? "";
    const maps = ["availabilities", "change_overs"] as const;
    const changedSince = async (moment: string) =>
      Promise.all(
        maps.map(async (root) => recordsOf(await client.get(`/${root}?updated_since=${moment}`), root).length),
      );
    const age = () =>
      service.sql(
        `update rentals set calendar_changed_at = '2020-01-01', prices_changed_at = '2020-01-01' where id = $1`,
        [rental.id],
      );
    const version = async () =>
      (await service.sql("select calendar_version, prices_version from rentals where id = $1", [rental.id]))[0];
    for (const [days, map] of [
      [2, "0000000331111133000"],
      [1, "0000000031111130000"],
      [0, "0000000001111100000"],
    ] as const) {
      await age();
      const before = await version();
      const moment = await since();
      await changed(client, `/rentals/${rental.id}`, "rentals", { preparation_days: days, base_rate: `${100 + days}` });
      expect(await daysOf(client, rental, "", 19)).toBe(map);
      expect(await changedSince(moment)).toEqual([1, 1]);
      const after = await version();
      expect(Number(after?.calendar_version)).toBe(Number(before?.calendar_version) + 1);
      expect(Number(after?.prices_version)).toBe(Number(before?.prices_version) + 1);
    }
    expect(await read(client, "bookings", stay.id)).toEqual(stay);
    const settled = await version();
    await prepare(client, rental, 0);
    expect((await version())?.calendar_version).toBe(settled?.calendar_version);
  });

  test("close change-overs, even after a stay that ended before this month", async () => {
    const client = await aManager();
    const rental = await aRental(client, { preparation_days: 1 });
    const [row] = await service.sql("select to_char(date_trunc('month', now(), 'UTC'), 'YYYY-MM-DD') as first");
    const first = parseDay(String(row?.first)) ?? 0;
    const stay = (from: number, to: number, more: Json = {}) =>
      aBooking(client, rental, { start_at: formatDay(first + from), end_at: formatDay(first + to), ...more });
    await stay(-3, 0);
    await stay(5, 7);
    await stay(10, 11, { unavailable: true });
    const map = String((await read(client, "change_overs", rental.id)).map).slice(0, 13);
    // The nights 0, 4 to 7 and 10 are closed.
    expect(map).toBe("XICCOXXXICOIC");
  });
});

describe("a stay within another stay's preparation days", () => {
  test.each([
    ["on the day of a departure", 15, 18],
    ["a day too early", 16, 18],
    ["up to the day of an arrival", 8, 10],
    ["up to a day too late", 7, 9],
  ])("is refused %s, naming the other booking", async (_, from, to) => {
    const { client, rental, taken: stay } = await aPreparedRental(2);
    for (const more of [{}, { tentative_expires_at: inAnHour() }])
      expect(outcome(await booking(client, rental, nights(from, to, more)))).toEqual([422, tooNear(stay)]);
    expect(outcome(await booking(client, rental, nights(from, 11 + from)))).toEqual([
      422,
      from < 10 ? taken(stay) : tooNear(stay),
    ]);
  });

  test("is refused around a hold until the hold expires, but not around a canceled booking", async () => {
    const { client, rental, taken: hold } = await aPreparedRental(1, { tentative_expires_at: inAnHour() });
    expect(outcome(await booking(client, rental, nights(15, 16)))).toEqual([422, tooNear(hold)]);
    await service.sql("update bookings set tentative_expires_at = '2020-01-01' where id = $1", [hold.id]);
    const next = await aBooking(client, rental, nights(15, 16));
    expect(outcome(await booking(client, rental, nights(14, 15)))).toEqual([422, tooNear(next)]);
    await client.delete(`/bookings/${next.id}`);
    expect(outcome(await booking(client, rental, nights(16, 17)))).toBe(0);
  });

  test("is accepted if it is imported or unavailable", async () => {
    const { client, rental, taken: stay } = await aPreparedRental(3);
    expect(outcome(await booking(client, rental, nights(15, 17, { imported: true })))).toBe(0);
    expect(outcome(await booking(client, rental, nights(8, 10, { unavailable: true })))).toBe(0);
    expect(outcome(await booking(client, rental, nights(14, 16, { imported: true })))).toEqual([422, taken(stay)]);
    // An unavailable period needs no preparation: a stay may begin when it ends.
    expect(outcome(await booking(client, rental, nights(20, 21)))).toBe(0);
    const block = await aBooking(client, rental, nights(24, 25, { unavailable: true }));
    expect(outcome(await booking(client, rental, nights(25, 26)))).toBe(0);
    expect(outcome(await changing(client, block, { booked: true, unavailable: false }))).toEqual([
      422,
      { base: [expect.stringContaining("preparation_days")] },
    ]);
  });

  test("is neither found by a search nor quoted as available, and both give the reason", async () => {
    const { client, rental } = await aPreparedRental(2, { tentative_expires_at: inAnHour() });
    const neighbour = await aPricedRental(client);
    await aBooking(client, neighbour, nights(10, 15));
    for (const [from, to, kinds] of [
      [5, 8, []],
      [5, 9, ["preparation_days"]],
      [16, 18, ["preparation_days"]],
      [17, 18, []],
      [12, 13, ["nights_taken"]],
      [1, 30, ["nights_taken"]],
    ] as const) {
      const asked = { start_at: String(nights(from, to).start_at), end_at: String(nights(from, to).end_at) };
      expect((await foundIds(client, asked)).includes(rental.id), `${from} to ${to}`).toBe(kinds.length === 0);
      expect((await foundIds(client, asked)).includes(neighbour.id)).toBe(to <= 10 || from >= 15);
      expect((await foundIds(client, { ...asked, include_tentative: true })).includes(rental.id)).toBe(true);
      const offer = await offerOf(client, rental, asked);
      expect(offer.available).toBe(kinds.length === 0);
      expect(refusalsOf(offer)).toEqual(kinds.map((kind) => ({ kind, rates_rule_id: null })));
    }
  });

  test("is refused as a strict booking and from an inquiry, and creates no client", async () => {
    const { client, rental, taken: stay } = await aPreparedRental(1);
    const guest = { firstname: "Ada", lastname: "Guest", email: "ada@example.com" };
    const strict = {
      ...nights(15, 17),
      rental_id: rental.id,
      final_price: "200",
      price_to_pay_now: "0",
      currency: "EUR",
    };
    const answer = await client.post("/strict_bookings", { bookings: [{ ...strict, client: guest }] });
    expect(answer.status).toBe(422);
    expect(errorsOf(answer)).toMatchObject(tooNear(stay));
    const inquiry = await created(client, `/rentals/${rental.id}/inquiries`, "inquiries", {
      ...guest,
      ...nights(8, 10),
    });
    expect(outcome(await client.post(`/inquiries/${inquiry.id}/book`))).toEqual([422, tooNear(stay)]);
    expect(recordsOf(await client.get("/clients"), "clients")).toEqual([]);
  });

  test("is refused as a move within and between rentals, and reported by a dry run", async () => {
    const { client, rental, taken: stay } = await aPreparedRental(2);
    const other = await aPricedRental(client);
    const moved = await aBooking(client, other, nights(15, 17));
    for (const move of [{ rental_id: rental.id }, { rental_id: rental.id, ...nights(7, 9) }])
      expect(outcome(await moving(client, moved, move))).toEqual([422, tooNear(stay)]);
    const dry = await moving(client, moved, { rental_id: rental.id, dry_run: true });
    expect(recordOf(dry, "booking_quotes")).toMatchObject({
      nights_free: false,
      in_the_way: [{ reference: stay.reference, rental_id: rental.id }],
      refusals: [{ kind: "preparation_days" }],
      problems: tooNear(stay),
    });
    expect(outcome(await moving(client, moved, { rental_id: rental.id, ...nights(17, 19) }))).toBe(0);
    expect(outcome(await moving(client, moved, nights(16, 18)))).toEqual([422, tooNear(stay)]);
    expect(outcome(await moving(client, moved, nights(1, 3)))).toBe(0);
    expect(outcome(await changing(client, moved, nights(16, 18)))).toEqual([422, tooNear(stay)]);
    expect(outcome(await changing(client, moved, nights(4, 8)))).toBe(0);
    expect(linksOf(await read(client, "bookings", moved.id)).rental).toBe(rental.id);
  });

  test("can stay or move away after the days increase, but cannot come nearer or be reinstated", async () => {
    const { client, rental, taken: stay } = await aPreparedRental(0);
    const next = await aBooking(client, rental, nights(15, 18, { tentative_expires_at: inAnHour() }));
    await prepare(client, rental, 3);
    expect(outcome(await changing(client, next, { adults: 2, ...nights(15, 18) }))).toBe(0);
    expect(outcome(await changing(client, next, { booked: true }))).toBe(0);
    expect(outcome(await changing(client, next, nights(16, 20)))).toBe(0);
    expect(outcome(await changing(client, next, nights(15, 20)))).toEqual([422, tooNear(stay)]);
    expect(outcome(await moving(client, next, nights(17, 19)))).toBe(0);
    await client.delete(`/bookings/${next.id}`);
    expect(outcome(await changing(client, next, { canceled_at: null }))).toEqual([422, tooNear(stay)]);
    expect(outcome(await changing(client, next, { canceled_at: null, imported: true }))).toBe(0);
  });

  test("is allowed in a linked rental, because only the origin's rental needs preparation", async () => {
    const client = await aManager();
    const villa = await aRental(client, { name: "Villa", preparation_days: 1 });
    const flat = await aRental(client, { name: "Flat", preparation_days: 2 });
    await created(client, "/rental_link_groups", "rental_link_groups", { rental_ids: [villa.id, flat.id] });
    const stay = await aBooking(client, flat, nights(3, 5));
    expect(await daysOf(client, flat, "", 8)).toBe("33113300");
    expect(await daysOf(client, villa, "", 8)).toBe("00330000");
    expect(outcome(await booking(client, villa, nights(5, 6)))).toBe(0);
    expect(await daysOf(client, flat, "", 8)).toBe("33113300");
    expect(await daysOf(client, villa, "", 8)).toBe("00331300");
    expect(outcome(await booking(client, flat, nights(6, 7)))).toEqual([422, tooNear(stay)]);
  });
});

test("gap rules treat closed nights as taken in quotes and length-of-stay records", async () => {
  const client = await aManager();
  const table = await aRatesTable(client);
  const season = await aSeason(client, table, { ratio_percentage: "100", minimum_stay: 1 });
  await aPeriod(client, season, 1, 60);
  await aRule(client, table, {
    kind: "prevent_gap",
    percentage: null,
    variables: { length: 2, unit: "days" },
    always_applied: true,
  });
  const rental = await aPricedRental(client, { rates_table_id: table.id, preparation_days: 2 });
  await aBooking(client, rental, { start_at: dayAhead(20), end_at: dayAhead(25) });
  const refused = async (from: number, to: number) =>
    refusalsOf(await offerOf(client, rental, { start_at: dayAhead(from), end_at: dayAhead(to) }));
  const gap = [{ kind: "prevent_gap", rates_rule_id: expect.any(Number) }];
  expect(await refused(10, 18)).toEqual([]);
  expect(await refused(10, 17)).toEqual(gap);
  expect(await refused(27, 30)).toEqual([]);
  expect(await refused(28, 30)).toEqual(gap);
  const lengths = async () => {
    const answer = await client.get(`/los_records?rental_id=${rental.id}`);
    const records = recordsOf(answer, "los_records");
    return JSON.stringify(records.filter(({ day }) => day === dayAhead(28)));
  };
  const before = await lengths();
  await prepare(client, rental, 0);
  expect(await refused(28, 30)).toEqual([]);
  expect(await lengths()).not.toBe(before);
});

test(`16 concurrent clients never book within each other's preparation days (seed ${seed})`, async () => {
  const account = await service.anAccount();
  const clients = await Promise.all(Array.from({ length: 16 }, () => service.aClient(account)));
  const [first] = clients;
  if (!first) throw new Error("Nobody is there.");
  const rental = await aRental(first, { preparation_days: 2 });
  const answers = await Promise.all(
    clients.flatMap((client, index) =>
      [0, 1, 2].map((round) => {
        const arrival = 1 + ((index * 5 + round * 7) % 24);
        return booking(client, rental, nights(arrival, arrival + 1 + (index % 3)));
      }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 422]));
  const stays = answers
    .filter(({ status }) => status === 201)
    .map((answer) => recordOf(answer, "bookings"))
    .toSorted((a, b) => String(a.start_at).localeCompare(String(b.start_at)));
  const days = (from: unknown, to: unknown) =>
    (parseDay(String(to).slice(0, 10)) ?? 0) - (parseDay(String(from).slice(0, 10)) ?? 0);
  const gaps = stays.slice(1).map((stay, index) => days(stays[index]?.end_at, stay.start_at));
  expect(stays.length).toBeGreaterThan(1);
  expect(
    gaps.every((gap) => gap >= 2),
    gaps.join(),
  ).toBe(true);
  // Every refusal names the earlier booking.
  for (const answer of answers.filter(({ status }) => status === 422))
    expect(errorsOf(answer)).toEqual({
      base: [expect.stringMatching(/^the (nights are taken by|rental's preparation_days overlap) booking /)],
    });
});

/** A requested stay and its intended state. */
interface Asked {
  readonly arrival: number;
  readonly length: number;
  readonly state: "booked" | "tentative" | "unavailable" | "imported" | "canceled" | "expired";
}

const states = fc.constantFrom<Asked["state"][]>(
  "booked",
  "tentative",
  "unavailable",
  "imported",
  "canceled",
  "expired",
);
const someStay = fc.record({
  arrival: fc.integer({ min: -4, max: 24 }),
  length: fc.integer({ min: 1, max: 5 }),
  state: states,
});

/** The model's state of each night, from the created stays and the rental's current preparation days. */
function nightOf(made: readonly Asked[], preparation: number, night: number): string {
  const live = made.filter(({ state }) => state !== "canceled" && state !== "expired");
  const holder = live.find(({ arrival, length }) => arrival <= night && night < arrival + length);
  if (holder)
    return { booked: "1", imported: "1", tentative: "2", unavailable: "3", canceled: "", expired: "" }[holder.state];
  const isClosed = live.some(
    ({ arrival, length, state }) =>
      state !== "unavailable" && arrival - preparation <= night && night < arrival + length + preparation,
  );
  return isClosed ? "3" : "0";
}

test(`maps, searches and creations agree with a model on every night (seed ${seed})`, async () => {
  const client = await aManager();
  const plan = fc.record({
    preparations: fc.tuple(fc.integer({ min: 0, max: 4 }), fc.constantFrom(0, 1, 2, 5, 30)),
    wishes: fc.array(someStay, { maxLength: 7 }),
    tried: fc.array(someStay, { minLength: 3, maxLength: 3 }),
  });
  const day = (night: number) => formatDay(january + night);
  const property = fc.asyncProperty(plan, async ({ preparations: [first, second], wishes, tried }) => {
    const rental = await aPricedRental(client, { preparation_days: first });
    const made: Asked[] = [];
    const nightsOf = ({ arrival, length }: Asked) => Array.from({ length }, (_, index) => arrival + index);
    const attempt = async (wish: Asked, preparation: number): Promise<void> => {
      const { arrival, length, state } = wish;
      const holdsAlone = state === "unavailable" || state === "imported";
      const isFree = nightsOf(wish).every((night) => nightOf(made, holdsAlone ? 0 : preparation, night) === "0");
      const answer = await booking(client, rental, {
        start_at: day(arrival),
        end_at: day(arrival + length),
        ...(state === "tentative" || state === "expired" ? { tentative_expires_at: inAnHour() } : {}),
        ...(state === "unavailable" ? { unavailable: true } : {}),
        ...(state === "imported" ? { imported: true } : {}),
      });
      expect(answer.status, `${JSON.stringify(wish)} in ${JSON.stringify(made)}, ${preparation}`).toBe(
        isFree ? 201 : 422,
      );
      if (!isFree) return;
      const { id } = recordOf(answer, "bookings");
      if (state === "canceled") await client.delete(`/bookings/${id}`);
      if (state === "expired")
        await service.sql("update bookings set tentative_expires_at = '2020-01-01' where id = $1", [id]);
      made.push(wish);
    };
    for (const wish of wishes) await attempt(wish, first);
    await prepare(client, rental, second);
    const expected = Array.from({ length: 31 }, (_, night) => nightOf(made, second, night)).join("");
    expect(await daysOf(client, rental, "", 31)).toBe(expected);
    for (const wish of tried) {
      const isFree = nightsOf(wish).every((night) => nightOf(made, second, night) === "0");
      const dates = { start_at: day(wish.arrival), end_at: day(wish.arrival + wish.length) };
      expect((await foundIds(client, dates)).includes(rental.id), JSON.stringify(dates)).toBe(isFree);
      await attempt(wish, second);
    }
  });
  await fc.assert(property, { numRuns: 12, seed, endOnFailure: true });
});
