import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type Answer, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aRental } from "../harness/factories.ts";
import { aForm } from "../harness/form.ts";
import { useSharedService } from "../harness/service.ts";
import { dayAhead } from "../rates/factories.ts";
import { useCalendarServer } from "./calendar-server.ts";
import { aCalendar, aFeed, anEvent, compact, days, feedOf, nightsOf, poll, sync } from "./factories.ts";

const service = useSharedService();
const channel = useCalendarServer();

const aManager = async () => service.aClient(await service.anAccount());

let calendars = 0;
/** A rental with an import of its own calendar. */
async function anImport(text: string, settings: Json = {}) {
  const client = await aManager();
  const rental = await aRental(client, { time_zone: "UTC", ...settings });
  const name = `calendar-${++calendars}.ics`;
  channel.serves(name, text);
  const feed = await aFeed(client, rental, { kind: "import", url: channel.url(name) });
  expect(await sync(service, client, feed)).toBe(true);
  return { client, rental, name, feed };
}

test("events become unavailable bookings of the feed's source, and move and end with them", async () => {
  const { client, rental, name, feed } = await anImport(
    aCalendar(days("a@c", 3, 6), days("b@c", 10, 12), days("c@c", 20, 21)),
  );
  expect(await nightsOf(client, rental)).toEqual(["3-6", "10-12", "20-21"]);
  const read = await feedOf(client, feed);
  expect(read).toMatchObject({
    events_count: 3,
    created_count: 3,
    updated_count: 0,
    canceled_count: 0,
    conflicts: [],
    last_error: null,
  });
  expect(read.last_success_at).toEqual(expect.any(String));
  expect(Date.parse(String(read.next_attempt_at)) - Date.now()).toBeGreaterThan(20 * 60_000);
  const { source } = Object(read.links);
  const bookings = recordsOf(await client.get(`/bookings?rental_id=${rental.id}`), "bookings");
  expect(
    bookings.map(({ status, imported, client_id, links }) => ({
      status,
      imported,
      client_id,
      source: Object(links).source,
    })),
  ).toEqual(Array(3).fill({ status: "Unavailable", imported: true, client_id: undefined, source }));
  expect(recordOf(await client.get(`/sources/${source}`), "sources")).toMatchObject({
    name: "Channel A",
    internal: true,
  });

  channel.serves(name, aCalendar(days("b@c", 11, 14), days("a@c", 3, 6), days("d@c", 30, 31)));
  expect(await sync(service, client, feed)).toBe(true);
  expect(await nightsOf(client, rental)).toEqual(["3-6", "11-14", "30-31"]);
  expect(await feedOf(client, feed)).toMatchObject({
    events_count: 3,
    created_count: 1,
    updated_count: 1,
    canceled_count: 1,
  });
  await sync(service, client, feed);
  expect(await feedOf(client, feed)).toMatchObject({ created_count: 0, updated_count: 0, canceled_count: 0 });
  expect(channel.asked(name).at(-1)?.["if-none-match"]).toEqual(expect.any(String));
});

test("an event over a booking closes its other nights, reports the taken ones, and closes them once they are free", async () => {
  const client = await aManager();
  const rental = await aRental(client, { time_zone: "UTC" });
  const stay = await aBooking(client, rental, { start_at: dayAhead(4), end_at: dayAhead(5) });
  channel.serves("conflict.ics", aCalendar(days("x@c", 3, 6), days("y@c", 8, 9)));
  const feed = await aFeed(client, rental, { kind: "import", url: channel.url("conflict.ics") });
  await sync(service, client, feed);
  expect(await nightsOf(client, rental)).toEqual(["3-4", "4-5", "5-6", "8-9"]);
  const conflict = {
    uid: "x@c",
    start: dayAhead(3),
    end: dayAhead(6),
    nights: [dayAhead(4)],
    booking_id: stay.id,
    reason: `the nights are taken by booking ${stay.reference}`,
  };
  expect(await feedOf(client, feed)).toMatchObject({ conflicts_count: 1, conflicts: [conflict], created_count: 3 });
  await sync(service, client, feed);
  expect(await feedOf(client, feed)).toMatchObject({ conflicts_count: 1, conflicts: [conflict] });
  await client.delete(`/bookings/${stay.id}`);
  await sync(service, client, feed);
  expect(await nightsOf(client, rental)).toEqual(["3-6", "8-9"]);
  expect(await feedOf(client, feed)).toMatchObject({
    conflicts_count: 0,
    conflicts: [],
    updated_count: 1,
    canceled_count: 1,
  });
});

