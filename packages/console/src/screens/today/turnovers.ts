import type { Stay } from "../../components/bookings/stay.ts";

/** A departure and an arrival in the same rental on one day. */
export interface Turnover {
  readonly arriving: Stay;
  /** The departure and arrival times, and the hours between. */
  readonly from: string;
  readonly until: string;
  readonly hours: number;
}

export function turnoversOn(stays: readonly Stay[], day: number): Turnover[] {
  const leaving = new Map(stays.filter(({ departure }) => departure === day).map((stay) => [stay.rental, stay]));
  return stays.flatMap((arriving) => {
    const left = arriving.arrival === day ? leaving.get(arriving.rental) : undefined;
    if (!left) return [];
    const [from, until] = [left.endAt, arriving.startAt];
    return [{ arriving, from, until, hours: (Date.parse(until) - Date.parse(from)) / 3_600_000 }];
  });
}

/** The hour of a time in the rental's local time: nights are counted in UTC (bookings.md, States). */
export const hourOf = (time: string): string => time.slice(11, 16);
