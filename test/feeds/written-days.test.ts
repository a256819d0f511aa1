import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formatDay, parseDay } from "../../src/core/day.ts";
import { decodeCalendar } from "../../src/modules/stays/feeds/read/calendar-text.ts";
import { readCalendar } from "../../src/modules/stays/feeds/read/read-calendar.ts";

/** Both sides of Greenwich and of the date line. */
const zones = [
  "Pacific/Kiritimati",
  "Pacific/Auckland",
  "Europe/Berlin",
  "UTC",
  "America/New_York",
  "Pacific/Honolulu",
] as const;

const day = (text: string): number => parseDay(text) ?? Number.NaN;
const frame = { today: day("2026-11-22"), horizon: day("2029-11-01"), ignoredSummaries: [] };

/** A calendar's nights as `MM-DD..MM-DD`, in order. */
function nightsIn(text: string, timeZone: string, ignoredSummaries: readonly string[] = []): string[] {
  const { events, unread } = readCalendar(text, { ...frame, timeZone, ignoredSummaries });
  expect(unread).toEqual([]);
  const short = (epochDay: number): string => formatDay(epochDay).slice("YYYY-".length);
  return events
    .toSorted((a, b) => a.arrival - b.arrival)
    .map(({ arrival, departure }) => `${short(arrival)}..${short(departure)}`);
}

