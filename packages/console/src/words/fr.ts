import type { EnglishWords } from "./en.ts";
import { calendar } from "./fr/calendar.ts";
import { common } from "./fr/common.ts";
import { reports } from "./fr/reports.ts";
import { screens } from "./fr/screens.ts";
import { today } from "./fr/today.ts";

export const fr: EnglishWords = { ...common, ...screens, ...calendar, ...today, ...reports };