test("events can swap nights and move into freed nights", async () => {
  const { client, rental, name, feed } = await anImport(aCalendar(days("a", 3, 6), days("b", 6, 9), days("c", 20, 22)));
  channel.serves(name, aCalendar(days("a", 6, 9), days("b", 3, 6), days("c", 9, 21)));
  await sync(service, client, feed);
  expect(await nightsOf(client, rental)).toEqual(["3-6", "6-9", "9-21"]);
  expect(await feedOf(client, feed)).toMatchObject({ conflicts: [] });
});

test("an incomplete calendar changes nothing and reports the reason", async () => {
  const { client, rental, name, feed } = await anImport(aCalendar(days("a", 3, 6)));
  const whole = aCalendar(days("b", 8, 9));
  // reading.test.ts covers other invalid calendars: each reading here starts a thread.
  channel.serves(name, whole.slice(0, whole.indexOf("END:VCALENDAR")));
  await sync(service, client, feed);
  expect(await feedOf(client, feed)).toMatchObject({ last_error: expect.stringMatching(/truncated/) });
  expect(await nightsOf(client, rental)).toEqual(["3-6"]);
  channel.serves(name, whole);
  await sync(service, client, feed);
  expect(await nightsOf(client, rental)).toEqual(["8-9"]);
  expect(await feedOf(client, feed)).toMatchObject({ last_error: null });
});

test("a server that fails, redirects away or sends too much is reported and retried with backoff", async () => {
  const { client, rental, name, feed } = await anImport(aCalendar(days("a", 3, 6)));
  channel.serves("moved.ics", aCalendar(days("a", 3, 6), days("b", 8, 9)));
  channel.serves(name, (response) => response.writeHead(302, { location: "/moved.ics" }).end());
  await sync(service, client, feed);
  expect(await nightsOf(client, rental)).toEqual(["3-6", "8-9"]);
  const answers: [Parameters<typeof channel.serves>[1], RegExp][] = [
    [(response) => response.writeHead(500).end("no"), /returned 500/],
    [(response) => response.writeHead(302, { location: `/${name}` }).end(), /redirects too often/],
    [
      (response) => response.writeHead(200, { "content-length": 11_000_000 }).end(Buffer.alloc(11_000_000, "A")),
      /too large/,
    ],
    [
      (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(50_000_000))),
      /compressed/,
    ],
    [(response) => response.destroy(), /could not be reached/],
  ];
  let last = 0;
  for (const [answer, sentence] of answers) {
    channel.serves(name, answer);
    await sync(service, client, feed);
    const { last_error, next_attempt_at, last_attempt_at } = await feedOf(client, feed);
    expect(last_error).toMatch(sentence);
    const pause = Date.parse(String(next_attempt_at)) - Date.parse(String(last_attempt_at));
    expect(pause).toBeGreaterThan(last * 1.2);
    last = pause;
  }
  expect(await nightsOf(client, rental)).toEqual(["3-6", "8-9"]);
});

test("a private address is never requested", async () => {
  const client = await aManager();
  channel.serves("inside.ics", aCalendar(days("a", 3, 6)));
  const feed = await aFeed(client, await aRental(client), { kind: "import", url: channel.url("inside.ics") });
  await sync(service, client, feed, []);
  expect(channel.asked("inside.ics")).toEqual([]);
  expect(await feedOf(client, feed)).toMatchObject({ last_error: expect.stringMatching(/not public/) });
});

