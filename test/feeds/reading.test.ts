import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDay, parseDay } from "../../src/core/day.ts";
import { matchEvents, type StoredEvent } from "../../src/modules/stays/feeds/plan/match-events.ts";
import type { CalendarEvent } from "../../src/modules/stays/feeds/read/calendar-event.ts";
import { decodeCalendar } from "../../src/modules/stays/feeds/read/calendar-text.ts";
import { readCalendar } from "../../src/modules/stays/feeds/read/read-calendar.ts";
import { readInThread } from "../../src/modules/stays/feeds/read/read-in-thread.ts";

const day = (text: string): number => parseDay(text) ?? Number.NaN;
const frame = { timeZone: "Europe/Paris", today: day("2026-11-22"), horizon: day("2029-11-01"), ignoredSummaries: [] };

const bytesOf = (name: string): Buffer => readFileSync(new URL(`./samples/${name}.ics`, import.meta.url));

/** A sample's events as `UID first-day day-after`, ordered by day. */
function nightsIn(name: string, timeZone = frame.timeZone): string[] {
  const { events } = readCalendar(decodeCalendar(bytesOf(name)), { ...frame, timeZone });
  return events
    .toSorted((a, b) => a.arrival - b.arrival)
    .map(({ uid, arrival, departure }) => `${uid} ${formatDay(arrival)} ${formatDay(departure)}`);
}

test("refuses an incomplete calendar and gives the reason", () => {
  const whole =
    "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART;VALUE=DATE:20270104\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
  const broken: [string, RegExp][] = [
    ["", /is empty/],
    ["<html><body>Please sign in</body></html>", /not a calendar/],
    [whole.slice(0, whole.indexOf("END:VEVENT")), /truncated/],
    [whole.slice(0, whole.indexOf("END:VCALENDAR")), /truncated/],
  ];
  const read = (text: string) => readCalendar(decodeCalendar(Buffer.from(text)), frame).events;
  expect(read(whole)).toHaveLength(1);
  for (const [text, sentence] of broken) expect(() => read(text)).toThrow(sentence);
});

test("reads a channel's reservations and blocks with folded lines", () => {
  expect(nightsIn("channel-reservations")).toEqual([
    "1418fb94e984-3b2a6c9d@channel.example 2027-01-04 2027-01-08",
    "6fec1092d3fa-5f1e2d3c@channel.example 2027-02-01 2027-02-02",
  ]);
});

test("converts times in Windows zones to nights: 23:59 includes the night, a daytime visit has none", () => {
  expect(nightsIn("office-with-windows-zones")).toEqual([
    "040000008200E00074C5B7101A82E008 2027-01-04 2027-01-07",
    "allday-as-times 2027-01-10 2027-01-12",
  ]);
});

test("converts custom zones, prefixed zones, unknown zones and UTC to nights in the rental's zone", () => {
  expect(nightsIn("zones-of-its-own")).toEqual([
    "own-zone 2027-01-05 2027-01-06",
    "path-zone 2027-01-10 2027-01-13",
    "unknown-zone 2027-01-20 2027-01-22",
    "utc 2027-02-02 2027-02-03",
  ]);
  expect(nightsIn("zones-of-its-own", "America/Los_Angeles").at(0)).toBe("own-zone 2027-01-04 2027-01-06");
});

test("expands a series with its rule, exceptions and changed events", () => {
  expect(nightsIn("recurring")).toEqual([
    "owner 2026-12-04 2026-12-06",
    "owner 2026-12-19 2026-12-22",
    "owner 2027-01-01 2027-01-03",
    "cleaner 2027-02-08 2027-02-09",
    "cleaner 2027-02-15 2027-02-16",
    "cleaner 2027-02-22 2027-02-23",
  ]);
});

test("reads unusual events and reports unreadable ones", () => {
  expect(nightsIn("oddities")).toEqual([
    "always 2027-01-01 2027-01-02",
    "an event without a UID 2027-01-04 2027-01-06",
    "same 2027-01-10 2027-01-12",
    "same 2027-01-20 2027-01-21",
    "version 2027-01-30 2027-01-31",
    "zero-days 2027-02-03 2027-02-04",
    "forever 2029-01-01 2029-11-01",
  ]);
  expect(readCalendar(decodeCalendar(bytesOf("oddities")), frame).unread).toEqual([
    { uid: "backwards", reason: "it ends before it starts" },
    { uid: "nonsense", reason: "its DTSTART is not a date" },
    { uid: "always", reason: "it repeats more than once a day" },
  ]);
});

