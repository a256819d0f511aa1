import { expect, test } from "vitest";
import { syncCalendarFeed } from "../../src/modules/stays/feeds/sync-job.ts";
import { type ApiClient, errorsOf, type Json, recordOf } from "../harness/client.ts";
import { aBooking, aRental } from "../harness/factories.ts";
import { takeQueued } from "../harness/queued-jobs.ts";
import { useSharedService } from "../harness/service.ts";
import { dayAhead } from "../rates/factories.ts";
import { useCalendarServer } from "./calendar-server.ts";
import { aCalendar, aFeed, anEvent, apply, days, feedOf, mapOf, nightsOf, sync, upload } from "./factories.ts";

const service = useSharedService();
const channel = useCalendarServer();

let calendars = 0;

async function aHouse() {
  const client = await service.aClient(await service.anAccount());
  const rental = await aRental(client);
  return { client, rental };
}

/** A rental with a feed of an address. */
async function anImport(answer: Parameters<typeof channel.serves>[1]) {
  const house = await aHouse();
  const name = `report-${++calendars}.ics`;
  channel.serves(name, answer);
  return { ...house, name, feed: await aFeed(house.client, house.rental, { kind: "import", url: channel.url(name) }) };
}

/** The types of a feed's own events, with their changes. */
async function happenings(client: ApiClient, { id }: Json): Promise<[unknown, Json][]> {
  await service.database
    .within([client.account])
    .transaction((transaction) => transaction.run("select from publish_changes($1, 1000)", [client.account]));
  const rows = await service.sql(
    `select type, changes from changes where account_id = $1 and resource = 'calendar_feeds' and record_id = $2
       and type not in ('calendar_feed.created', 'calendar_feed.updated') order by id`,
    [client.account, String(id)],
  );
  return rows.map(({ type, changes }) => [type, Object(changes)]);
}

test("a conflict is an event, once", async () => {
  const { client, rental } = await aHouse();
  const feed = await aFeed(client, rental, { kind: "import" });
  const stay = await aBooking(client, rental, { start_at: dayAhead(3), end_at: dayAhead(5) });
  for (let run = 0; run < 2; run++) await upload(service, client, feed, aCalendar(days("a", 4, 8)));
  const conflict = expect.objectContaining({ uid: "a", nights: [dayAhead(4)], booking_id: stay.id });
  expect(await happenings(client, feed)).toEqual([["calendar_feed.conflicted", { conflicts: [[], [conflict]] }]]);
  await upload(service, client, feed, aCalendar(days("a", 4, 8), days("b", 2, 4)));
  expect((await happenings(client, feed)).map(([type]) => type)).toEqual(Array(2).fill("calendar_feed.conflicted"));
});

test("a feed that fails for three hours is an event, once, and so is its recovery", async () => {
  const { client, name, feed } = await anImport((response) => response.writeHead(500).end());
  await sync(service, client, feed);
  expect(await feedOf(client, feed)).toMatchObject({ state: "failing", last_error: expect.stringMatching(/500/) });
  expect(await happenings(client, feed)).toEqual([]);
  await service.sql("update calendar_feeds set failing_since = now() - interval '3 hours 1 second' where id = $1", [
    feed.id,
  ]);
  for (let run = 0; run < 2; run++) await sync(service, client, feed);
  expect((await happenings(client, feed)).map(([type]) => type)).toEqual(["calendar_feed.failed"]);
  channel.serves(name, aCalendar(days("a", 3, 6)));
  await sync(service, client, feed);
  expect(await feedOf(client, feed)).toMatchObject({ state: "ok", last_error: null });
  expect((await happenings(client, feed)).map(([type]) => type)).toEqual([
    "calendar_feed.failed",
    "calendar_feed.recovered",
  ]);
});

