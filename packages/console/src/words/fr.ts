import type { EnglishWords } from "./en.ts";
import { booking } from "./fr/booking.ts";
import { calendar } from "./fr/calendar.ts";
import { common } from "./fr/common.ts";
import { screens } from "./fr/screens.ts";
import { today } from "./fr/today.ts";

export const fr: EnglishWords = { ...common, ...screens, ...booking, ...calendar, ...today };
