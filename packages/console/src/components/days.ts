import { dayIn } from "../../../../src/core/time-zone.ts";

/** Days are epoch days in UTC, as the service counts nights (bookings.md, States). */
export const msOfDay = 86_400_000;

export const dayOf = (time: string): number => Math.floor(Date.parse(time) / msOfDay);
export const textOf = (day: number): string => new Date(day * msOfDay).toISOString().slice(0, 10);
export const dateOf = (day: number): Date => new Date(day * msOfDay);
export const todayAt = (timeZone: string): number => dayIn(timeZone, Date.now());
export const isWeekend = (day: number): boolean => [0, 6].includes(dateOf(day).getUTCDay());

let accountZone = "UTC";
export const setAccountZone = (timeZone: string): void => {
  accountZone = timeZone;
};
/** The day by the account's clock, wherever the person is. */
export const todayHere = (): number => todayAt(accountZone);

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
