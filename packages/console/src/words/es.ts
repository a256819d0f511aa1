import type { EnglishWords } from "./en.ts";
import { accountPolicy } from "./es/account-policy.ts";
import { bookings } from "./es/bookings.ts";
import { booking } from "./es/booking.ts";
import { calendar } from "./es/calendar.ts";
import { cleaning } from "./es/cleaning.ts";
import { common } from "./es/common.ts";
import { guests } from "./es/guests.ts";
import { inbox } from "./es/inbox.ts";
import { money } from "./es/money.ts";
import { rates } from "./es/rates.ts";
import { rentalEditor } from "./es/rental-editor.ts";
import { rentalTerms } from "./es/rental-terms.ts";
import { reports } from "./es/reports.ts";
import { screens } from "./es/screens.ts";
import { settings } from "./es/settings.ts";
import { webhooks } from "./es/webhooks.ts";
import { audit } from "./es/audit.ts";
import { jobs } from "./es/jobs.ts";
import { lengths } from "./es/lengths.ts";
import { photos } from "./es/photos.ts";
import { rentalLinks } from "./es/rental-links.ts";
import { seasons } from "./es/seasons.ts";
import { feeds } from "./es/feeds.ts";
import { agents } from "./es/agents.ts";
import { programs } from "./es/programs.ts";
import { today } from "./es/today.ts";

export const es: EnglishWords = {
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