test("a calendar with new UIDs at each poll keeps its bookings", async () => {
  const { client, rental, name, feed } = await anImport(aCalendar(days("1", 3, 6), days("2", 8, 9)));
  const before = recordsOf(await client.get(`/bookings?rental_id=${rental.id}`), "bookings").map(({ id }) => id);
  channel.serves(name, aCalendar(days("3", 8, 9), days("4", 3, 6)));
  await sync(service, client, feed);
  expect(recordsOf(await client.get(`/bookings?rental_id=${rental.id}`), "bookings").map(({ id }) => id)).toEqual(
    before,
  );
});

test("the calendar restores a canceled booking, but leaves a moved one and one turned into a stay", async () => {
  const { client, rental, name, feed } = await anImport(aCalendar(days("a", 3, 6), days("b", 8, 9), days("c", 11, 12)));
  const [a, b, c] = recordsOf(await client.get(`/bookings?rental_id=${rental.id}`), "bookings");
  await client.delete(`/bookings/${a?.id}`);
  await client.put(`/bookings/${b?.id}`, { bookings: [{ start_at: dayAhead(14), end_at: dayAhead(15) }] });
  await client.put(`/bookings/${c?.id}`, { bookings: [{ booked: true, adults: 2 }] });
  await sync(service, client, feed);
  expect(await nightsOf(client, rental)).toEqual(["3-6", "8-9", "11-12", "14-15"]);
  channel.serves(name, aCalendar(days("a", 3, 6)));
  await sync(service, client, feed);
  expect(await nightsOf(client, rental)).toEqual(["3-6", "11-12", "14-15"]);
  expect(await feedOf(client, feed)).toMatchObject({
    conflicts: [
      { uid: "c", booking_id: c?.id, reason: expect.stringMatching(/turned into a stay/) },
      { uid: "b", booking_id: b?.id, reason: expect.stringMatching(/was moved here/) },
    ],
  });
});

test("an import blocks linked rentals, and taken nights there are conflicts", async () => {
  const client = await aManager();
  const [villa, flat] = [await aRental(client, { time_zone: "UTC" }), await aRental(client, { time_zone: "UTC" })];
  await client.post("/rental_link_groups", { rental_link_groups: [{ rental_ids: [villa.id, flat.id] }] });
  await aBooking(client, flat, { start_at: dayAhead(8), end_at: dayAhead(9) });
  channel.serves("linked.ics", aCalendar(days("a", 3, 6), days("b", 8, 10)));
  const feed = await aFeed(client, villa, { kind: "import", url: channel.url("linked.ics") });
  await sync(service, client, feed);
  expect([await nightsOf(client, villa), await nightsOf(client, flat)]).toEqual([
    ["3-6", "8-9", "9-10"],
    ["3-6", "8-9", "9-10"],
  ]);
  expect(await feedOf(client, feed)).toMatchObject({ conflicts_count: 1 });
  channel.serves("linked.ics", aCalendar(days("a", 4, 6)));
  await sync(service, client, feed);
  expect(await nightsOf(client, flat)).toEqual(["4-6", "8-9"]);
});

