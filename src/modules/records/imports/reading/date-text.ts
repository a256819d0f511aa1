import { formatDay, parseDay } from "../../../../core/day.ts";

/** The order of day, month and year in dates of digits. */
export type DateOrder = "DMY" | "MDY" | "YMD";

const dateOrders: readonly DateOrder[] = ["DMY", "MDY", "YMD"];

/** A date format of a mapping: `DD/MM/YYYY`, `M/D/YY`, `D MMM YYYY`. The time that may follow is recognized. */
export const dateFormatPattern =
  "^(YYYY|YY|MMMM|MMM|MM|M|DD|D)[^A-Za-z0-9]{0,2}(YYYY|YY|MMMM|MMM|MM|M|DD|D)[^A-Za-z0-9]{0,2}(YYYY|YY|MMMM|MMM|MM|M|DD|D)$";

/** The order that a mapping's format names; undefined for one with a month's name, which needs none. */
export function orderOf(format: string): DateOrder | undefined {
  if (format.includes("MMM")) return undefined;
  const order = [...format.matchAll(/Y+|M+|D+/g)].map(([part]) => part.charAt(0)).join("");
  return order === "DMY" || order === "MDY" || order === "YMD" ? order : undefined;
}

const clockPattern =
  /^(?:[T ,]+(?:(?:at|um|à|om|às|alle|a las) )?|$)(?:(\d{1,2})(?:[:.h](\d{2})(?::(\d{2})(?:\.\d+)?)?|(?= ?(?:h\b|uhr|[ap]\.?m)))(?: ?h\b)? ?([ap]\.?m\.?)?( ?Z| ?UTC| ?GMT| ?[+-]\d{2}:?\d{2}| ?Uhr)?)?$/i;

/**
 * Reads a date, possibly with a time, as `2027-12-01` or `2027-12-01T15:00:00`, with the offset that the text has. Undefined for any other
 * text.
 * @param order of dates of digits other than `2027-12-01`
 */
export function readDate(text: string, order: DateOrder): string | undefined {
  const day = text.trim();
  if (parseDay(day) !== undefined) return day;
  const trimmed = withoutWeekday(day);
  const date = digitsDate(trimmed, order) ?? bareDate(trimmed) ?? namedDate(trimmed);
  if (!date) return undefined;
  const clock = clockOf(trimmed.slice(date.length));
  return clock === undefined ? undefined : `${formatDay(date.day)}${clock}`;
}

/** The orders in which a text is a date: both for `07/01/2027`, none for text that is no date in any. */
export function ordersOf(text: string): readonly DateOrder[] {
  // The usual form, in large files.
  if (parseDay(text.trim()) !== undefined) return dateOrders;
  return dateOrders.filter((order) => readDate(text, order) !== undefined);
}

/** Whether the order changes the date. */
export function isAmbiguous(text: string): boolean {
  // The usual form, in large files.
  if (parseDay(text) !== undefined) return false;
  return new Set(ordersOf(text).map((order) => readDate(text, order))).size > 1;
}

interface FoundDate {
  readonly day: number;
  /** Its length in the text. */
  readonly length: number;
}

function digitsDate(text: string, order: DateOrder): FoundDate | undefined {
  const match = /^(\d{1,4})([./-]) ?(\d{1,2})\2 ?(\d{1,4})(?!\d)\.?/.exec(text);
  if (!match) return undefined;
  const [found, one = "", separator, two = "", three = ""] = match;
  // A year comes first in four digits; with points, the day comes first everywhere.
  const actual = one.length === 4 ? "YMD" : separator === "." && order === "MDY" ? "DMY" : order;
  const parts = { DMY: [three, two, one], MDY: [three, one, two], YMD: [one, two, three] } as const;
  const [year, month, day] = parts[actual];
  return dateOf(year, month, day, found.length);
}

/** The first and the last day that a spreadsheet's number may mean: 1982 to 2119. Smaller and greater numbers are no dates. */
const serialDays = [30_000, 80_000] as const;

/** Days from the first day of spreadsheets to 1970. */
const serialEpoch = 25_569;

/** `20270701`, or the number of a day in a spreadsheet, without its time. */
function bareDate(text: string): FoundDate | undefined {
  const [, year, month = "", date = ""] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  if (year !== undefined) return dateOf(year, month, date, text.length);
  const serial = /^\d{5}(?:[.,]\d+)?$/.test(text) ? Number.parseInt(text, 10) : 0;
  const [first, last] = serialDays;
  return serial >= first && serial <= last ? { day: serial - serialEpoch, length: text.length } : undefined;
}

