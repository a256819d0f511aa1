import { dayIn, instantIn, startOfDay } from "../../../../src/core/time-zone.ts";

/** Days are epoch days in UTC, as the service counts nights (bookings.md, States). */
export const msOfDay = 86_400_000;

export const dayOf = (time: string): number => Math.floor(Date.parse(time) / msOfDay);
export const textOf = (day: number): string => new Date(day * msOfDay).toISOString().slice(0, 10);
export const dateOf = (day: number): Date => new Date(day * msOfDay);
export const isWeekend = (day: number): boolean => [0, 6].includes(dateOf(day).getUTCDay());

let accountZone = "UTC";
export const setAccountZone = (timeZone: string): void => {
  accountZone = timeZone;
};
/** Today on a rental's clock, by default the account's. */
export const todayAt = (timeZone = accountZone): number => dayIn(timeZone, Date.now());
export const todayHere = (): number => todayAt();

/** The day of an instant on a rental's clock, by default the account's. */
export const dayThen = (instant: string, timeZone = accountZone): number => dayIn(timeZone, Date.parse(instant));

/** The instant at which a day begins by the account's clock. */
export const beginningHere = (day: number): string => new Date(startOfDay(accountZone, day)).toISOString();

/** The last second of a day by the account's clock. */
export const endHere = (day: number): string => new Date(startOfDay(accountZone, day + 1) - 1000).toISOString();

/** The instant of a day's noon: a clock change may skip midnight, but never noon. */
export const noonThere = (day: number, timeZone = accountZone): number =>
  instantIn(timeZone, day * msOfDay + msOfDay / 2);

/** The first day of the day's month, or of a month before or after it. */
export function monthOf(day: number, months = 0): number {
  const date = dateOf(day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / msOfDay;
}

/** The first days of all months in a range of days, both ends included. */
export function monthsIn(first: number, last: number): number[] {
  const months: number[] = [];
  for (let month = monthOf(first); month <= last; month = monthOf(month, 1)) months.push(month);
  return months;
}
