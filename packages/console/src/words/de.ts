import type { EnglishWords } from "./en.ts";
import { calendar } from "./de/calendar.ts";
import { common } from "./de/common.ts";
import { reports } from "./de/reports.ts";
import { screens } from "./de/screens.ts";
import { today } from "./de/today.ts";

export const de: EnglishWords = { ...common, ...screens, ...calendar, ...today, ...reports };
