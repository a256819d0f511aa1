import type { Translate } from "../../i18n/translate.ts";
import { dayOf } from "../days.ts";
import type { Formats } from "../formats.ts";
import type { Task } from "./tasks.ts";

export const nameOfTask = ({ title, kind }: Task, t: Translate): string => title || t(`tasks.kinds.${kind}`);

/** Minutes after midnight of a time on the rental's clock. */
const minutesOf = (time: string): number => Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16));

/** The time to do it, on the rental's clock: a whole day, the times of one day, or days with times. */
export function timesOf({ due_from, due_until }: Task, t: Translate, formats: Formats): string {
  const isOneDay = dayOf(due_from) === dayOf(due_until);
  if (isOneDay && due_from.slice(11, 16) === "00:00" && due_until.slice(11, 16) === "23:59")
    return formats.date(dayOf(due_from));
  const textOf = (time: string) =>
    isOneDay ? formats.clock(minutesOf(time)) : `${formats.date(dayOf(time))}, ${formats.clock(minutesOf(time))}`;
  return t("tasks.times", { from: textOf(due_from), until: textOf(due_until) });
}

/** The done part of the checklist; undefined without one. */
export function progressOf({ checklist }: Task, t: Translate): string | undefined {
  if (checklist.length === 0) return undefined;
  return t("tasks.progress", { done: checklist.filter(({ done }) => done).length, count: checklist.length });
}
