import { countryCode } from "../core/countries.ts";
import { currencies } from "../core/currencies.ts";
import { boolean, decimal, float, integer, oneOf, string, text, time, translated } from "../kernel/attribute.ts";
import { formats } from "../kernel/values/text.ts";
import { certifications } from "./certifications.ts";
import {
  baseRateKinds,
  checkinTypes,
  managementTypes,
  rentalTypes,
  residencyCategories,
  roundingKinds,
  surfaceUnits,
} from "./rental-kinds.ts";

/** Rooms, storeys, guests: between 0 and 100 (the catalogue, rentals). */
const upToHundred = () => integer({ min: 0, max: 100 });

/** Hours of the day; the end of an arrival may lie after midnight (25 is one o'clock). */
const hour = () => integer({ min: 0, max: 24 });

/** What the rental is, for whoever looks at it. */
export const description = {
  name: string({ minLength: 3, maxLength: 40 }).required(),
  headline: translated({ maxLength: 75 }),
  // Not among what the catalogue lets be written, but limited in length there: it is written.
  summary: translated({ maxLength: 400, multiline: true }),
  description: translated({ maxLength: 5000, multiline: true }),
  rental_type: oneOf(rentalTypes),
  management_type: oneOf(managementTypes),
  residency_category: oneOf(residencyCategories),
  certifications: certifications(),
  permit_number: string(),
  permit_issue_date: time(),
  website_url: translated({ maxLength: 2000, format: formats.url }),
  contact_name: string().readOnly(),
  public_notes: text().readOnly(),
  position: integer(),
  published_at: time().readOnly(),
  reviews_count: integer().readOnly(),
  reviews_average_rating: decimal().readOnly(),
};

/** How big it is. */
export const size = {
  sleeps: upToHundred(),
  sleeps_max: upToHundred().meaning("The most guests; null or 0 sets no limit."),
  bedrooms_count: upToHundred(),
  bathrooms_count: upToHundred(),
  stories_count: upToHundred(),
  floor: string(),
  surface: integer({ min: 1 }),
  surface_unit: oneOf(surfaceUnits),
};

/** Where it lies, as everybody sees it. */
export const place = {
  lat: float({ min: -90, max: 90 }),
  lng: float({ min: -180, max: 180 }),
  city: string(),
  state: string(),
  country_code: string({ maxLength: 2, format: countryCode }),
};

/** How it is booked, and when guests come and go. */
export const stay = {
  bookable_online: boolean().neverNull(),
  bookable_on_request: boolean().readOnly(),
  instantly_bookable: boolean().readOnly(),
  checkin_type: oneOf(checkinTypes),
  checkin_time: hour(),
  checkin_end_time: integer({ min: 0, max: 48 }),
  checkout_time: hour(),
  absolute_min_stay: integer().readOnly(),
  time_zone: string({ minLength: 1, format: formats.timeZone })
    .neverNull()
    .meaning("IANA, such as Europe/Lisbon: when a day of arrival is over. The account's unless told."),
};

/** What it costs. Percentages and days are whole numbers. */
export const money = {
  currency: oneOf(currencies, "one of the currencies").presentOrAbsent(),
  base_rate: decimal({ min: 0, exclusive: true }),
  base_rate_kind: oneOf(baseRateKinds).presentOrAbsent(),
  absolute_min_price: decimal({ min: 0 }),
  min_price: decimal().readOnly(),
  max_price: decimal().readOnly(),
  // Prices of a stay: there is one only in a search (src/search).
  initial_price: float()
    .from("null::double precision")
    .meaning("The rental price of the stay; in a search with dates."),
  final_price: float().from("null::double precision").meaning("With required fees and taxes that are not included."),
  rounding_kind: oneOf(roundingKinds).presentOrAbsent(),
  price_public_notes: translated().readOnly(),
  downpayment: integer({ min: 0, max: 100 }).neverNull().meaning("Percent of the price."),
  balance_due: integer({ min: 0, max: 1000 }).neverNull().meaning("Days before arrival."),
  damage_deposit: decimal({ min: 0 }),
  charge_damage_deposit_on_arrival: boolean().readOnly(),
  damage_deposit_collection_method: string().readOnly(),
  damage_deposit_external_collection_method_name: string().readOnly(),
  refund_damage_deposit_after: integer().readOnly(),
  mid_term_pricing_active: boolean().neverNull(),
  nightly_rates_managed_externally: boolean().neverNull(),
};

/** What is not for the public. */
export const privateDetails = {
  address1: string().readBy("rentals_read"),
  address2: string().readBy("rentals_read"),
  zip: string().readBy("rentals_read"),
  checkin_details: translated({ multiline: true }).readBy("rentals_read"),
  checkout_details: translated({ multiline: true }).readBy("rentals_read"),
  notes: text({ maxLength: 1000 }).readBy("rentals_read"),
  owner_fullname: string({ maxLength: 100 }).readBy("rentals_read"),
  owner_email: string({ format: formats.email }).readBy("rentals_read"),
  owner_notes: string({ maxLength: 2000, multiline: true }).readBy("rentals_read"),
};
