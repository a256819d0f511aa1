import type { EnglishWords } from "./en.ts";
import { accountPolicy } from "./es/account-policy.ts";
import { agents } from "./es/agents.ts";
import { audit } from "./es/audit.ts";
import { booking } from "./es/booking.ts";
import { bookings } from "./es/bookings.ts";
import { calendar } from "./es/calendar.ts";
import { cleaning } from "./es/cleaning.ts";
import { common } from "./es/common.ts";
import { feeds } from "./es/feeds.ts";
import { guests } from "./es/guests.ts";
import { inbox } from "./es/inbox.ts";
import { jobs } from "./es/jobs.ts";
import { lengths } from "./es/lengths.ts";
import { money } from "./es/money.ts";
import { photos } from "./es/photos.ts";
import { programs } from "./es/programs.ts";
import { rates } from "./es/rates.ts";
import { rentalEditor } from "./es/rental-editor.ts";
import { rentalLinks } from "./es/rental-links.ts";
import { rentalTerms } from "./es/rental-terms.ts";
import { reports } from "./es/reports.ts";
import { screens } from "./es/screens.ts";
import { seasons } from "./es/seasons.ts";
import { settings } from "./es/settings.ts";
import { today } from "./es/today.ts";
import { webhooks } from "./es/webhooks.ts";

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