test("reads a calendar that is not UTF-8, and a folded date", () => {
  expect(nightsIn("latin-and-folded")).toEqual(["latin 2027-01-04 2027-01-06"]);
  const utf16 = Buffer.from(`\uFEFF${bytesOf("latin-and-folded").toString("latin1")}`, "utf16le");
  expect(readCalendar(decodeCalendar(utf16), frame).events).toHaveLength(1);
});

const good = "DTSTART;VALUE=DATE:20270104\nDTEND;VALUE=DATE:20270108\nEND:VEVENT\n";

test.each([
  [
    "a mark and a byte of another encoding",
    "latin1",
    `\u00ef\u00bb\u00bfBEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Chal\u00e9\n`,
  ],
  ["line ends of CR CR LF", "utf8", "BEGIN:VCALENDAR\r\r\nBEGIN:VEVENT\r\r\nUID\r\r\n :x\r\r\n"],
  ["raw text that looks like a state", "utf8", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nStatus: Cancelled\nSTATUS:CONFIRMED\n"],
  ["characters that no database holds", "utf8", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\0b\n"],
] as const)("reads a calendar with %s", (_, encoding, start) => {
  const text = decodeCalendar(Buffer.from(`${start}${good}END:VCALENDAR\n`, encoding));
  const { events, unread } = readCalendar(text, frame);
  expect(unread).toEqual([]);
  expect(events).toMatchObject([{ arrival: day("2027-01-04"), departure: day("2027-01-08") }]);
  expect(events[0]?.uid).not.toContain("\0");
});

test("reads a summary that is folded within a character", () => {
  const bytes = Buffer.from(
    `BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Chal\u00c3\n \u00a9\n${good}END:VCALENDAR\n`,
    "latin1",
  );
  expect(readCalendar(decodeCalendar(bytes), { ...frame, ignoredSummaries: ["Chalé"] }).events).toEqual([]);
});

test("shows no half of a character of a long UID", () => {
  const uid = `${"u".repeat(199)}😀`;
  const { events } = readCalendar(`BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:${uid}\n${good}END:VCALENDAR\n`, frame);
  expect(events[0]?.uid.isWellFormed()).toBe(true);
});

test("events that share a UID do not affect each other if one cannot be read", () => {
  const bad = "BEGIN:VEVENT\nUID:one\nDTSTART:soon\nEND:VEVENT\n";
  const moved = "BEGIN:VEVENT\nUID:one\nRECURRENCE-ID:never\nDTSTART:20270301T150000\nEND:VEVENT\n";
  const calendar = `BEGIN:VCALENDAR\n${bad}${moved}BEGIN:VEVENT\nUID:one\n${good}END:VCALENDAR\n`;
  const { events, unread } = readCalendar(calendar, frame);
  expect(events.map(({ arrival }) => arrival)).toEqual([day("2027-01-04")]);
  expect(new Set(unread.map(({ uid }) => uid))).toEqual(new Set(["one"]));
});

test("the worker thread gives the same result, and stops an endless calendar", async () => {
  const read = readCalendar(decodeCalendar(bytesOf("recurring")), frame);
  expect(await readInThread(bytesOf("recurring"), frame)).toEqual(read);
  await expect(readInThread(Buffer.from("<html>"), frame)).rejects.toThrow("The text is not a calendar");
  const ended = AbortSignal.timeout(1);
  await expect(readInThread(bytesOf("recurring"), frame, ended)).rejects.toThrow();
});

test.each(["A", "Aa/", "("])("a time zone's name of a million characters %s costs one event at most", async (part) => {
  const zoned = ["UID:long", `DTSTART;TZID=${part.repeat(1_000_000 / part.length)}:20270104T150000`, "DURATION:P2D"];
  const event = (...lines: readonly string[]): string => ["BEGIN:VEVENT", ...lines, "END:VEVENT"].join("\n");
  const good = event("UID:good", "DTSTART;VALUE=DATE:20270104", "DTEND;VALUE=DATE:20270107");
  const text = ["BEGIN:VCALENDAR", event(...zoned), good, "END:VCALENDAR"].join("\n");
  const { events } = await readInThread(Buffer.from(text), frame);
  expect(events.map(({ uid }) => uid)).toContain("good");
});

test("refuses too many events, even if a single rule produces them", () => {
  const event = (uid: number, rule: string) =>
    `BEGIN:VEVENT\nUID:${uid}\nDTSTART;VALUE=DATE:20261201\n${rule}END:VEVENT\n`;
  const calendar = (count: number, rule = "") =>
    `BEGIN:VCALENDAR\n${Array.from({ length: count }, (_, uid) => event(uid, rule)).join("")}END:VCALENDAR\n`;
  expect(() => readCalendar(calendar(20_001), frame)).toThrow("more than 20000 events");
  expect(() => readCalendar(calendar(40, "RRULE:FREQ=DAILY\n"), frame)).toThrow("more than 20000 events");
});

const event = fc.record({ from: fc.integer({ min: 0, max: 60 }), length: fc.integer({ min: 1, max: 9 }) });
const calendarEvents = (events: readonly { from: number; length: number }[], salt = ""): CalendarEvent[] =>
  events.map(({ from, length }, index) => ({
    key: `${salt}${index}`,
    uid: `${salt}${index}`,
    arrival: frame.today + from,
    departure: frame.today + from + length,
  }));
test("matches each event with one stored or new event, and the same calendar changes nothing", () => {
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 20 }),
      fc.array(event, { maxLength: 20 }),
      fc.boolean(),
      (old, now, renamed) => {
        const stored: StoredEvent[] = calendarEvents(old).map((one, id) => ({
          ...one,
          id,
          gone: id % 5 === 4,
          isHeld: id % 3 !== 0,
        }));
        const fresh = calendarEvents(now, renamed ? "new " : "");
        const { kept, added, gone } = matchEvents(stored, fresh);
        expect([...kept.values(), ...added].map(({ key }) => key).toSorted()).toEqual(
          fresh.map(({ key }) => key).toSorted(),
        );
        expect(gone.filter((id) => kept.has(id))).toEqual([]);
        const after = [...kept].map(([id, one]) => ({ ...one, id, gone: false, isHeld: true }));
        const next = after.length + 1000;
        const all = [...after, ...added.map((one, index) => ({ ...one, id: next + index, gone: false, isHeld: true }))];
        expect(matchEvents(all, fresh)).toMatchObject({ added: [], gone: [] });
      },
    ),
  );
});

