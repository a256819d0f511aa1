import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDay, millisecondsPerDay, parseDay } from "../../src/core/day.ts";
import { repetitions } from "../../src/modules/stays/feeds/read/series.ts";

/** Series against a naive twin that looks at every day (calendars.md, Series). */

const weekDays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const frequencies = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;

interface Rule {
  readonly frequency: (typeof frequencies)[number];
  readonly interval: number;
  readonly months?: readonly number[] | undefined;
  readonly monthDays?: readonly number[] | undefined;
  /** Days of the week; `nth` only monthly and yearly. */
  readonly days?: readonly { readonly nth: number; readonly day: string }[] | undefined;
  readonly positions?: readonly number[] | undefined;
  readonly weekStart: string;
  readonly count?: number | undefined;
}

const day = (text: string): number => parseDay(text) ?? 0;
const [earliest, horizon] = [day("2025-01-01"), day("2030-01-01")];

const someOf = <T>(...values: T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const weekDaysWith = (...nths: number[]) =>
  fc.array(fc.record({ nth: fc.constantFrom(...nths), day: fc.constantFrom(...weekDays) }), {
    minLength: 1,
    maxLength: 3,
  });

const rules: fc.Arbitrary<Rule> = fc
  .record({
    frequency: fc.constantFrom(...frequencies),
    interval: fc.constantFrom(1, 1, 2, 3, 5, 12),
    months: maybe(someOf(1, 2, 3, 4, 6, 7, 9, 11, 12)),
    monthDays: maybe(someOf(1, 2, 13, 28, 29, 30, 31, -1, -2, -5)),
    days: maybe(fc.oneof(weekDaysWith(0), weekDaysWith(1, 2, -1))),
    positions: maybe(someOf(1, 2, -1)),
    weekStart: fc.constantFrom("MO", "SU", "WE"),
    count: maybe(fc.constantFrom(1, 2, 5, 40)),
  })
  .map((rule) => ({
    ...rule,
    // Weeks have no days of the month. Days of the week are numbered only in months and years, and not beside days of the month.
    monthDays: rule.frequency === "WEEKLY" ? undefined : rule.monthDays,
    days: rule.days?.map((one) =>
      rule.monthDays || ["DAILY", "WEEKLY"].includes(rule.frequency) ? { ...one, nth: 0 } : one,
    ),
    // A position needs another part that it chooses from.
    positions: rule.months || rule.monthDays || rule.days ? rule.positions : undefined,
  }));

function textOf({ frequency, interval, months, monthDays, days, positions, weekStart, count }: Rule): string {
  const parts = [
    ["FREQ", frequency],
    ["INTERVAL", interval],
    ["BYMONTH", months],
    ["BYMONTHDAY", monthDays],
    ["BYDAY", days?.map(({ nth, day }) => `${nth || ""}${day}`)],
    ["BYSETPOS", positions],
    ["WKST", weekStart],
    ["COUNT", count],
  ];
  return parts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${String(value)}`])).join(";");
}

interface Calendar {
  readonly year: number;
  readonly month: number;
  readonly date: number;
  readonly weekDay: number;
  readonly daysInMonth: number;
}

function calendarOf(epochDay: number): Calendar {
  const at = new Date(epochDay * millisecondsPerDay);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + 1];
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return { year, month, date: at.getUTCDate(), weekDay: at.getUTCDay(), daysInMonth };
}

/** The number of the period that a day is in. */
function periodOf({ frequency, weekStart }: Rule, epochDay: number): number {
  const { year, month, weekDay } = calendarOf(epochDay);
  if (frequency === "DAILY") return epochDay;
  if (frequency === "WEEKLY") return Math.floor((epochDay - ((weekDay - weekDays.indexOf(weekStart) + 7) % 7)) / 7);
  return frequency === "MONTHLY" ? year * 12 + month : year;
}

/** Whether a day is the nth of its weekday in its month, or in its year. */
function isNth(nth: number, epochDay: number, ofYear: boolean): boolean {
  if (nth === 0) return true;
  const { year, date, daysInMonth } = calendarOf(epochDay);
  const [first, last] = ofYear
    ? [day(`${year}-01-01`), day(`${year}-12-31`)]
    : [epochDay - date + 1, epochDay - date + daysInMonth];
  return nth > 0 ? Math.floor((epochDay - first) / 7) + 1 === nth : -Math.floor((last - epochDay) / 7) - 1 === nth;
}

function matches(rule: Rule, start: number, epochDay: number): boolean {
  const { frequency, months, monthDays, days } = rule;
  const [at, begun] = [calendarOf(epochDay), calendarOf(start)];
  const isOneOfDays = ({ nth, day }: { nth: number; day: string }): boolean =>
    weekDays[at.weekDay] === day && isNth(nth, epochDay, frequency === "YEARLY" && months === undefined);
  const takesDay = monthDays === undefined && days === undefined;
  return (
    (months?.includes(at.month) ?? !(frequency === "YEARLY" && takesDay && at.month !== begun.month)) &&
    (monthDays?.some((date) => date === at.date || date === at.date - at.daysInMonth - 1) ?? true) &&
    (days?.some(isOneOfDays) ?? true) &&
    (!takesDay ||
      frequency === "DAILY" ||
      (frequency === "WEEKLY" ? at.weekDay === begun.weekDay : at.date === begun.date))
  );
}

/** The days of a rule before the horizon, and the first one. */
function naive(rule: Rule, start: number): string[] {
  const first = periodOf(rule, start);
  const from = start - 370;
  const candidates = Array.from({ length: horizon + 370 - from }, (_, index) => from + index).filter(
    (one) => (periodOf(rule, one) - first) % rule.interval === 0 && matches(rule, start, one),
  );
  const chosen = [...Map.groupBy(candidates, (one) => periodOf(rule, one)).values()].flatMap((period) =>
    rule.positions
      ? period.filter((_, index) =>
          rule.positions?.some((position) => [index + 1, index - period.length].includes(position)),
        )
      : period,
  );
  const counted = chosen.filter((one) => one >= start).slice(0, rule.count);
  return [...new Set([start, ...counted.filter((one) => one < horizon)])]
    .sort((one, other) => one - other)
    .map(formatDay);
}

/** The days at which a rule repeats an event, before the horizon. */
const daysOf = (rule: string, start: number): string[] =>
  repetitions(
    rule,
    { reading: start * millisecondsPerDay, isDate: true, clock: (reading) => reading },
    earliest * millisecondsPerDay,
    (horizon - 1) * millisecondsPerDay,
  )
    .map((reading) => formatDay(reading / millisecondsPerDay))
    .toSorted();

test("a series holds exactly the days of its rule, whatever its parts", () => {
  fc.assert(
    fc.property(rules, fc.integer({ min: earliest, max: earliest + 800 }), (rule, start) => {
      expect(daysOf(textOf(rule), start)).toEqual(naive(rule, start));
    }),
    { numRuns: 100 },
  );
});

test.each([
  "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=4",
])("a series holds its first day alone if its rule never matches: %s", (rule) =>
  expect(daysOf(rule, earliest)).toEqual([formatDay(earliest)]),
);
