import { dateOf, msOfDay } from "./days.ts";
import { folded } from "./folded.ts";

const monthsInYear = Array.from({ length: 12 }, (_, month) => month);

const daysInWeek = Array.from({ length: 7 }, (_, day) => day);

/** As the Dutch `ma`. */
const minWeekdayLetters = 2;

/** `1st`, `1er` and `1º` are 1. */
const ordinal = /(?<=\d)(?:st|nd|rd|th|er|º)(?!\p{L})/gu;

/** Shorter beginnings of a month's name mean several months. */
const minMonthLetters = 3;

/**
 * The day that a text means: `2027-07-12`, `12 jul`, `July 12, 2027`, `12.7.`, `2027/7/12`, `7/12/27`, `tomorrow`. Without a year, the next one.
 * @param locale its language names the months, and its country orders day and month
 */
export function writtenDay(text: string, locale: string, today: number): number | undefined {
  const words = folded(text.trim());
  const named = relativeDay(words, locale);
  if (named !== undefined) return today + named;
  const bare = withoutWeekday(words, locale);
  // First without the weekday: the Spanish `mar, 3 nov` is a Tuesday, but `mar 3` is in March.
  return (bare === words ? undefined : dayOfWords(bare, locale, today)) ?? dayOfWords(words, locale, today);
}

/** Without a weekday before the date, as the console shows it. */
function withoutWeekday(words: string, locale: string): string {
  const [before, letters = ""] = /^(\p{L}+)(?:-feira)?[.,]* +/u.exec(words) ?? [];
  if (before === undefined || letters.length < minWeekdayLetters) return words;
  const format = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
  const isWeekday = daysInWeek.some((day) => folded(format.format(dateOf(day))).startsWith(letters));
  return isWeekday ? words.slice(before.length) : words;
}

function dayOfWords(words: string, locale: string, today: number): number | undefined {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(words) ?? [];
  if (isoYear) return dayIn(Number(isoYear), Number(isoMonth) - 1, Number(isoDay));
  return dayOfMonthName(words, locale, today) ?? dayOfNumbers(words, locale, today);
}

/** Today, tomorrow and yesterday, as the language names them. */
function relativeDay(words: string, locale: string): number | undefined {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  return [0, 1, -1].find((days) => folded(format.format(days, "day")) === words);
}

function dayOfMonthName(words: string, locale: string, today: number): number | undefined {
  const [letters] = /\p{L}+/u.exec(words.replaceAll(ordinal, "").replaceAll(/\b(de|of|di|do)\b/g, "")) ?? [];
  const numbers = words.match(/\d+/g) ?? [];
  const [day, year] = numbers.map(Number);
  if (!letters || letters.length < minMonthLetters || day === undefined || numbers.length > 2) return undefined;
  // The Dutch `mrt` does not begin `maart`.
  const formats = (["long", "short"] as const).map(
    (form) => new Intl.DateTimeFormat(locale, { month: form, timeZone: "UTC" }),
  );
  const month = monthsInYear.filter((one) =>
    formats.some((format) => folded(format.format(Date.UTC(2024, one))).startsWith(letters)),
  );
  return month.length === 1 && month[0] !== undefined ? dayOfYear({ year, month: month[0], day }, today) : undefined;
}

function dayOfNumbers(words: string, locale: string, today: number): number | undefined {
  const [, first, second, year] = /^(\d{1,2})[./-] ?(\d{1,2})(?:[./-] ?(\d{4}|\d{2})?)?$/.exec(words) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const order = new Intl.DateTimeFormat(locale).formatToParts().map(({ type }) => type);
  const isMonthFirst = order.indexOf("month") < order.indexOf("day");
  const [day, month] = isMonthFirst ? [second, first] : [first, second];
  return dayOfYear({ year: year && Number(year), month: Number(month) - 1, day: Number(day) }, today);
}

interface Written {
  readonly year: number | "" | undefined;
  readonly month: number;
  readonly day: number;
}

/** Without a year, the day that comes next. */
function dayOfYear({ year, month, day }: Written, today: number): number | undefined {
  if (year) return dayIn(year < 100 ? 2000 + year : year, month, day);
  const present = dateOf(today).getUTCFullYear();
  const found = dayIn(present, month, day);
  return found !== undefined && found < today ? dayIn(present + 1, month, day) : found;
}

/** @returns undefined for a day that does not exist, such as 31 April */
function dayIn(year: number, month: number, day: number): number | undefined {
  const date = new Date(Date.UTC(year, month, day));
  const exists = date.getUTCMonth() === month && date.getUTCDate() === day && date.getUTCFullYear() === year;
  return exists ? date.getTime() / msOfDay : undefined;
}
