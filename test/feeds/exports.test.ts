import ical from "node-ical";
import { convertIcsCalendar } from "ts-ics";
import { expect, test } from "vitest";
import { type ApiClient, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, created } from "../harness/factories.ts";
import { baseUrl, useSharedService } from "../harness/service.ts";
import { dayAhead } from "../rates/factories.ts";
import { useCalendarServer } from "./calendar-server.ts";
import { aCalendar, aFeed, days, feedOf, nightsOf, sync, upload } from "./factories.ts";

const service = useSharedService();
const channel = useCalendarServer();

const aManager = async () => service.aClient(await service.anAccount());

const fetching = (feed: Json, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(String(feed.export_url).replace(baseUrl, service.url), { headers });

const textOf = async (feed: Json): Promise<string> => (await fetching(feed)).text();

/** A calendar's events as read by two libraries: UID, summary, first day, day after the last, status. */
function eventsOf(text: string): string[] {
  const first = Object.values(ical.sync.parseICS(text)).flatMap((part) =>
    part?.type === "VEVENT" && part.end
      ? [[part.uid, part.summary, local(part.start), local(part.end), part.status].join(" ")]
      : [],
  );
  const second = (convertIcsCalendar(undefined, text).events ?? []).map(({ uid, summary, start, end, status }) =>
    [uid, summary, start.date.toISOString().slice(0, 10), end?.date.toISOString().slice(0, 10), status].join(" "),
  );
  expect(first.toSorted()).toEqual(second.toSorted());
  return first;
}

const local = (date: Date): string =>
  new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())).toISOString().slice(0, 10);

const bookings = async (client: ApiClient, rental: Json, guest: Json) => ({
  stay: await aBooking(client, rental, { start_at: dayAhead(3), end_at: dayAhead(6), client_id: guest.id }),
  hold: await aBooking(client, rental, {
    start_at: dayAhead(7),
    end_at: dayAhead(9),
    tentative_expires_at: `${dayAhead(2)}T00:00:00Z`,
  }),
  block: await aBooking(client, rental, { start_at: dayAhead(10), end_at: dayAhead(11), unavailable: true }),
});

test("two independent libraries read the same stays, holds and blocks from an export, without names", async () => {
  const client = await aManager();
  const rental = await aRental(client, { name: "Casa, da; Praia" });
  const { stay, hold, block } = await bookings(client, rental, await aGuest(client, { fullname: "Ada Guest" }));
  const feed = await aFeed(client, rental, { kind: "export" });
  const answer = await fetching(feed);
  expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  const text = await answer.text();
  expect(text).not.toContain("Ada");
  const mark = "[0-9a-f]{16}@roost.test";
  expect(eventsOf(text)).toEqual([
    expect.stringMatching(`^booking-${stay.id}-${mark} Booked ${dayAhead(3)} ${dayAhead(6)} CONFIRMED$`),
    expect.stringMatching(`^booking-${hold.id}-${mark} Booked ${dayAhead(7)} ${dayAhead(9)} TENTATIVE$`),
    expect.stringMatching(`^booking-${block.id}-${mark} Not available ${dayAhead(10)} ${dayAhead(11)} CONFIRMED$`),
  ]);
});

test("an export names guests if the feed allows it, except erased or restricted ones", async () => {
  const client = await aManager();
  const rental = await aRental(client);
  const guest = await aGuest(client, { fullname: "Ada Guest" });
  await aBooking(client, rental, { start_at: dayAhead(3), end_at: dayAhead(6), client_id: guest.id });
  const feed = await aFeed(client, rental, { kind: "export", names: true });
  expect(eventsOf(await textOf(feed))).toEqual([expect.stringMatching(/ Ada Guest /)]);
  await service.sql("update clients set processing_restricted_at = now() where id = $1", [guest.id]);
  expect(eventsOf(await textOf(feed))).toEqual([expect.stringMatching(/ Booked /)]);
  await service.sql("update clients set processing_restricted_at = null where id = $1", [guest.id]);
  expect((await client.post(`/clients/${guest.id}/forget`)).status).toBe(200);
  expect(await textOf(feed)).not.toContain("Ada");
});

