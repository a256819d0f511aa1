import type { EnglishWords } from "./en.ts";
import { calendar } from "./es/calendar.ts";
import { common } from "./es/common.ts";
import { guests } from "./es/guests.ts";
import { inbox } from "./es/inbox.ts";
import { screens } from "./es/screens.ts";
import { today } from "./es/today.ts";

export const es: EnglishWords = { ...common, ...screens, ...calendar, ...today, ...inbox, ...guests };
