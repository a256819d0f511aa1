/**
 * Days are integers: days since 1970-01-01, in the proleptic Gregorian calendar, UTC. A stay is the half-open range [arrival, departure),
 * the nights arrival … departure - 1 (pricing.md).
 */

/** UTC days have no other length. */
export const millisecondsPerDay = 86_400_000;

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Parses `YYYY-MM-DD` to an epoch day. Undefined for any other text and for impossible dates; there is no year 0. */
export function parseDay(text: string): number | undefined {
  const match = datePattern.exec(text);
  if (!match || match[1] === "0000") return undefined;
  const [month, date] = [Number(match[2]), Number(match[3])];
  const day = dayOf(Number(match[1]), month, date);
  // A date that does not exist, such as 30 February, is a day of another month.
  const actual = civilDate(day);
  return actual.month === month && actual.date === date ? day : undefined;
}

/** Formats an epoch day as `YYYY-MM-DD` (years 0000 … 9999). */
export function formatDay(day: number): string {
  const { year, month, date } = civilDate(day);
  return `${String(year).padStart(4, "0")}-${twoDigits(month)}-${twoDigits(date)}`;
}

/** The UTC day of an instant (epoch milliseconds). */
export function dayOfInstant(instant: number): number {
  return Math.floor(instant / millisecondsPerDay);
}

/** The instant (epoch milliseconds) of an hour of a UTC day; 16.5 is 16:30. */
export function instantOnDay(day: number, hour: number): number {
  return day * millisecondsPerDay + Math.round(hour * 3_600_000);
}

/** The weekday of a day: 0 is Sunday, 6 is Saturday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** The day `months` calendar months later, or that month's last day if it is shorter (pricing.md §3, units). */
export function addMonths(day: number, months: number): number {
  const { year, month, date } = civilDate(day);
  const total = year * 12 + (month - 1) + months;
  const targetYear = Math.floor(total / 12);
  const targetMonth = total - targetYear * 12 + 1;
  return dayOf(targetYear, targetMonth, Math.min(date, daysInMonth(targetYear, targetMonth)));
}

/** The first day of the month that contains `day`. */
export function firstOfMonth(day: number): number {
  return day - civilDate(day).date + 1;
}

function daysInMonth(year: number, month: number): number {
  const next = month === 12 ? dayOf(year + 1, 1, 1) : dayOf(year, month + 1, 1);
  return next - dayOf(year, month, 1);
}

/** The epoch day of a civil date. Years start in March, so that the leap day comes last and month lengths follow a linear formula. */
function dayOf(year: number, month: number, date: number): number {
  const marchYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + date - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function civilDate(day: number): { year: number; month: number; date: number } {
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    date: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  };
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
