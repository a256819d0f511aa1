import fc from "fast-check";
import { expect, test } from "vitest";
import { missingEvents } from "../../src/modules/stays/feeds/plan/missing-events.ts";
import { errorsOf } from "../harness/client.ts";
import { aRental } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { useCalendarServer } from "./calendar-server.ts";
import { aCalendar, aFeed, apply, days, feedOf, nightsOf, sync, upload } from "./factories.ts";

const service = useSharedService();
const channel = useCalendarServer();

const hourMs = 3_600_000;
let calendars = 0;

/** A rental with a feed of an address that has some stays of two nights. */
async function aFeedOf(stays: number) {
  const client = await service.aClient(await service.anAccount());
  const rental = await aRental(client);
  const name = `vanishing-${++calendars}.ics`;
  const events = Array.from({ length: stays }, (_, index) => days(`s${index}`, 5 + 3 * index, 7 + 3 * index));
  channel.serves(name, aCalendar(...events));
  const feed = await aFeed(client, rental, { kind: "import", url: channel.url(name) });
  await sync(service, client, feed);
  const began = Date.now();
  const reading = (hours: number, ...left: readonly string[]): Promise<boolean> => {
    channel.serves(name, aCalendar(...left));
    return sync(service, client, feed, undefined, began + hours * hourMs);
  };
  return { client, rental, feed, events, reading, count: async () => (await nightsOf(client, rental)).length };
}

test("a feed whose stays have all vanished keeps them until three readings over six hours agree", async () => {
  const { client, feed, events, reading, count } = await aFeedOf(10);
  await reading(0);
  expect(await feedOf(client, feed)).toMatchObject({
    state: "suspicious",
    missing_count: 10,
    canceled_count: 0,
    last_error: null,
  });
  await reading(1);
  await reading(5.9);
  expect(await count()).toBe(10);
  await reading(6.1);
  expect(await count()).toBe(0);
  expect(await feedOf(client, feed)).toMatchObject({ state: "ok", missing_count: 0, canceled_count: 10 });
  await reading(7, ...events);
  expect(await count()).toBe(10);
});

test("two readings are not enough, however far apart, and stays that come back start a new count", async () => {
  const { client, feed, events, reading, count } = await aFeedOf(4);
  await reading(0);
  await reading(30);
  expect(await count()).toBe(4);
  await reading(31, ...events);
  expect(await feedOf(client, feed)).toMatchObject({ state: "ok", missing_count: 0 });
  await reading(32);
  await reading(39);
  expect(await count()).toBe(4);
});

test("a person confirms that the stays are gone, once", async () => {
  const { client, feed, reading, count } = await aFeedOf(5);
  await reading(0);
  const confirmed = await client.post(`/calendar_feeds/${feed.id}/confirm`);
  expect(confirmed.status, confirmed.text).toBe(202);
  await apply(service, client, feed);
  expect(await count()).toBe(0);
  const again = await client.post(`/calendar_feeds/${feed.id}/confirm`);
  expect([again.status, errorsOf(again)]).toEqual([422, { base: ["has no missing stays to confirm"] }]);
});

test.each([
  [1, 0],
  [2, 0],
  [3, 1],
  [6, 3],
])("of %i stays, all but %i vanish at once", async (stays, left) => {
  const { reading, events, count } = await aFeedOf(stays);
  await reading(0, ...events.slice(0, left));
  expect(await count()).toBe(left);
});

test("an upload is a person's word and cancels at once", async () => {
  const client = await service.aClient(await service.anAccount());
  const rental = await aRental(client);
  const feed = await aFeed(client, rental, { kind: "import" });
  await upload(service, client, feed, aCalendar(...[5, 8, 11, 14].map((from) => days(`s${from}`, from, from + 2))));
  expect(await upload(service, client, feed, aCalendar())).toMatchObject({ state: "ok", canceled_count: 4 });
  expect(await nightsOf(client, rental)).toEqual([]);
});

test("believes few vanished stays at once, and many only with three readings over six hours", () => {
  const event = fc.record({
    isGone: fc.boolean(),
    missingReadings: fc.nat(4),
    missingSince: fc.option(fc.integer({ min: 0, max: 10 })),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), (all) => {
      const now = 10 * hourMs;
      const ahead = all.map(({ missingReadings, missingSince }, id) => ({
        id,
        missingReadings,
        missingSince: missingSince === null ? null : missingSince * hourMs,
      }));
      const vanished = new Set(all.flatMap(({ isGone }, id) => (isGone ? [id] : [])));
      const missing = missingEvents(ahead, vanished, now);
      const isMany = vanished.size >= 3 && vanished.size > all.length / 2;
      for (const { id, missingReadings, missingSince } of ahead) {
        const isConfirmed = missingSince !== null && now - missingSince >= 6 * hourMs && missingReadings >= 2;
        expect(missing.has(id)).toBe(vanished.has(id) && isMany && !isConfirmed);
      }
    }),
  );
});