test.each([
  ["a zone without a name", ["DTSTART;TZID=:20270104T150000", "DTEND;TZID=:20270106T100000"], []],
  ["a duration beyond all dates", ["DTSTART;VALUE=DATE:20270104", "DURATION:P9999999999999999W"], ["odd"]],
  ["a duration that is none", ["DTSTART:20270104T150000Z", "DURATION:P99A9999999999999W"], ["odd"]],
  ["a last day beyond all dates", ["DTSTART:99991231T235959Z", "DURATION:P9999999999999999W"], ["odd"]],
])("an event with %s does not affect other events", (_, lines, unread) => {
  const event = (uid: string, ...more: readonly string[]): string =>
    ["BEGIN:VEVENT", `UID:${uid}`, ...more, "END:VEVENT"].join("\n");
  const good = event("good", "DTSTART;VALUE=DATE:20270201", "DTEND;VALUE=DATE:20270203");
  const read = readCalendar(["BEGIN:VCALENDAR", event("odd", ...lines), good, "END:VCALENDAR"].join("\n"), frame);
  expect(read.unread.map(({ uid }) => uid)).toEqual(unread);
  expect(read.events.filter(({ uid }) => uid === "good")).toHaveLength(1);
  for (const { arrival, departure } of read.events) expect(departure).toBeGreaterThan(arrival);
});

test.each([
  ["a series with an unreadable start", "2027-02-18", "20270226", ["02-26..02-27"]],
  ["an unreadable change", "20270218", "2027-02-26", ["02-18..02-19", "02-25..02-26", "03-04..03-05"]],
])("%s opens no night that the other events of its UID close", (_, start, changed, nights) => {
  const event = (...lines: readonly string[]): string =>
    ["BEGIN:VEVENT", "UID:m", "DURATION:P1D", ...lines, "END:VEVENT"].join("\n");
  const series = event(`DTSTART;VALUE=DATE:${start}`, "RRULE:FREQ=WEEKLY;COUNT=3");
  const change = event("RECURRENCE-ID;VALUE=DATE:20270225", `DTSTART;VALUE=DATE:${changed}`);
  const { events, unread } = readCalendar(["BEGIN:VCALENDAR", series, change, "END:VCALENDAR"].join("\n"), frame);
  const short = (epochDay: number): string => formatDay(epochDay).slice("YYYY-".length);
  const read = events.map(({ arrival, departure }) => `${short(arrival)}..${short(departure)}`);
  expect(read.toSorted()).toEqual(nights);
  expect(unread).toEqual([{ uid: "m", reason: "its DTSTART is not a date" }]);
});

test("reports all unreadable events, so that none of their bookings is canceled", async () => {
  const events = Array.from({ length: 1200 }, (_, index) => `BEGIN:VEVENT\nUID:${index}\nDTSTART:soon\nEND:VEVENT`);
  const text = ["BEGIN:VCALENDAR", ...events, "END:VCALENDAR"].join("\n");
  expect((await readInThread(Buffer.from(text), frame)).unread).toHaveLength(1200);
});
