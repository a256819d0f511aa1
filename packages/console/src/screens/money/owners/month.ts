import { dayOf, monthOf, textOf, todayHere } from "../../../components/days.ts";

const nameOf = (day: number): string => textOf(day).slice(0, 7);

/** Last month, whose statements are due. */
export const lastMonth = (): string => nameOf(monthOf(todayHere(), -1));

/** The month's first day, as an epoch day. @param month `YYYY-MM` */
export const firstDayOf = (month: string): number => dayOf(`${month}-01`);

/** The month so many months later. */
export const monthAfter = (month: string, months: number): string => nameOf(monthOf(firstDayOf(month), months));
