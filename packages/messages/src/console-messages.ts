// The types of the English catalogue, which every other language follows.
import type guests from "../catalogues/en/console/guests/guests.json";
import type hostReviews from "../catalogues/en/console/guests/host-reviews.json";
import type inbox from "../catalogues/en/console/guests/inbox.json";
import type inquiries from "../catalogues/en/console/guests/only/inquiries.json";
import type invoices from "../catalogues/en/console/money/invoices.json";
import type money from "../catalogues/en/console/money/money.json";
import type owners from "../catalogues/en/console/money/only/owners.json";
import type reports from "../catalogues/en/console/money/reports.json";
import type midTerm from "../catalogues/en/console/prices/mid-term.json";
import type nightPrices from "../catalogues/en/console/prices/night-prices.json";
import type discountCodes from "../catalogues/en/console/prices/only/discount-codes.json";
import type lengths from "../catalogues/en/console/prices/only/lengths.json";
import type offers from "../catalogues/en/console/prices/only/special-offers.json";
import type rates from "../catalogues/en/console/prices/rates.json";
import type seasons from "../catalogues/en/console/prices/seasons.json";
import type agreements from "../catalogues/en/console/rentals/agreements.json";
import type amenityDetails from "../catalogues/en/console/rentals/amenity-details.json";
import type channelTexts from "../catalogues/en/console/rentals/only/channel-texts.json";
import type photos from "../catalogues/en/console/rentals/only/photos.json";
import type rentalLinks from "../catalogues/en/console/rentals/only/rental-links.json";
import type rentalTerms from "../catalogues/en/console/rentals/only/rental-terms.json";
import type rentalEditor from "../catalogues/en/console/rentals/rental-editor.json";
import type rentalKinds from "../catalogues/en/console/rentals/rental-kinds.json";
import type rentalUrls from "../catalogues/en/console/rentals/rental-urls.json";
import type rentalWizard from "../catalogues/en/console/rentals/rental-wizard.json";
import type audit from "../catalogues/en/console/settings/audit.json";
import type contacts from "../catalogues/en/console/settings/contacts.json";
import type jobs from "../catalogues/en/console/settings/jobs.json";
import type accountPolicy from "../catalogues/en/console/settings/only/account-policy.json";
import type accountSettings from "../catalogues/en/console/settings/only/account-settings.json";
import type agents from "../catalogues/en/console/settings/only/agents.json";
import type automations from "../catalogues/en/console/settings/only/automations.json";
import type bookingSite from "../catalogues/en/console/settings/only/booking-site.json";
import type chargeTaxes from "../catalogues/en/console/settings/only/charge-taxes.json";
import type charges from "../catalogues/en/console/settings/only/charges.json";
import type exports from "../catalogues/en/console/settings/only/exports.json";
import type feeds from "../catalogues/en/console/settings/only/feeds.json";
import type gateways from "../catalogues/en/console/settings/only/gateways.json";
import type hosts from "../catalogues/en/console/settings/only/hosts.json";
import type imports from "../catalogues/en/console/settings/only/imports.json";
import type notifications from "../catalogues/en/console/settings/only/notifications.json";
import type plannedActions from "../catalogues/en/console/settings/only/planned-actions.json";
import type portalSettings from "../catalogues/en/console/settings/only/portal.json";
import type priceIncreases from "../catalogues/en/console/settings/only/price-increases.json";
import type programs from "../catalogues/en/console/settings/only/programs.json";
import type sources from "../catalogues/en/console/settings/only/sources.json";
import type templates from "../catalogues/en/console/settings/only/templates.json";
import type webhooks from "../catalogues/en/console/settings/only/webhooks.json";
import type settings from "../catalogues/en/console/settings/settings.json";
import type tags from "../catalogues/en/console/settings/tags.json";
import type common from "../catalogues/en/console/shell/common.json";
import type drafts from "../catalogues/en/console/shell/drafts.json";
import type privacy from "../catalogues/en/console/shell/privacy.json";
import type records from "../catalogues/en/console/shell/records.json";
import type screens from "../catalogues/en/console/shell/screens.json";
import type search from "../catalogues/en/console/shell/search.json";
import type today from "../catalogues/en/console/shell/today.json";
import type booking from "../catalogues/en/console/stays/booking.json";
import type bookings from "../catalogues/en/console/stays/bookings.json";
import type calendar from "../catalogues/en/console/stays/calendar.json";
import type cleaning from "../catalogues/en/console/stays/cleaning.json";
import type deposit from "../catalogues/en/console/stays/deposit.json";
import type editBooking from "../catalogues/en/console/stays/edit-booking.json";
import type guestPortal from "../catalogues/en/console/stays/guest-portal.json";
import type holds from "../catalogues/en/console/stays/holds.json";
import type proposals from "../catalogues/en/console/stays/proposals.json";
import type tasks from "../catalogues/en/console/stays/tasks.json";
import type { KeysOf } from "./catalogue.ts";
import type { SharedKey } from "./shared-messages.ts";

/** The console's message keys. */
export type ConsoleKey =
  | SharedKey
  | KeysOf<typeof amenityDetails>
  | KeysOf<typeof portalSettings>
  | KeysOf<typeof guestPortal>
  | KeysOf<typeof priceIncreases>
  | KeysOf<typeof midTerm>
  | KeysOf<typeof inquiries>
  | KeysOf<typeof hostReviews>
  | KeysOf<typeof privacy>
  | KeysOf<typeof hosts>
  | KeysOf<typeof contacts>
  | KeysOf<typeof rentalUrls>
  | KeysOf<typeof channelTexts>
  | KeysOf<typeof agreements>
  | KeysOf<typeof chargeTaxes>
  | KeysOf<typeof guests>
  | KeysOf<typeof inbox>
  | KeysOf<typeof invoices>
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
  | KeysOf<typeof bookingSite>
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
  | KeysOf<typeof charges>
  | KeysOf<typeof deposit>
  | KeysOf<typeof holds>
  | KeysOf<typeof automations>
  | KeysOf<typeof plannedActions>
  | KeysOf<typeof proposals>
  | KeysOf<typeof tasks>;
