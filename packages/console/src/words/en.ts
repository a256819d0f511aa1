import { booking } from "./en/booking.ts";
import { calendar } from "./en/calendar.ts";
import { common } from "./en/common.ts";
import { screens } from "./en/screens.ts";
import { today } from "./en/today.ts";

/** English, which says what every other language has to have. Each screen has a file of its own. */
export const en = { ...common, ...screens, ...booking, ...calendar, ...today };

export type EnglishWords = typeof en;