test("only an import without an address takes a file, and an invalid file is refused completely", async () => {
  const client = await aManager();
  const rental = await aRental(client, { time_zone: "UTC" });
  const uploading = (feed: Json, text: string): Promise<Answer> => {
    const { body, headers } = aForm(text);
    return client.post(`/calendar_feeds/${feed.id}/upload`, body, headers);
  };
  const feed = await aFeed(client, rental, { kind: "import" });
  expect((await uploading(feed, aCalendar(days("a", 3, 6)))).status).toBe(202);
  const plain = await client.post(`/calendar_feeds/${feed.id}/upload`, {
    calendar_feeds: [{ calendar: aCalendar(days("a", 3, 7)) }],
  });
  expect(plain.status, plain.text).toBe(202);
  await sync(service, client, feed);
  expect(await nightsOf(client, rental)).toEqual(["3-7"]);
  const refused = await uploading(feed, "<html>");
  expect([refused.status, errorsOf(refused)]).toEqual([422, { calendar: [expect.stringMatching(/not a calendar/)] }]);
  const long = await client.post(`/calendar_feeds/${feed.id}/upload`, {
    calendar_feeds: [{ calendar: aCalendar(days("c", 3, 6, `DESCRIPTION:${"x".repeat(1_100_000)}`)) }],
  });
  expect([long.status, errorsOf(long)]).toEqual([422, { calendar: [expect.stringMatching(/as a form's file/)] }]);
  const given = await aFeed(client, rental, { kind: "export" });
  expect((await uploading(given, aCalendar())).status).toBe(422);
  const [stored] = await service.sql(
    "select count(*)::integer from calendar_feed_events where feed_id = $1 and not gone",
    [feed.id],
  );
  expect(stored?.count).toBe(1);
});

test("an address is sealed, shown masked, and unchanged when its mask is written back", async () => {
  const client = await aManager();
  const rental = await aRental(client);
  const url = "https://calendars.example/ical/7.ics?s=d41d8cd98f00b204";
  const feed = await aFeed(client, rental, { kind: "import", url: url.replace("https", "webcal") });
  expect(feed.url).toBe("https://calendars.example/…b204");
  const [before] = await service.sql("select sealed_url, etag from calendar_feeds where id = $1", [feed.id]);
  const echoed = await client.put(`/calendar_feeds/${feed.id}`, { calendar_feeds: [{ ...feed, name: "Other" }] });
  expect([echoed.status, recordOf(echoed, "calendar_feeds").name]).toEqual([200, "Other"]);
  const [after] = await service.sql("select sealed_url, etag from calendar_feeds where id = $1", [feed.id]);
  expect(after).toEqual(before);
  expect(
    JSON.stringify(await service.sql("select calendar_feeds::text from calendar_feeds where id = $1", [feed.id])),
  ).not.toContain("d41d8");
});

test("invalid combinations of attributes are refused with every problem", async () => {
  const client = await aManager();
  const rental = await aRental(client);
  const trying = (attributes: Json) =>
    client.post("/calendar_feeds", { calendar_feeds: [{ rental_id: rental.id, name: "A", ...attributes }] });
  const wrong = await trying({ kind: "import", url: "file:///etc/passwd", names: true });
  expect(errorsOf(wrong)).toEqual({
    url: [expect.stringMatching(/address of a calendar/)],
    names: ["applies to exports only"],
  });
  expect(errorsOf(await trying({ kind: "export", url: "https://a.example/b.ics" }))).toEqual({
    url: [expect.stringMatching(/applies to imports/)],
  });
  const other = await aFeed(client, await aRental(client), { kind: "import" });
  expect(errorsOf(await trying({ kind: "export", paired_feed_id: other.id }))).toEqual({
    paired_feed_id: ["must be an import of the same rental"],
  });
  for (let made = 0; made < 20; made++) expect((await trying({ kind: "export" })).status).toBe(201);
  expect(errorsOf(await trying({ kind: "export" }))).toEqual({
    base: ["the rental already has 20 feeds, the maximum: delete one first"],
  });
});

test("concurrent readings of a feed create each booking once", async () => {
  const client = await aManager();
  const rental = await aRental(client, { time_zone: "UTC" });
  const events = Array.from({ length: 20 }, (_, index) => days(`e${index}`, 2 * index + 1, 2 * index + 2));
  channel.serves("twice.ics", aCalendar(...events));
  const feed = await aFeed(client, rental, { kind: "import", url: channel.url("twice.ics") });
  const reading = [sync(service, client, feed)];
  // Expire the lease, as if its job had died.
  for (let more = 0; more < 2; more++) {
    await service.sql("update calendar_feeds set held_until = null where id = $1", [feed.id]);
    reading.push(sync(service, client, feed));
  }
  await Promise.all(reading);
  expect(await nightsOf(client, rental)).toHaveLength(20);
  expect(await feedOf(client, feed)).toMatchObject({ events_count: 20, conflicts: [] });
});

test("due feeds are read, except disabled ones and those of closed accounts", async () => {
  const feeds = await Promise.all(["due", "closed", "off"].map(() => anImport(aCalendar(days("a", 3, 6)))));
  const [due, closed, off] = feeds;
  if (!due || !closed || !off) throw new Error("Three feeds were made.");
  await off.client.put(`/calendar_feeds/${off.feed.id}`, { calendar_feeds: [{ enabled: false }] });
  await service.sql("update accounts set closed_at = now() where id = $1", [closed.client.account]);
  for (const { feed, name } of feeds) {
    channel.serves(name, aCalendar(days("b", 8, 9)));
    await service.sql("update calendar_feeds set next_attempt_at = now() - interval '1 second' where id = $1", [
      feed.id,
    ]);
  }
  for (const { client } of feeds) expect(await poll(service, client.account)).toEqual([]);
  expect(feeds.map(({ name }) => channel.asked(name).length)).toEqual([2, 1, 1]);
  expect(await nightsOf(due.client, due.rental)).toEqual(["8-9"]);
});

test("an unchanged calendar is read again after its rental got another time zone", async () => {
  const evening = (day: number): string => `${compact(day)}T220000Z`;
  const event = anEvent("UID:t", `DTSTART:${evening(5)}`, `DTEND:${evening(7)}`);
  const { client, rental, name, feed } = await anImport(aCalendar(event));
  expect(await nightsOf(client, rental)).toEqual(["5-7"]);
  await client.put(`/rentals/${rental.id}`, { rentals: [{ time_zone: "Asia/Tokyo" }] });
  for (let run = 0; run < 2; run++) await sync(service, client, feed);
  expect(await nightsOf(client, rental)).toEqual(["6-8"]);
  const validators = channel.asked(name).map((headers) => headers["if-none-match"] !== undefined);
  expect(validators).toEqual([false, false, true]);
});

test("deleting an import cancels its upcoming bookings unless keep_bookings is true", async () => {
  for (const [body, left] of [
    [undefined, []],
    [{ calendar_feeds: [{ keep_bookings: true }] }, ["3-6"]],
  ] as const) {
    const { client, rental, feed } = await anImport(aCalendar(days("a", 3, 6)));
    expect((await client.delete(`/calendar_feeds/${feed.id}`, body)).status).toBe(204);
    await sync(service, client, feed);
    expect(await nightsOf(client, rental)).toEqual(left);
  }
});

test("reading slow files holds no database connection", async () => {
  const client = await aManager();
  const feed = await aFeed(client, await aRental(client), { kind: "import" });
  // A series that began long ago is slow, because each repetition is checked.
  const slow = days("slow", 3, 4, "RRULE:FREQ=DAILY;UNTIL=20200101").replace(/(DT\w+);VALUE=DATE:\d+/g, "$1:19200101");
  const body = { calendar_feeds: [{ calendar: aCalendar(slow) }] };
  const uploads = Promise.all([1, 2].map(() => client.post(`/calendar_feeds/${feed.id}/upload`, body)));
  let isDone = false;
  void uploads.then(() => (isDone = true));
  const open = new Set<number>();
  while (!isDone) {
    const [row] = await service.sql(
      "select count(*)::integer from pg_stat_activity where datname = current_database() and state = 'idle in transaction' and state_change < clock_timestamp() - interval '100 milliseconds'",
    );
    open.add(Number(row?.count));
    await wait(10);
  }
  expect((await uploads).map(({ status }) => status)).toEqual([202, 202]);
  expect([...open]).toEqual([0]);
});

test("one atomic bulk request can create a feed and upload its file", async () => {
  const client = await aManager();
  const rental = await aRental(client, { time_zone: "UTC" });
  const before = await aFeed(client, rental, { kind: "import" });
  const id = Number(before.id) + 1;
  const operations = [
    {
      method: "POST",
      path: "/calendar_feeds",
      body: { calendar_feeds: [{ rental_id: rental.id, kind: "import", name: "A" }] },
    },
    {
      method: "POST",
      path: `/calendar_feeds/${id}/upload`,
      body: { calendar_feeds: [{ calendar: aCalendar(days("a", 3, 6)) }] },
    },
  ];
  const answer = await client.post("/bulk", { operations, atomic: true });
  expect(answer.status, answer.text).toBe(200);
  await sync(service, client, { id });
  expect(await nightsOf(client, rental)).toEqual(["3-6"]);
});
