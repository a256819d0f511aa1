import { accountPolicy } from "./en/account-policy.ts";
import { agents } from "./en/agents.ts";
import { audit } from "./en/audit.ts";
import { booking } from "./en/booking.ts";
import { bookings } from "./en/bookings.ts";
import { calendar } from "./en/calendar.ts";
import { cleaning } from "./en/cleaning.ts";
import { common } from "./en/common.ts";
import { feeds } from "./en/feeds.ts";
import { guests } from "./en/guests.ts";
import { inbox } from "./en/inbox.ts";
import { jobs } from "./en/jobs.ts";
import { lengths } from "./en/lengths.ts";
import { money } from "./en/money.ts";
import { photos } from "./en/photos.ts";
import { programs } from "./en/programs.ts";
import { rates } from "./en/rates.ts";
import { rentalEditor } from "./en/rental-editor.ts";
import { rentalLinks } from "./en/rental-links.ts";
import { rentalTerms } from "./en/rental-terms.ts";
import { reports } from "./en/reports.ts";
import { screens } from "./en/screens.ts";
import { seasons } from "./en/seasons.ts";
import { settings } from "./en/settings.ts";
import { today } from "./en/today.ts";
import { webhooks } from "./en/webhooks.ts";

/** English, which says what every other language has to have. Each screen has a file of its own. */
export const en = {
  ...common,
  ...accountPolicy,
  ...screens,
  ...calendar,
  ...cleaning,
  ...today,
  ...booking,
  ...bookings,
  ...guests,
  ...inbox,
  ...money,
  ...rates,
  ...rentalEditor,
  ...rentalTerms,
  ...reports,
  ...settings,
  ...programs,
  ...agents,
  ...feeds,
  ...audit,
  ...jobs,
  ...lengths,
  ...photos,
  ...rentalLinks,
  ...seasons,
  ...webhooks,
};

export type EnglishWords = typeof en;
