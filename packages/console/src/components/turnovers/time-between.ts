import type { Translate } from "../../i18n/translate.ts";

/** In hours for short times, else in days. */
export function timeBetween(minutes: number | null, days: number, t: Translate): string {
  if (minutes === null || minutes >= 2 * 1440) return days === 0 ? "–" : t("cleaning.days", { days });
  if (minutes < 0) return "–";
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return rest === 0 ? t("cleaning.hours", { hours }) : t("cleaning.hoursAndMinutes", { hours, minutes: rest });
}
