import type { EnglishWords } from "./en.ts";
import { booking } from "./de/booking.ts";
import { calendar } from "./de/calendar.ts";
import { common } from "./de/common.ts";
import { screens } from "./de/screens.ts";
import { today } from "./de/today.ts";

export const de: EnglishWords = { ...common, ...screens, ...booking, ...calendar, ...today };
