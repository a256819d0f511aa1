import type { EnglishWords } from "./en.ts";
import { booking } from "./es/booking.ts";
import { calendar } from "./es/calendar.ts";
import { common } from "./es/common.ts";
import { screens } from "./es/screens.ts";
import { today } from "./es/today.ts";

export const es: EnglishWords = { ...common, ...screens, ...booking, ...calendar, ...today };
