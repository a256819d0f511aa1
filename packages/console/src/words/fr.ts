import type { EnglishWords } from "./en.ts";
import { accountPolicy } from "./fr/account-policy.ts";
import { agents } from "./fr/agents.ts";
import { audit } from "./fr/audit.ts";
import { booking } from "./fr/booking.ts";
import { bookings } from "./fr/bookings.ts";
import { calendar } from "./fr/calendar.ts";
import { cleaning } from "./fr/cleaning.ts";
import { common } from "./fr/common.ts";
import { feeds } from "./fr/feeds.ts";
import { guests } from "./fr/guests.ts";
import { inbox } from "./fr/inbox.ts";
import { jobs } from "./fr/jobs.ts";
import { lengths } from "./fr/lengths.ts";
import { money } from "./fr/money.ts";
import { photos } from "./fr/photos.ts";
import { programs } from "./fr/programs.ts";
import { rates } from "./fr/rates.ts";
import { rentalEditor } from "./fr/rental-editor.ts";
import { rentalLinks } from "./fr/rental-links.ts";
import { rentalTerms } from "./fr/rental-terms.ts";
import { reports } from "./fr/reports.ts";
import { screens } from "./fr/screens.ts";
import { seasons } from "./fr/seasons.ts";
import { settings } from "./fr/settings.ts";
import { today } from "./fr/today.ts";
import { webhooks } from "./fr/webhooks.ts";

export const fr: EnglishWords = {
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