/** `Thu, 1 Jul 2027` and `Do. 01.07.2027` without their first word; a month's name stays. */
function withoutWeekday(text: string): string {
  const [weekday, name = ""] = /^(\p{L}{2,})\.?,? +(?=\S)/u.exec(text) ?? [];
  return weekday === undefined || monthOf(name) !== undefined || !weekdays.has(plain(name).slice(0, 2))
    ? text
    : text.slice(weekday.length);
}

function namedDate(text: string): FoundDate | undefined {
  const match =
    /^(\d{1,2})(?:\.|st|nd|rd|th|er|º|°)?(?:[ ./-]| de )(\p{L}{3,})\.?,?(?:[ ./-]| de | del )(\d{4}|\d{2})(?!\d)/u.exec(
      text,
    ) ?? /^(\p{L}{3,})\.?[ -](\d{1,2})(?:st|nd|rd|th)?(?:,? |-)(\d{4}|\d{2})(?!\d)/u.exec(text);
  if (!match) return undefined;
  const [found, one = "", two = "", year = ""] = match;
  const [name, day] = /\d/.test(one) ? [two, one] : [one, two];
  const month = monthOf(name);
  return month === undefined ? undefined : dateOf(year, String(month), day, found.length);
}

function dateOf(year: string, month: string, date: string, length: number): FoundDate | undefined {
  if (year.length !== 4 && year.length !== 2) return undefined;
  const full = year.length === 4 ? year : `${Number(year) < 80 ? "20" : "19"}${year}`;
  const day = parseDay(`${full}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`);
  return day === undefined ? undefined : { day, length };
}

/** Whether a cell says that there is no date, as databases and spreadsheets write it. */
export const isNoDate = (text: string): boolean =>
  /^(?:[-–—]|n\/a|0{2,4}[./-]0{2}[./-]0{2,4}(?:[T ]00:00(?::00)?)?)$/i.test(text.trim());

/** The whole hour of a time: `16:00`, `4 PM`, `16 Uhr`. Undefined for any other text. */
export function readHour(text: string): number | undefined {
  const hour = /^T(\d{2}):00:00$/.exec(clockOf(` ${text.trim()}`) ?? "")?.[1];
  return hour === undefined ? undefined : Number(hour);
}

/** `T15:00:00` with an offset if there is one; empty without a time; undefined for anything else. */
function clockOf(rest: string): string | undefined {
  const match = clockPattern.exec(rest);
  if (!match) return undefined;
  const [, hour, minute = "00", second = "00", half, offset = ""] = match;
  if (hour === undefined) return "";
  const twelve = half === undefined ? Number(hour) : (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0);
  if (twelve > 23 || Number(minute) > 59 || (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)))
    return undefined;
  const zone = /uhr/i.test(offset) ? "" : offset.trim();
  return `T${String(twelve).padStart(2, "0")}:${minute}:${second}${zone}`;
}

const monthLocales = ["en", "de", "fr", "es", "it", "nl", "pt"];

/** Months by the first letters of their names in the console's languages. */
const months: ReadonlyMap<string, number> = new Map(
  monthLocales.flatMap((locale) =>
    Array.from({ length: 12 }, (_, month) => {
      const at = Date.UTC(2027, month, 15);
      const nameIn = (style: "long" | "short"): string =>
        plain(new Intl.DateTimeFormat(locale, { month: style, timeZone: "UTC" }).format(at));
      return [
        [nameIn("long"), month + 1],
        [nameIn("short"), month + 1],
      ] as const;
    }).flat(),
  ),
);

/** Weekdays by their first two letters in the console's languages. */
const weekdays: ReadonlySet<string> = new Set(
  monthLocales.flatMap((locale) =>
    Array.from({ length: 7 }, (_, day) => {
      const format = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
      return plain(format.format(Date.UTC(2027, 0, 1 + day))).slice(0, 2);
    }),
  ),
);

function plain(name: string): string {
  return name
    .normalize("NFD")
    .replace(/[^\p{L}]/gu, "")
    .toLowerCase();
}

function monthOf(name: string): number | undefined {
  return months.get(plain(name)) ?? months.get(plain(name).slice(0, 3));
}
