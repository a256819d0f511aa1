import { calendar } from "./en/calendar.ts";
import { common } from "./en/common.ts";
import { reports } from "./en/reports.ts";
import { screens } from "./en/screens.ts";
import { today } from "./en/today.ts";

/** English, which says what every other language has to have. Each screen has a file of its own. */
export const en = { ...common, ...screens, ...calendar, ...today, ...reports };

export type EnglishWords = typeof en;
