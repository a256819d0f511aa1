import type { EnglishWords } from "./en.ts";
import { calendar } from "./fr/calendar.ts";
import { common } from "./fr/common.ts";
import { guests } from "./fr/guests.ts";
import { inbox } from "./fr/inbox.ts";
import { screens } from "./fr/screens.ts";
import { today } from "./fr/today.ts";

export const fr: EnglishWords = { ...common, ...screens, ...calendar, ...today, ...inbox, ...guests };