test("only a token that reads guests makes an export name them", async () => {
  const manager = await aManager();
  const rental = await aRental(manager);
  const client = await service.aClient(manager.account, { scopes: ["public", "rentals_write"] });
  const feed = await aFeed(client, rental, { kind: "export" });
  const named = await aFeed(manager, rental, { kind: "export", names: true });
  const writing = (id: unknown, values: Json) => client.put(`/calendar_feeds/${id}`, { calendar_feeds: [values] });
  const refused = [
    await client.post("/calendar_feeds", { calendar_feeds: [{ rental_id: rental.id, kind: "export", names: true }] }),
    await writing(feed.id, { names: true }),
    await writing(named.id, { rotate: true }),
  ];
  for (const { status, text } of refused)
    expect([status, text]).toEqual([403, expect.stringContaining("clients_read")]);
  const renamed = await writing(named.id, { names: true, name: "Channel B" });
  expect([renamed.status, recordOf(renamed, "calendar_feeds").export_url]).toEqual([200, null]);
  const shown = recordsOf(await client.get("/calendar_feeds?include=rental"), "calendar_feeds");
  expect(shown.map(({ export_url }) => export_url)).toEqual([feed.export_url, null]);
  const [whole] = recordsOf(await manager.get(`/calendar_feeds/${named.id}`), "calendar_feeds");
  expect(whole?.export_url).toBe(named.export_url);
});

test("an unchanged export returns 304, and a change shows immediately", async () => {
  const client = await aManager();
  const rental = await aRental(client);
  const stay = await aBooking(client, rental, { start_at: dayAhead(3), end_at: dayAhead(6) });
  const feed = await aFeed(client, rental, { kind: "export" });
  const etag = String((await fetching(feed)).headers.get("etag"));
  const again = await fetching(feed, { "if-none-match": `W/${etag}` });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  await client.delete(`/bookings/${stay.id}`);
  const changed = await fetching(feed, { "if-none-match": etag });
  const text = await changed.text();
  expect([changed.status, eventsOf(text)]).toEqual([200, [expect.stringMatching(/^no-bookings@/)]]);
  expect(text).toContain("TRANSP:TRANSPARENT");
});

test("an export is not found under a wrong or rotated address, or after its feed is deleted", async () => {
  const client = await aManager();
  const rental = await aRental(client);
  const feed = await aFeed(client, rental, { kind: "export" });
  const url = String(feed.export_url);
  const imported = await aFeed(client, rental, { kind: "import" });
  const status = async (address: string) => (await fetching({ export_url: address })).status;
  expect(await status(url)).toBe(200);
  const wrong = [
    url.replace(/.\.ics$/, (end) => (end === "0.ics" ? "1.ics" : "0.ics")),
    url.replace(".ics", ""),
    `${baseUrl}/calendars/x.ics`,
  ];
  wrong.push(url.replace(`-${feed.id}-`, `-${imported.id}-`), url.replace(/calendars\/\d+/, "calendars/999999"));
  for (const address of wrong) expect(await status(address), address).toBe(404);
  const rotated = recordOf(
    await client.put(`/calendar_feeds/${feed.id}`, { calendar_feeds: [{ rotate: true }] }),
    "calendar_feeds",
  );
  expect([await status(url), await status(String(rotated.export_url))]).toEqual([404, 200]);
  await client.put(`/calendar_feeds/${feed.id}`, { calendar_feeds: [{ enabled: false }] });
  expect(await status(String(rotated.export_url))).toBe(404);
  await client.put(`/calendar_feeds/${feed.id}`, { calendar_feeds: [{ enabled: true }] });
  expect((await client.delete(`/calendar_feeds/${feed.id}`)).status).toBe(204);
  expect(await status(String(rotated.export_url))).toBe(404);
});

test("an import ignores echoes of our own events, even canceled ones", async () => {
  const client = await aManager();
  const rental = await aRental(client, { time_zone: "UTC" });
  const stay = await aBooking(client, rental, { start_at: dayAhead(3), end_at: dayAhead(6) });
  const text = await textOf(await aFeed(client, rental, { kind: "export" }));
  channel.serves("back.ics", text.replace("END:VCALENDAR", `${days("theirs", 8, 9)}\r\nEND:VCALENDAR`));
  const feed = await aFeed(client, rental, { kind: "import", url: channel.url("back.ics") });
  await sync(service, client, feed);
  expect(await nightsOf(client, rental)).toEqual(["3-6", "8-9"]);
  expect(await feedOf(client, feed)).toMatchObject({ events_count: 1, conflicts: [] });
  await client.delete(`/bookings/${stay.id}`);
  channel.serves("back.ics", `${text}\r\n`);
  await sync(service, client, feed);
  expect(await nightsOf(client, rental)).toEqual([]);
});