const event = (...lines: readonly string[]): string => ["BEGIN:VEVENT", ...lines, "END:VEVENT"].join("\r\n");
const calendar = (...parts: readonly string[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", ...parts, "END:VCALENDAR"].join("\r\n");

const wholeDays: readonly [string, readonly string[]][] = [
  ["dates", ["DTSTART;VALUE=DATE:20270401", "DTEND;VALUE=DATE:20270405"]],
  ["dates with a duration", ["DTSTART;VALUE=DATE:20270401", "DURATION:P4D"]],
  ["midnights in UTC", ["DTSTART:20270401T000000Z", "DTEND:20270405T000000Z"]],
  ["midnights without a zone", ["DTSTART:20270401T000000", "DTEND:20270405T000000"]],
  ["midnights in a zone", ["DTSTART;TZID=Asia/Tokyo:20270401T000000", "DTEND;TZID=Asia/Tokyo:20270405T000000"]],
  ["midnights of two zones", ["DTSTART;TZID=Asia/Tokyo:20270401T000000", "DTEND:20270405T000000Z"]],
  ["a last minute", ["DTSTART:20270401T000000Z", "DTEND:20270404T235900Z"]],
  ["a midnight and a duration", ["DTSTART:20270401T000000Z", "DURATION:P4D"]],
];

test.each(zones.flatMap((zone) => wholeDays.map(([form, lines]) => [form, zone, lines] as const)))(
  "whole days written as %s are the days as written in %s",
  (_, zone, lines) => {
    expect(nightsIn(calendar(event("UID:a", ...lines)), zone)).toEqual(["04-01..04-05"]);
  },
);

const exceptions = [
  "EXDATE;VALUE=DATE:20270218",
  "EXDATE;TZID=Europe/Berlin:20270218T000000",
  "EXDATE:20270218T000000Z",
  "EXDATE:20270218T000000",
  "EXDATE;TZID=Pacific/Honolulu:20270218T000000,20270301T000000",
];

test.each(zones.flatMap((zone) => exceptions.map((form) => [form, zone] as const)))(
  "a whole-day series leaves out %s in %s",
  (form, zone) => {
    const days = ["DTSTART;VALUE=DATE:20270216", "DTEND;VALUE=DATE:20270217"];
    const series = event("UID:x", ...days, "RRULE:FREQ=DAILY;COUNT=4", form);
    expect(nightsIn(calendar(series), zone)).toEqual(["02-16..02-17", "02-17..02-18", "02-19..02-20"]);
    const midnights = ["DTSTART:20270216T000000Z", "DTEND:20270217T000000Z"];
    const timed = event("UID:x", ...midnights, "RRULE:FREQ=DAILY;COUNT=4", form);
    expect(nightsIn(calendar(timed), zone)).toEqual(["02-16..02-17", "02-17..02-18", "02-19..02-20"]);
  },
);

const moved = [
  "RECURRENCE-ID;VALUE=DATE:20270225",
  "RECURRENCE-ID;TZID=Europe/Berlin:20270225T000000",
  "RECURRENCE-ID:20270225T000000Z",
  "RECURRENCE-ID:20270225T000000",
];

test.each(zones.flatMap((zone) => moved.map((form) => [form, zone] as const)))(
  "%s moves one day of a whole-day series in %s",
  (form, zone) => {
    const master = event(
      "UID:m",
      "DTSTART;VALUE=DATE:20270218",
      "DTEND;VALUE=DATE:20270219",
      "RRULE:FREQ=WEEKLY;COUNT=3",
    );
    const change = event("UID:m", form, "DTSTART;VALUE=DATE:20270226", "DTEND;VALUE=DATE:20270227");
    expect(nightsIn(calendar(master, change), zone)).toEqual(["02-18..02-19", "02-26..02-27", "03-04..03-05"]);
  },
);

/** Four days on a clock of its own, and their third midnight written on another one. */
const ownMidnights = [
  [["DTSTART;TZID=Europe/Berlin:20270216T000000", "DTEND;TZID=Europe/Berlin:20270217T000000"], "20270217T230000Z"],
  [["DTSTART;TZID=Asia/Tokyo:20270216T000000", "DURATION:P1D"], "20270217T150000Z"],
  [["DTSTART;TZID=Pacific/Honolulu:20270216T000000", "DURATION:P1D"], "20270218T100000Z"],
] as const;

test.each(zones.flatMap((zone) => ownMidnights.map(([days, midnight]) => [midnight, zone, days] as const)))(
  "a series of midnights knows its day by the instant %s in %s",
  (midnight, zone, lines) => {
    const series = [...lines, "RRULE:FREQ=DAILY;COUNT=4"];
    const without = ["02-16..02-17", "02-17..02-18", "02-19..02-20"];
    expect(nightsIn(calendar(event("UID:x", ...series, `EXDATE:${midnight}`)), zone)).toEqual(without);
    const days = ["DTSTART;VALUE=DATE:20270225", "DTEND;VALUE=DATE:20270226"];
    const change = event("UID:x", `RECURRENCE-ID:${midnight}`, ...days);
    expect(nightsIn(calendar(event("UID:x", ...series), change), zone)).toEqual([...without, "02-25..02-26"]);
    const single = event("UID:x", ...lines, `RDATE:${midnight}`);
    expect(nightsIn(calendar(single), zone)).toEqual(["02-16..02-17", "02-18..02-19"]);
  },
);

const added = [
  ["RDATE;VALUE=DATE:20270401", "04-01..04-02"],
  ["RDATE:20270401T200000Z", "04-01..04-02"],
  ["RDATE;VALUE=PERIOD:20270401T120000Z/P3D", "04-01..04-04"],
  ["RDATE;VALUE=PERIOD:20270401T120000Z/20270404T120000Z", "04-01..04-04"],
  ["RDATE;TZID=Europe/Berlin:20270401T210000", "04-01..04-02"],
] as const;

test.each(added)("%s adds %s to a series with times", (form, nights) => {
  const series = ["DTSTART:20270324T200000Z", "DURATION:PT12H", "RRULE:FREQ=DAILY;COUNT=2"];
  const read = nightsIn(calendar(event("UID:r", ...series, form)), "UTC");
  expect(read).toEqual(["03-24..03-25", "03-25..03-26", nights]);
});

test("a series excludes a time in any zone, and the first day counts even outside its rule", () => {
  const series = ["DTSTART;TZID=Europe/Berlin:20270324T200000", "DURATION:PT12H", "RRULE:FREQ=DAILY;COUNT=3"];
  for (const form of ["EXDATE:20270325T190000Z", "EXDATE:20270325T200000", "EXDATE;TZID=Asia/Tokyo:20270326T040000"])
    expect(nightsIn(calendar(event("UID:r", ...series, form)), "Europe/Berlin")).toEqual([
      "03-24..03-25",
      "03-26..03-27",
    ]);
  const rule = "RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE;UNTIL=20270204";
  const friday = event("UID:f", "DTSTART;VALUE=DATE:20270129", "DTEND;VALUE=DATE:20270130", rule);
  expect(nightsIn(calendar(friday), "UTC")).toEqual(["01-29..01-30", "02-01..02-02", "02-02..02-03", "02-03..02-04"]);
});

test("a series keeps its hour over summer time, and its last day counts whichever way it is written", () => {
  const times = ["DTSTART;TZID=Europe/Berlin:20270327T233000", "DTEND;TZID=Europe/Berlin:20270328T093000"];
  for (const until of ["20270330", "20270330T213000Z", "20270330T233000"])
    expect(nightsIn(calendar(event("UID:s", ...times, `RRULE:FREQ=DAILY;UNTIL=${until}`)), "Europe/Berlin")).toEqual([
      "03-27..03-28",
      "03-28..03-29",
      "03-29..03-30",
      "03-30..03-31",
    ]);
});

test.each([
  ["America/Los_Angeles", "20271105T200000", "PT14H", "20271107T030000Z", ["11-05..11-06", "11-06..11-07"]],
  ["America/New_York", "20271105T233000", "PT10H", "20271107T033000Z", ["11-05..11-06", "11-06..11-07"]],
  ["Europe/Berlin", "20270327T033000", "PT24H", "20270328T013000Z", ["03-27..03-28", "03-28..03-29"]],
])(
  "the last night of a series in %s counts when its clock changes soon after",
  (zone, start, length, until, nights) => {
    const lines = [`DTSTART;TZID=${zone}:${start}`, `DURATION:${length}`, `RRULE:FREQ=DAILY;UNTIL=${until}`];
    expect(nightsIn(calendar(event("UID:s", ...lines)), zone)).toEqual(nights);
  },
);

test("blanks in a rule have no meaning", () => {
  const days = ["DTSTART;VALUE=DATE:20270109", "DTEND;VALUE=DATE:20270110"];
  const series = event("UID:b", ...days, "RRULE:FREQ=WEEKLY; BYDAY=SA, SU; COUNT=3");
  expect(nightsIn(calendar(series), "UTC")).toEqual(["01-09..01-10", "01-10..01-11", "01-16..01-17"]);
});

test.each([
  ["RRULE:FREQ=MONTHLY;UNTIL=20270701", ["12-31..01-01", "01-31..02-01", "03-31..04-01", "05-31..06-01"]],
  ["RRULE:FREQ=YEARLY;BYMONTH=2,3;UNTIL=20281231", ["12-31..01-01", "03-31..04-01", "03-31..04-01"]],
  ["RRULE:FREQ=YEARLY;COUNT=2", ["12-31..01-01", "12-31..01-01"]],
  [
    "RRULE:FREQ=WEEKLY;COUNT=2\r\nRRULE:FREQ=DAILY;INTERVAL=3;COUNT=2",
    ["12-31..01-01", "01-03..01-04", "01-07..01-08"],
  ],
])("%s repeats the last day of a year on these nights", (rule, nights) => {
  const days = ["DTSTART;VALUE=DATE:20261231", "DTEND;VALUE=DATE:20270101"];
  expect(nightsIn(calendar(event("UID:last", ...days, rule)), "Europe/Berlin")).toEqual(nights);
});

test.each(zones)("a date beside a time stays the day as written in %s", (zone) => {
  const mixed = event("UID:a", "DTSTART:20270401T120000Z", "DTEND;VALUE=DATE:20270405");
  expect(nightsIn(calendar(mixed), zone).at(0)).toMatch(/\.\.04-05$/);
});

test("of several versions of a moved day the newest counts", () => {
  const series = event(
    "UID:v",
    "DTSTART;VALUE=DATE:20270101",
    "DTEND;VALUE=DATE:20270102",
    "RRULE:FREQ=WEEKLY;COUNT=2",
  );
  const change = (sequence: number, first: number): string =>
    event(
      ...["UID:v", `SEQUENCE:${sequence}`, "RECURRENCE-ID;VALUE=DATE:20270108"],
      ...[`DTSTART;VALUE=DATE:202701${first}`, `DTEND;VALUE=DATE:202701${first + 1}`],
    );
  const nights = nightsIn(calendar(series, change(2, 20), change(1, 12)), "UTC");
  expect(nights).toEqual(["01-01..01-02", "01-20..01-21"]);
});

test("a zone's name with a colon needs no quotes where it stands in brackets", () => {
  const text = calendar(
    ownZone("(UTC-05:00) Eastern"),
    inZone("(UTC-05:00) Eastern", "20270310T200000", "20270313T200000"),
  );
  expect(nightsIn(text, "Europe/Paris")).toEqual(["03-11..03-14"]);
});

test("a zone's name is the same with quotes as with escaped commas", () => {
  const text = calendar(
    ownZone("(UTC-05:00) Bogota\\, Lima\\, Quito"),
    inZone('"(UTC-05:00) Bogota, Lima, Quito"', "20270310T200000", "20270313T200000"),
  );
  expect(nightsIn(text, "Europe/Paris")).toEqual(["03-11..03-14"]);
});

/** A zone without summer time since 2019. Both rules have ended; the rule of summer time began last. */
const endedSummer = (id: string): string =>
  [
    ...["BEGIN:VTIMEZONE", `TZID:${id}`],
    ...["BEGIN:STANDARD", "DTSTART:20080217T000000", "TZOFFSETFROM:-0200", "TZOFFSETTO:-0300"],
    ...["RRULE:FREQ=YEARLY;BYMONTH=2;BYDAY=3SU;UNTIL=20190217T020000Z", "END:STANDARD"],
    ...["BEGIN:DAYLIGHT", "DTSTART:20081019T000000", "TZOFFSETFROM:-0300", "TZOFFSETTO:-0200"],
    ...["RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=3SU;UNTIL=20171015T030000Z", "END:DAYLIGHT", "END:VTIMEZONE"],
  ].join("\r\n");

test("a zone that has given up summer time stays on the time of its last change", () => {
  // An hour earlier, it would be the evening before.
  const text = calendar(endedSummer("Home"), inZone("Home", "20270210T003000", "20270212T100000"));
  expect(nightsIn(text, "America/Sao_Paulo")).toEqual(["02-10..02-12"]);
});

const ownZone = (name: string): string =>
  [
    ...["BEGIN:VTIMEZONE", `TZID:${name}`],
    ...["BEGIN:STANDARD", "DTSTART:16010101T020000", "TZOFFSETFROM:-0400", "TZOFFSETTO:-0500"],
    ...["RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11", "END:STANDARD"],
    ...["BEGIN:DAYLIGHT", "DTSTART:16010101T020000", "TZOFFSETFROM:-0500", "TZOFFSETTO:-0400"],
    ...["RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3", "END:DAYLIGHT", "END:VTIMEZONE"],
  ].join("\r\n");

const inZone = (name: string, from: string, until: string): string =>
  event("UID:z", `DTSTART;TZID=${name}:${from}`, `DTEND;TZID=${name}:${until}`);

test.each(["Customized Time Zone", "My Zone", "UTC", "Europe/Berlin", "W. Europe Standard Time"])(
  "the file's own definition of %s decides",
  (name) => {
    const text = (from: string, until: string): string => calendar(ownZone(name), inZone(name, from, until));
    expect(nightsIn(text("20270310T200000", "20270313T200000"), "Europe/Paris")).toEqual(["03-11..03-14"]);
    expect(nightsIn(text("20270310T233000", "20270313T233000"), "America/New_York")).toEqual(["03-10..03-14"]);
  },
);

test.each([
  ["W. Europe Standard Time", "04-02..04-05"],
  ["Europe/Berlin", "04-02..04-05"],
  ["+0200", "04-02..04-05"],
  ["/example.com/Europe/Berlin", "04-02..04-05"],
  ["/example.com/Tzfile/Europe/Berlin", "04-02..04-05"],
  ["Tokyo Standard Time", "04-01..04-04"],
  ["Nowhere", "04-01..04-04"],
])("without a definition, %s is known by its name", (name, nights) => {
  // Two in the morning in Auckland; the same evening in Tokyo.
  expect(nightsIn(calendar(inZone(name, "20270401T150000", "20270404T150000")), "Pacific/Auckland")).toEqual([nights]);
});

test.each([
  ["Pacific/Kiritimati", "02-29..03-02"],
  ["Pacific/Auckland", "02-29..03-01"],
  ["Europe/Berlin", "02-28..03-01"],
  ["UTC", "02-28..03-01"],
  ["America/New_York", "02-28..03-01"],
  ["Pacific/Honolulu", "02-28..03-01"],
])("times are nights on the clock of %s, on a leap day too", (zone, nights) => {
  const times = event("UID:t", "DTSTART:20280228T150000Z", "DTEND:20280301T090000Z");
  expect(nightsIn(calendar(times), zone)).toEqual([nights]);
});

const producers: readonly [string, readonly string[]][] = [
  ["airbnb", ["01-04..01-08", "02-01..02-03"]],
  ["booking-com", ["01-10..01-15", "01-15..01-16"]],
  ["vrbo", ["01-20..01-27", "02-10..02-12"]],
  ["google", ["03-01..03-04", "04-05..04-06", "04-21..04-22", "04-26..04-27"]],
  ["outlook", ["06-01..06-05", "07-01..07-02", "07-03..07-04"]],
  ["apple", ["08-03..08-09"]],
  ["three-events-a-stay", ["09-01..09-05", "09-01..09-02", "09-05..09-06"]],
];

test.each(zones.flatMap((zone) => producers.map(([name, nights]) => [name, zone, nights] as const)))(
  "the file of %s has the same nights in %s",
  (name, zone, nights) => {
    const text = decodeCalendar(readFileSync(new URL(`./files/${name}.ics`, import.meta.url)));
    expect(nightsIn(text, zone)).toEqual(nights);
  },
);

test("ignored texts leave out check-outs and a channel's own rules", () => {
  const text = (name: string): string => readFileSync(new URL(`./files/${name}.ics`, import.meta.url), "utf8");
  expect(nightsIn(text("three-events-a-stay"), "UTC", ["check-in", "CHECK-OUT"])).toEqual(["09-01..09-05"]);
  expect(nightsIn(text("airbnb"), "UTC", ["airbnb (not available)"])).toEqual(["01-04..01-08"]);
});

test.each([
  [
    "dates",
    "VALUE=DATE:20270301",
    "VALUE=DATE:20270302",
    "VALUE=DATE:20270315",
    "VALUE=DATE:20270313",
    "VALUE=DATE:20270316",
  ],
  [
    "times",
    "TZID=Asia/Tokyo:20270301T200000",
    "TZID=Asia/Tokyo:20270302T100000",
    "VALUE=DATE:20270315",
    "TZID=Asia/Tokyo:20270313T200000",
    "TZID=Asia/Tokyo:20270316T100000",
  ],
])(
  "a change of this and all later occurrences moves those of a series with %s",
  (_, start, end, range, from, until) => {
    const master = ["UID:r", `DTSTART;${start}`, `DTEND;${end}`, "RRULE:FREQ=WEEKLY;COUNT=5"];
    const change = ["UID:r", `RECURRENCE-ID;RANGE=THISANDFUTURE;${range}`];
    const own = [
      "UID:r",
      "RECURRENCE-ID;VALUE=DATE:20270329",
      "DTSTART;VALUE=DATE:20270331",
      "DTEND;VALUE=DATE:20270401",
    ];
    const nights = (...lines: readonly string[]): string[] =>
      nightsIn(calendar(event(...own), event(...change, ...lines), event(...master)), "Asia/Tokyo");
    const [before, alone] = [["03-01..03-02", "03-08..03-09"], "03-31..04-01"];
    const moved = [`DTSTART;${from}`, `DTEND;${until}`];
    expect(nights(...moved)).toEqual([...before, "03-13..03-16", "03-20..03-23", alone]);
    expect(nights(...moved, "STATUS:CANCELLED")).toEqual([...before, alone]);
  },
);

test("an unreadable rule or addition leaves the other nights of its event closed", () => {
  const days = ["UID:p", "DTSTART;VALUE=DATE:20270301", "DTEND;VALUE=DATE:20270303"];
  const text = calendar(event(...days, "RRULE:FREQ=OFTEN", "RRULE:FREQ=WEEKLY;COUNT=2", "RDATE:soon,20270401"));
  const { events, unread } = readCalendar(text, { ...frame, timeZone: "UTC" });
  expect(events.map(({ arrival, departure }) => `${formatDay(arrival)} ${departure - arrival}`)).toEqual([
    "2027-03-01 2",
    "2027-03-08 2",
    "2027-04-01 2",
  ]);
  expect(unread).toEqual([
    { uid: "p", reason: "its rule (RRULE) cannot be read" },
    { uid: "p", reason: "its RDATE is not a date" },
  ]);
});

test("a rule counts thousands of days since long ago", () => {
  const series = event("UID:c", "DTSTART;VALUE=DATE:20050101", "DURATION:P1D", "RRULE:FREQ=DAILY;COUNT=9000");
  expect(nightsIn(calendar(series), "UTC").at(-1)).toBe("08-22..08-23");
});

test("a time needs no seconds, and a day may end at 24:00", () => {
  expect(nightsIn(calendar(event("UID:m", "DTSTART:20270401T1500", "DTEND:20270405T1000Z")), "UTC")).toEqual([
    "04-01..04-05",
  ]);
  expect(nightsIn(calendar(event("UID:d", "DTSTART:20270401T000000", "DTEND:20270404T240000")), "UTC")).toEqual([
    "04-01..04-05",
  ]);
});

test("a calendar in UTF-16 needs no byte order mark", () => {
  const text = calendar(event("UID:u", "DTSTART;VALUE=DATE:20270401", "DTEND;VALUE=DATE:20270405"));
  const bytes = Buffer.from(text, "utf16le");
  for (const form of [bytes, Buffer.from(bytes).swap16()])
    expect(nightsIn(decodeCalendar(form), "UTC")).toEqual(["04-01..04-05"]);
});
