import { accountPolicy } from "./de/account-policy.ts";
import { agents } from "./de/agents.ts";
import { audit } from "./de/audit.ts";
import { booking } from "./de/booking.ts";
import { bookings } from "./de/bookings.ts";
import { calendar } from "./de/calendar.ts";
import { cleaning } from "./de/cleaning.ts";
import { common } from "./de/common.ts";
import { feeds } from "./de/feeds.ts";
import { guests } from "./de/guests.ts";
import { inbox } from "./de/inbox.ts";
import { jobs } from "./de/jobs.ts";
import { lengths } from "./de/lengths.ts";
import { money } from "./de/money.ts";
import { photos } from "./de/photos.ts";
import { programs } from "./de/programs.ts";
import { rates } from "./de/rates.ts";
import { rentalEditor } from "./de/rental-editor.ts";
import { rentalLinks } from "./de/rental-links.ts";
import { rentalTerms } from "./de/rental-terms.ts";
import { reports } from "./de/reports.ts";
import { screens } from "./de/screens.ts";
import { seasons } from "./de/seasons.ts";
import { settings } from "./de/settings.ts";
import { today } from "./de/today.ts";
import { webhooks } from "./de/webhooks.ts";
import type { EnglishWords } from "./en.ts";

export const de: EnglishWords = {
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
