import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { aRental } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { dayAhead } from "../rates/factories.ts";
import { useCalendarServer } from "./calendar-server.ts";
import { aFeed, compact, nightsOf, sync } from "./factories.ts";

/** Calendars as other systems write them, and the nights that they close in a rental in Paris, in days from a Monday. */

const service = useSharedService();
const channel = useCalendarServer();

/** Days until a Monday, at least two weeks ahead. */
const monday = 14 + ((8 - new Date(`${dayAhead(14)}T00:00:00Z`).getUTCDay()) % 7);

/** A text with its days: `{3}` is the third day after the Monday. */
const dated = (text: string): string => text.replaceAll(/\{(-?\d+)\}/g, (_, day) => compact(monday + Number(day)));

const event = (...lines: readonly string[]): string => ["BEGIN:VEVENT", ...lines, "END:VEVENT"].join("\r\n");
const calendar = (...parts: readonly string[]): string =>
  dated(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Other//EN", ...parts, "END:VCALENDAR", ""].join("\r\n"));
const stay = (uid: string, from: number, until: number, ...more: readonly string[]): string =>
  event(`UID:${uid}`, `DTSTART;VALUE=DATE:{${from}}`, `DTEND;VALUE=DATE:{${until}}`, ...more);
const one = calendar(stay("a", 1, 4));
const berlin = [
  ...["BEGIN:VTIMEZONE", "TZID:W. Europe Standard Time", "BEGIN:STANDARD", "DTSTART:16010101T030000"],
  ...["TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10", "END:STANDARD"],
  ...["BEGIN:DAYLIGHT", "DTSTART:16010101T020000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200"],
  ...["RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3", "END:DAYLIGHT", "END:VTIMEZONE"],
].join("\r\n");

type Answer = string | Buffer | Parameters<typeof channel.serves>[1];

const cases: readonly [string, readonly string[], ...Answer[]][] = [
  [
    "a big channel with folded descriptions",
    ["1..4", "4..6"],
    calendar(
      event(
        "DTEND;VALUE=DATE:{4}",
        "DTSTART;VALUE=DATE:{1}",
        "UID:1418fb94e984-0a@channel.example",
        "DESCRIPTION:Reservation URL: https://www.channel.example/hosting/reserv\r\n ations/details/HM\\nPhone Number (Last 4 Digits): 1234",
        "SUMMARY:Reserved",
      ),
      event(
        "DTEND;VALUE=DATE:{6}",
        "DTSTART;VALUE=DATE:{4}",
        "SUMMARY:Channel (Not available)",
        "UID:7f662ec65913-1b@channel.example",
      ),
    ),
  ],
  [
    "a portal whose UIDs change at each reading",
    ["1..4", "7..9"],
    calendar(stay("x1", 1, 4), stay("x2", 7, 9)),
    calendar(stay("y1", 1, 4), stay("y2", 7, 9)),
  ],
  [
    "blocks of past years",
    ["1..2"],
    calendar(
      ...Array.from({ length: 60 }, (_, index) => stay(`old${index}`, -900 + index * 7, -897 + index * 7)),
      stay("now", 1, 2),
    ),
  ],
  ["a block since always until for ever", [`${-monday}..999`], calendar(stay("closed", -9000, 999))],
  [
    "dates folded in the middle",
    ["1..4"],
    one.replace(/DTSTART;VALUE=DATE:(\d{5})/, "DTSTART;VAL\r\n UE=DATE:$1\r\n\t"),
  ],
  ["carriage returns only", ["1..4"], one.replaceAll("\r\n", "\r")],
  ["line feeds only, without a last one", ["1..4"], one.replaceAll("\r\n", "\n").trimEnd()],
  ["blank lines between all lines", ["1..4"], one.replaceAll("\r\n", "\r\n\r\n")],
  ["a byte order mark", ["1..4"], `\uFEFF${one}`],
  ["UTF-16 with a mark", ["1..4"], Buffer.from(`\uFEFF${one}`, "utf16le")],
  ["UTF-16 without a mark", ["1..4"], Buffer.from(one, "utf16le")],
  ["a comment of a cache after the end", ["1..4"], `${one}<!-- Cached page -->`],
  ["a blank line before the start", ["1..4"], `\r\n${one}`],
  ["blanks before the start", ["1..4"], `\n  ${one}`],
  [
    "a Windows zone with its definition",
    ["1..4"],
    calendar(
      berlin,
      event(
        "UID:w",
        "DTSTART;TZID=W. Europe Standard Time:{1}T160000",
        "DTEND;TZID=W. Europe Standard Time:{4}T100000",
        "X-MICROSOFT-CDO-BUSYSTATUS:OOF",
      ),
    ),
  ],
  [
    "a Windows zone without its definition",
    ["1..4"],
    calendar(
      event("UID:w", "DTSTART;TZID=Romance Standard Time:{1}T160000", "DTEND;TZID=Romance Standard Time:{4}T100000"),
    ),
  ],
  [
    "whole days of Exchange as midnights",
    ["1..4"],
    calendar(
      berlin,
      event(
        "UID:w",
        "DTSTART;TZID=W. Europe Standard Time:{1}T000000",
        "DTEND;TZID=W. Europe Standard Time:{4}T000000",
        "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE",
      ),
    ),
  ],
  [
    "midnights of Paris as instants",
    ["1..4"],
    calendar(event("UID:z", "DTSTART;TZID=UTC:{0}T230000", "DTEND;TZID=UTC:{3}T230000")),
  ],
  ["no end of a date", ["1..2"], calendar(event("UID:n", "DTSTART;VALUE=DATE:{1}"))],
  ["an end on the first day", ["1..2"], calendar(stay("e", 1, 1))],
  ["an end before the start, beside a stay", ["5..6"], calendar(stay("b", 4, 1), stay("c", 5, 6))],
  ["an end before the start of a known stay", ["1..4"], one, calendar(stay("a", 4, 1))],
  ["midnights that are equal", ["1..2"], calendar(event("UID:q", "DTSTART:{1}T000000", "DTEND:{1}T000000"))],
  [
    "a date called a date with a time",
    ["1..4"],
    calendar(event("UID:d", "DTSTART;VALUE=DATE:{1}T000000", "DTEND;VALUE=DATE:{4}T000000")),
  ],
  ["a duration in weeks", ["1..15"], calendar(event("UID:w", "DTSTART;VALUE=DATE:{1}", "DURATION:P2W"))],
  ["a duration of weeks and days", ["1..10"], calendar(event("UID:w", "DTSTART;VALUE=DATE:{1}", "DURATION:P1W2D"))],
  [
    "a negative duration of a known stay",
    ["1..4"],
    one,
    calendar(event("UID:a", "DTSTART;VALUE=DATE:{1}", "DURATION:-P3D")),
  ],
  [
    "floating times and a calendar's zone",
    ["1..4"],
    calendar("X-WR-TIMEZONE:Europe/Paris", event("UID:f", "DTSTART:{1}T150000", "DTEND:{4}T110000")),
  ],
  [
    "canceled and transparent events",
    ["8..9"],
    calendar(
      stay("c", 1, 3, "STATUS:CANCELLED"),
      stay("t", 4, 6, "TRANSP:TRANSPARENT"),
      stay("o", 8, 9, "TRANSP:OPAQUE", "STATUS:TENTATIVE"),
    ),
  ],
  ["one UID for all events", ["1..3", "5..7"], calendar(stay("rental-1", 1, 3), stay("rental-1", 5, 7))],
  ["an old and a new version", ["5..7"], calendar(stay("v", 1, 3, "SEQUENCE:1"), stay("v", 5, 7, "SEQUENCE:2"))],
  [
    "a canceled new version",
    [],
    calendar(stay("v", 1, 3, "SEQUENCE:1"), stay("v", 1, 3, "SEQUENCE:2", "STATUS:CANCELLED")),
  ],
  [
    "a lower SEQUENCE than before",
    ["1..6"],
    calendar(stay("v", 1, 3, "SEQUENCE:9")),
    calendar(stay("v", 1, 6, "SEQUENCE:0")),
  ],
  [
    "periods as additions",
    ["1..2", "7..10", "14..16"],
    calendar(
      event(
        "UID:p",
        "DTSTART:{1}T150000Z",
        "DTEND:{2}T090000Z",
        "RDATE;VALUE=PERIOD:{7}T150000Z/{10}T090000Z,{14}T150000Z/P1DT18H",
      ),
    ),
  ],
  [
    "a rule that ends before today and an addition",
    ["1..2"],
    calendar(
      event(
        "UID:r",
        "DTSTART;VALUE=DATE:20200106",
        "DURATION:P1D",
        "RRULE:FREQ=WEEKLY;COUNT=3",
        "RDATE;VALUE=DATE:{1}",
      ),
    ),
  ],
  [
    "every second week from Sunday on",
    ["0..1", "6..7", "14..15", "20..21"],
    calendar(stay("k", 0, 1, "RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=MO,SU;WKST=MO")),
  ],
  [
    "the last workday of each week",
    ["4..5", "11..12"],
    calendar(stay("s", 4, 5, "RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2")),
  ],
  [
    "alarms within alarms' texts",
    ["1..4"],
    calendar(
      stay(
        "a",
        1,
        4,
        "BEGIN:VALARM",
        "TRIGGER;RELATED=START:-PT15M",
        "DURATION:PT1H",
        "DTSTART;VALUE=DATE:{9}",
        "STATUS:CANCELLED",
        "TRANSP:TRANSPARENT",
        "END:VALARM",
      ),
    ),
  ],
  [
    "a task and a journal beside a stay",
    ["1..4"],
    calendar("BEGIN:VTODO\r\nUID:t\r\nDUE;VALUE=DATE:{8}\r\nEND:VTODO", stay("a", 1, 4)),
  ],
  ["two calendars in one file", ["1..4", "6..7"], one + calendar(stay("b", 6, 7))],
  [
    "a quoted zone and a path",
    ["1..4"],
    calendar(
      event(
        "UID:m",
        'DTSTART;TZID="/mozilla.org/20070129_1/Europe/Paris":{1}T160000',
        'DTEND;TZID="/mozilla.org/20070129_1/Europe/Paris":{4}T100000',
      ),
    ),
  ],
  ["a stay that moves under its UID", ["20..23"], one, calendar(stay("a", 20, 23))],
  ["a stay that becomes shorter", ["1..2"], one, calendar(stay("a", 1, 2))],
  ["two stays that become one block", ["1..8"], calendar(stay("a", 1, 4), stay("b", 5, 8)), calendar(stay("c", 1, 8))],
  ["an unreadable rule", ["1..2"], calendar(stay("u", 1, 2, "RRULE:FREQ=WEEKLY;UNTIL=2027-12-31"))],
  ["an empty calendar after two stays", [], calendar(stay("a", 1, 4), stay("b", 5, 8)), calendar()],
  [
    "an empty calendar after three stays",
    ["1..4", "5..8", "9..10"],
    calendar(stay("a", 1, 4), stay("b", 5, 8), stay("c", 9, 10)),
    calendar(),
  ],
  ["a sign-in page after a stay", ["1..4"], one, "<!doctype html><title>Sign in</title>"],
  ["a body that ends early", ["1..4"], one, one.slice(0, -30)],
  ["an error after a stay", ["1..4"], one, (response) => response.writeHead(503).end()],
  [
    "a compressed calendar that nobody asked for",
    [],
    (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(one)),
  ],
  [
    "a compressed calendar that ends early",
    ["5..6"],
    calendar(stay("b", 5, 6)),
    (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(one).subarray(0, -20)),
  ],
  [
    "a connection that breaks within the calendar",
    ["1..4"],
    one,
    (response) => {
      response.writeHead(200, { "content-length": "5000" }).write(calendar(stay("z", 8, 9)));
      setImmediate(() => response.destroy());
    },
  ],
  ["an answer of unchanged that nobody asked for", ["1..4"], one, (response) => response.writeHead(304).end()],
];

test.each(cases)("%s closes its nights", async (_, nights, ...answers) => {
  const client = await service.aClient(await service.anAccount());
  const rental = await aRental(client, { time_zone: "Europe/Paris" });
  const name = `producer-${rental.id}.ics`;
  const feed = await aFeed(client, rental, { kind: "import", url: channel.url(name) });
  for (const answer of answers) {
    channel.serves(name, Buffer.isBuffer(answer) ? (response) => void response.writeHead(200).end(answer) : answer);
    await sync(service, client, feed);
  }
  const expected = nights.map((run) =>
    run
      .split("..")
      .map((day) => Number(day) + monday)
      .join("-"),
  );
  expect(await nightsOf(client, rental)).toEqual(expected);
});