test("another Roost imports the same nights, and its export keeps our UIDs", async () => {
  const [ours, theirs] = [await aManager(), await aManager()];
  const [here, there] = [await aRental(ours, { time_zone: "UTC" }), await aRental(theirs, { time_zone: "UTC" })];
  await bookings(ours, here, await aGuest(ours));
  channel.serves("there.ics", await textOf(await aFeed(ours, here, { kind: "export" })));
  const feed = await aFeed(theirs, there, { kind: "import", url: channel.url("there.ics") });
  await sync(service, theirs, feed);
  expect(await nightsOf(theirs, there)).toEqual(await nightsOf(ours, here));
  channel.serves("here.ics", await textOf(await aFeed(theirs, there, { kind: "export" })));
  const back = await aFeed(ours, here, { kind: "import", url: channel.url("here.ics") });
  await sync(service, ours, back);
  expect(await feedOf(ours, back)).toMatchObject({ events_count: 0, conflicts: [] });
});

test("an export leaves out its paired import's bookings", async () => {
  const client = await aManager();
  const rental = await aRental(client, { time_zone: "UTC" });
  await aBooking(client, rental, { start_at: dayAhead(10), end_at: dayAhead(11) });
  channel.serves("paired.ics", aCalendar(days("a", 3, 6)));
  const from = await aFeed(client, rental, { kind: "import", url: channel.url("paired.ics") });
  await sync(service, client, from);
  const all = await aFeed(client, rental, { kind: "export" });
  const paired = await aFeed(client, rental, { kind: "export", paired_feed_id: from.id });
  expect([eventsOf(await textOf(all)).length, eventsOf(await textOf(paired)).length]).toEqual([2, 1]);
  // Roost would not learn that the other site frees the kept nights.
  await client.delete(`/calendar_feeds/${from.id}`, { calendar_feeds: [{ keep_bookings: true }] });
  expect(eventsOf(await textOf(paired)).length).toBe(2);
});

test("an export shows its paired import's bookings that the other site does not close, or not all of", async () => {
  const client = await aManager();
  const rental = await aRental(client, { time_zone: "UTC" });
  const from = await aFeed(client, rental, { kind: "import" });
  const stored = days("stay", 20, 22);
  await upload(service, client, from, aCalendar(days("longer", 3, 6), days("gone", 10, 12), stored, days("b", 30, 32)));
  const paired = await aFeed(client, rental, { kind: "export", paired_feed_id: from.id });
  const bookingFrom = async (day: number): Promise<string> => {
    const all = recordsOf(await client.get(`/bookings?rental_id=${rental.id}`), "bookings");
    return `/bookings/${all.find(({ start_at }) => String(start_at).startsWith(dayAhead(day)))?.id}`;
  };
  await client.put(await bookingFrom(3), { bookings: [{ end_at: dayAhead(8) }] });
  for (const day of [10, 20]) await client.put(await bookingFrom(day), { bookings: [{ booked: true }] });
  const nightsIn = async (): Promise<string[]> =>
    eventsOf(await textOf(paired)).map((event) => event.replace(/^\S+ /, "").replace(/ CONFIRMED$/, ""));
  const longer = `Not available ${dayAhead(3)} ${dayAhead(8)}`;
  expect(await nightsIn()).toEqual([longer]);
  await upload(service, client, from, aCalendar(days("longer", 3, 6), stored));
  expect(await nightsIn()).toEqual([longer, `Booked ${dayAhead(10)} ${dayAhead(12)}`]);
});

test("the parts of another Roost's stay have different UIDs in an export, which that Roost knows as its own", async () => {
  const [ours, theirs] = [await aManager(), await aManager()];
  const [here, there] = [await aRental(ours, { time_zone: "UTC" }), await aRental(theirs, { time_zone: "UTC" })];
  const stay = await aBooking(ours, here, { start_at: dayAhead(3), end_at: dayAhead(12) });
  for (const [from, until] of [
    [5, 6],
    [8, 9],
  ] as const)
    await aBooking(theirs, there, { start_at: dayAhead(from), end_at: dayAhead(until) });
  const feed = await aFeed(theirs, there, { kind: "import" });
  await upload(service, theirs, feed, await textOf(await aFeed(ours, here, { kind: "export" })));
  const text = await textOf(await aFeed(theirs, there, { kind: "export" }));
  const uids = eventsOf(text).map((event) => event.split(" ")[0]);
  expect([uids.length, new Set(uids).size]).toEqual([5, 5]);
  expect(uids.filter((uid) => uid?.includes(`booking-${stay.id}-`))).toHaveLength(3);
  const back = await aFeed(ours, here, { kind: "import" });
  // Only their two own stays are news.
  expect(await upload(service, ours, back, text)).toMatchObject({ events_count: 2, conflicts_count: 2 });
});