test("a failing feed whose nights are freed closes them, stays failing and keeps its numbers", async () => {
  const { client, rental, name, feed } = await anImport(aCalendar(days("a", 3, 8)));
  const stay = await aBooking(client, rental, { start_at: dayAhead(4), end_at: dayAhead(6) });
  await sync(service, client, feed);
  channel.serves(name, (response) => response.writeHead(500).end());
  await sync(service, client, feed);
  await service.sql("update calendar_feeds set failing_since = now() - interval '4 hours' where id = $1", [feed.id]);
  await sync(service, client, feed);
  const before = await feedOf(client, feed);
  expect(before).toMatchObject({ state: "failing", conflicts_count: 1, created_count: 2 });
  const reported = (await happenings(client, feed)).map(([type]) => type);
  expect(reported).toEqual(["calendar_feed.conflicted", "calendar_feed.failed"]);
  await client.delete(`/bookings/${stay.id}`);
  await apply(service, client, feed);
  expect(await nightsOf(client, rental)).toEqual(["3-8"]);
  expect(await feedOf(client, feed)).toEqual({
    ...before,
    ...{ conflicts: [], conflicts_count: 0, updated_at: expect.any(String) },
  });
  expect((await happenings(client, feed)).map(([type]) => type)).toEqual(reported);
});

test("a suspicious feed is an event, once, and so is its recovery", async () => {
  const all = [3, 6, 9].map((from) => days(`s${from}`, from, from + 2));
  const { client, name, feed } = await anImport(aCalendar(...all));
  await sync(service, client, feed);
  channel.serves(name, aCalendar());
  for (let run = 0; run < 2; run++) await sync(service, client, feed);
  expect(await happenings(client, feed)).toEqual([
    ["calendar_feed.suspicious", { missing_count: [0, 3], state: ["ok", "suspicious"] }],
  ]);
  channel.serves(name, aCalendar(...all));
  await sync(service, client, feed);
  expect((await happenings(client, feed)).at(-1)).toEqual(["calendar_feed.recovered", { state: ["suspicious", "ok"] }]);
});

test("an upload is answered 202 and pending, without the numbers of the previous reading", async () => {
  const { client, rental } = await aHouse();
  const feed = await aFeed(client, rental, { kind: "import" });
  const uploading = async (calendar: string): Promise<Json> => {
    const answer = await client.post(`/calendar_feeds/${feed.id}/upload`, { calendar_feeds: [{ calendar }] });
    expect(answer.status, answer.text).toBe(202);
    return recordOf(answer, "calendar_feeds");
  };
  expect(feed.state).toBe("pending");
  expect(await uploading(aCalendar(days("a", 3, 6)))).toMatchObject({ state: "pending", created_count: 0 });
  await apply(service, client, feed);
  expect(await feedOf(client, feed)).toMatchObject({ state: "ok", events_count: 1, created_count: 1 });
  expect(await uploading(aCalendar(days("a", 3, 7)))).toMatchObject({ state: "pending", created_count: 0 });
});

test("a run that began before an upload leaves the report to the upload's own run", async () => {
  const { client, rental } = await aHouse();
  const feed = await aFeed(client, rental, { kind: "import" });
  await upload(service, client, feed, aCalendar(days("a", 3, 6)));
  await service.sql("update calendar_feeds set held_until = now() + interval '1 minute' where id = $1", [feed.id]);
  await client.post(`/calendar_feeds/${feed.id}/upload`, {
    calendar_feeds: [{ calendar: aCalendar(days("b", 8, 9)) }],
  });
  expect(await apply(service, client, feed)).toBe(false);
  await service.sql("update calendar_feeds set held_until = null where id = $1", [feed.id]);
  await apply(service, client, feed);
  expect(await feedOf(client, feed)).toMatchObject({ state: "ok", created_count: 1, canceled_count: 1 });
});

const odd: readonly [string, string, ...string[]][] = [
  ["a date with hyphens", anEvent("UID:odd", "DTSTART;VALUE=DATE:2027-02-04", "DTEND;VALUE=DATE:2027-02-06")],
  ["an unreadable rule", days("odd", 12, 13, "RRULE:FREQ=SOMETIMES"), "12-13"],
  ["no start", anEvent("UID:odd", "SUMMARY:Muster")],
  ["no end", anEvent("UID:odd", "DTSTART;VALUE=DATE:20270204").replace("\r\nEND:VEVENT", "")],
];

