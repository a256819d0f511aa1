import type { EnglishWords } from "./en.ts";
import { calendar } from "./es/calendar.ts";
import { common } from "./es/common.ts";
import { reports } from "./es/reports.ts";
import { screens } from "./es/screens.ts";
import { today } from "./es/today.ts";

export const es: EnglishWords = { ...common, ...screens, ...calendar, ...today, ...reports };
