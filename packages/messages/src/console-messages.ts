// The types of the English catalogue, which every other language follows.
import type guests from "../catalogues/en/console/guests/guests.json";
import type inbox from "../catalogues/en/console/guests/inbox.json";
import type money from "../catalogues/en/console/money/money.json";
import type owners from "../catalogues/en/console/money/owners.json";
import type reports from "../catalogues/en/console/money/reports.json";
import type discountCodes from "../catalogues/en/console/prices/discount-codes.json";
import type lengths from "../catalogues/en/console/prices/lengths.json";
import type nightPrices from "../catalogues/en/console/prices/night-prices.json";
import type rates from "../catalogues/en/console/prices/rates.json";
import type seasons from "../catalogues/en/console/prices/seasons.json";
import type offers from "../catalogues/en/console/prices/special-offers.json";
import type photos from "../catalogues/en/console/rentals/photos.json";
import type rentalEditor from "../catalogues/en/console/rentals/rental-editor.json";
import type rentalKinds from "../catalogues/en/console/rentals/rental-kinds.json";
import type rentalLinks from "../catalogues/en/console/rentals/rental-links.json";
import type rentalTerms from "../catalogues/en/console/rentals/rental-terms.json";
import type rentalWizard from "../catalogues/en/console/rentals/rental-wizard.json";
import type accountPolicy from "../catalogues/en/console/settings/account-policy.json";
import type accountSettings from "../catalogues/en/console/settings/account-settings.json";
import type agents from "../catalogues/en/console/settings/agents.json";
import type audit from "../catalogues/en/console/settings/audit.json";
import type exports from "../catalogues/en/console/settings/exports.json";
import type feeds from "../catalogues/en/console/settings/feeds.json";
import type gateways from "../catalogues/en/console/settings/gateways.json";
import type imports from "../catalogues/en/console/settings/imports.json";
import type jobs from "../catalogues/en/console/settings/jobs.json";
import type notifications from "../catalogues/en/console/settings/notifications.json";
import type programs from "../catalogues/en/console/settings/programs.json";
import type settings from "../catalogues/en/console/settings/settings.json";
import type sources from "../catalogues/en/console/settings/sources.json";
import type tags from "../catalogues/en/console/settings/tags.json";
import type templates from "../catalogues/en/console/settings/templates.json";
import type webhooks from "../catalogues/en/console/settings/webhooks.json";
import type common from "../catalogues/en/console/shell/common.json";
import type drafts from "../catalogues/en/console/shell/drafts.json";
import type records from "../catalogues/en/console/shell/records.json";
import type screens from "../catalogues/en/console/shell/screens.json";
import type search from "../catalogues/en/console/shell/search.json";
import type today from "../catalogues/en/console/shell/today.json";
import type booking from "../catalogues/en/console/stays/booking.json";
import type bookings from "../catalogues/en/console/stays/bookings.json";
import type calendar from "../catalogues/en/console/stays/calendar.json";
import type cleaning from "../catalogues/en/console/stays/cleaning.json";
import type editBooking from "../catalogues/en/console/stays/edit-booking.json";
import type holds from "../catalogues/en/console/stays/holds.json";
import type { KeysOf } from "./catalogue.ts";

/** The console's message keys. */
export type ConsoleKey =
  | KeysOf<typeof guests>
  | KeysOf<typeof inbox>
  | KeysOf<typeof money>
  | KeysOf<typeof owners>
  | KeysOf<typeof reports>
  | KeysOf<typeof discountCodes>
  | KeysOf<typeof lengths>
  | KeysOf<typeof nightPrices>
  | KeysOf<typeof rates>
  | KeysOf<typeof seasons>
  | KeysOf<typeof photos>
  | KeysOf<typeof rentalEditor>
  | KeysOf<typeof rentalKinds>
  | KeysOf<typeof rentalLinks>
  | KeysOf<typeof rentalTerms>
  | KeysOf<typeof rentalWizard>
  | KeysOf<typeof accountPolicy>
  | KeysOf<typeof agents>
  | KeysOf<typeof audit>
  | KeysOf<typeof exports>
  | KeysOf<typeof feeds>
  | KeysOf<typeof imports>
  | KeysOf<typeof jobs>
  | KeysOf<typeof notifications>
  | KeysOf<typeof programs>
  | KeysOf<typeof settings>
  | KeysOf<typeof webhooks>
  | KeysOf<typeof common>
  | KeysOf<typeof drafts>
  | KeysOf<typeof screens>
  | KeysOf<typeof search>
  | KeysOf<typeof today>
  | KeysOf<typeof booking>
  | KeysOf<typeof bookings>
  | KeysOf<typeof calendar>
  | KeysOf<typeof cleaning>
  | KeysOf<typeof editBooking>
  | KeysOf<typeof accountSettings>
  | KeysOf<typeof gateways>
  | KeysOf<typeof sources>
  | KeysOf<typeof tags>
  | KeysOf<typeof templates>
  | KeysOf<typeof records>
  | KeysOf<typeof offers>
  | KeysOf<typeof holds>;