test.each(odd)("an event with %s costs at most that event, by upload as by address", async (_, text, ...nights) => {
  const calendar = aCalendar(days("good", 3, 6), text, days("after", 8, 9));
  const { client, rental, feed } = await anImport(calendar);
  await sync(service, client, feed);
  const other = await aFeed(client, await aRental(client), { kind: "import" });
  const byFile = await upload(service, client, other, calendar);
  const byUrl = await feedOf(client, feed);
  expect(await nightsOf(client, rental)).toEqual(["3-6", "8-9", ...nights]);
  const count = 2 + nights.length;
  for (const report of [byUrl, byFile])
    expect(report).toMatchObject({
      ...{ state: "ok", last_error: null, events_count: count, created_count: count, conflicts: [] },
      unreadable: [{ uid: "odd", reason: expect.any(String) }],
    });
});

test.each([
  ["within its nights", 4, 5],
  ["from its arrival on", 3, 4],
])("an unreadable event keeps its nights beside a new event %s", async (_, from, until) => {
  const { client, rental } = await aHouse();
  const feed = await aFeed(client, rental, { kind: "import" });
  await upload(service, client, feed, aCalendar(days("odd", 3, 8), days("good", 10, 12)));
  const unreadable = anEvent("UID:odd", "DTSTART;VALUE=DATE:2027-02-04");
  const beside = aCalendar(unreadable, days("new", from, until), days("good", 10, 12));
  for (let run = 0; run < 2; run++) await upload(service, client, feed, beside);
  for (let night = 3; night < 8; night++) expect(await mapOf(client, rental, dayAhead(night), 1)).toBe("3");
  await upload(service, client, feed, aCalendar(days("odd", 4, 6), days("good", 10, 12)));
  expect(await nightsOf(client, rental)).toEqual(["4-6", "10-12"]);
});

test("raw lines and stray ends in an event are text", async () => {
  const { client, rental } = await aHouse();
  const feed = await aFeed(client, rental, { kind: "import" });
  const raw = days("x1", 3, 4).replace(
    "END:VEVENT",
    "DESCRIPTION:Start: 4\r\nEnd: 6\r\nBegin: 7\r\nany text\r\nEND:VEVENT",
  );
  expect(await upload(service, client, feed, aCalendar(raw, days("x2", 13, 14)))).toMatchObject({ unreadable: [] });
  expect(await nightsOf(client, rental)).toEqual(["3-4", "13-14"]);
});

test("a feed is read at once on request, and only if it can be", async () => {
  const { client, rental, name, feed } = await anImport(aCalendar(days("a", 3, 6)));
  await sync(service, client, feed);
  await takeQueued(service, syncCalendarFeed, client.account);
  const asked = await client.post(`/calendar_feeds/${feed.id}/sync`);
  expect([asked.status, recordOf(asked, "calendar_feeds").state]).toEqual([202, "pending"]);
  expect(await takeQueued(service, syncCalendarFeed, client.account)).toEqual([{ feed: feed.id }]);
  await sync(service, client, feed);
  expect(channel.asked(name)).toHaveLength(2);
  expect(await feedOf(client, feed)).toMatchObject({ state: "ok" });
  for (const attributes of [
    { kind: "export" },
    { kind: "import" },
    { kind: "import", url: "https://a.example/b.ics", enabled: false },
  ]) {
    const refused = await client.post(`/calendar_feeds/${(await aFeed(client, rental, attributes)).id}/sync`);
    expect([refused.status, Object.keys(Object(errorsOf(refused)))]).toEqual([422, ["base"]]);
  }
});

test.each([
  ["seconds", () => "7200"],
  ["a date", () => new Date(Date.now() + 7_300_000).toUTCString()],
])("a server's Retry-After in %s is honoured", async (_, value) => {
  const { client, feed } = await anImport((response) => response.writeHead(429, { "retry-after": value() }).end());
  await sync(service, client, feed);
  const { next_attempt_at } = await feedOf(client, feed);
  expect(Date.parse(String(next_attempt_at)) - Date.now()).toBeGreaterThan(7_100_000);
});