test("two Roosts whose linked rentals read each other free a canceled stay's nights", async () => {
  const [home, away] = [await aManager(), await aManager()];
  const linked = async (client: ApiClient): Promise<Json[]> => {
    const rentals = [await aRental(client, { time_zone: "UTC" }), await aRental(client, { time_zone: "UTC" })];
    await created(client, "/rental_link_groups", "rental_link_groups", { rental_ids: rentals.map(({ id }) => id) });
    return rentals;
  };
  const importing = async (client: ApiClient, rental: Json = {}, from: ApiClient = client, of: Json = {}) => {
    const { export_url } = await aFeed(from, of, { kind: "export" });
    const feed = await aFeed(client, rental, { kind: "import", url: String(export_url).replace(baseUrl, service.url) });
    return () => sync(service, client, feed);
  };
  const [[first, second], [third, fourth]] = [await linked(home), await linked(away)];
  const atHome = [await importing(home, first, away, third), await importing(home, second, away, fourth)];
  const abroad = [await importing(away, third, home, first), await importing(away, fourth, home, second)];
  const stay = await aBooking(home, first ?? {}, { start_at: dayAhead(5), end_at: dayAhead(8) });
  for (const read of [...abroad, ...atHome]) await read();
  expect(await nightsOf(away, fourth ?? {})).toEqual(["5-8"]);
  expect((await home.delete(`/bookings/${stay.id}`)).status).toBe(204);
  for (const read of [...atHome.toReversed(), ...abroad, ...atHome]) await read();
  for (const [client, rental] of [
    [home, first],
    [home, second],
    [away, third],
    [away, fourth],
  ] as const)
    expect(await nightsOf(client, rental ?? {})).toEqual([]);
  const [row] = await service.sql("select count(*)::integer from bookings where account_id = any($1)", [
    [home.account, away.account],
  ]);
  // Abroad, the second calendar closed the nights that the first had freed, with a mirror, until it was read itself.
  expect(row?.count).toBe(6);
});

test("an export adds the free preparation nights around stays on request, which an import knows as its own", async () => {
  const client = await aManager();
  const rental = await aRental(client, { time_zone: "UTC", preparation_days: 2 });
  await aBooking(client, rental, { start_at: dayAhead(5), end_at: dayAhead(8) });
  await aBooking(client, rental, { start_at: dayAhead(9), end_at: dayAhead(11), booked: false, unavailable: true });
  const nightsIn = (text: string): string[] =>
    eventsOf(text)
      .map((event) => event.replace(/^\S+ /, "").replace(/ CONFIRMED$/, ""))
      .toSorted();
  const feed = await aFeed(client, rental, { kind: "export" });
  const plain = [`Booked ${dayAhead(5)} ${dayAhead(8)}`, `Not available ${dayAhead(9)} ${dayAhead(11)}`];
  expect(nightsIn(await textOf(feed))).toEqual(plain);
  await client.put(`/calendar_feeds/${feed.id}`, { calendar_feeds: [{ include_preparation_days: true }] });
  const text = await textOf(feed);
  const around = [`Not available ${dayAhead(3)} ${dayAhead(5)}`, `Not available ${dayAhead(8)} ${dayAhead(9)}`];
  expect(nightsIn(text)).toEqual([...plain, ...around].toSorted());
  const imported = await aFeed(client, rental, { kind: "import" });
  expect(await upload(service, client, imported, text)).toMatchObject({
    events_count: 0,
    conflicts: [],
    echoes_count: 0,
  });
});

test("every export is valid iCalendar: CRLF, lines of at most 75 bytes, and at least one component", async () => {
  const client = await aManager();
  const rental = await aRental(client, { name: "é".repeat(40) });
  const feed = await aFeed(client, rental, { kind: "export" });
  for (const stays of [0, 1]) {
    if (stays > 0) await aBooking(client, rental, { start_at: dayAhead(5), end_at: dayAhead(8) });
    const text = await textOf(feed);
    const lines = text.split("\r\n");
    expect(lines.at(-1)).toBe("");
    for (const line of lines) {
      expect(line).not.toMatch(/[\r\n]/);
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    }
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  }
});

test("an export keeps its header and its events apart, whatever the rental's name", async () => {
  const client = await aManager();
  for (const name of ["Villa BEGIN:VEVENT", "END:VCALENDAR BEGIN:VEVENT"]) {
    const rental = await aRental(client, { name });
    const feed = await aFeed(client, rental, { kind: "export" });
    await aBooking(client, rental, { start_at: dayAhead(5), end_at: dayAhead(8) });
    const lines = (await textOf(feed)).split("\r\n");
    const structure = lines.filter((line) => /^(BEGIN|END|X-WR-CALNAME):/.test(line));
    expect(structure).toEqual([
      ...["BEGIN:VCALENDAR", `X-WR-CALNAME:${name}`, "BEGIN:VEVENT", "END:VEVENT", "END:VCALENDAR"],
    ]);
  }
});
