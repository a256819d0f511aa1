import { countryCode } from "../../../core/countries.ts";
import { currencies } from "../../../core/currencies.ts";
import { boolean, decimal, float, integer, oneOf, string, text, time, translated } from "../../../kernel/attribute.ts";
import { formats } from "../../../kernel/values/text.ts";
import { mostPreparationDays } from "../occupancy/preparation.ts";
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

/** Rooms, storeys, guests: between 0 and 100 (the registry, rentals). */
const upToHundred = () => integer({ min: 0, max: 100 });

/** Hours of the day; the end of an arrival may lie after midnight (25 is one o'clock). */
const hour = () => integer({ min: 0, max: 24 });

/**
 * SQL: the name of the rental's contact, unless it was erased or is hidden; what was noted before there were contacts where none is named.
 */
const contactName = `case when rentals.rentals_contact_id is null then rentals.contact_name else (
  select contacts.firstname || ' ' || contacts.lastname from contacts
  where contacts.account_id = rentals.account_id and contacts.id = rentals.rentals_contact_id and contacts.canceled_at is null
    and contacts.forget_me_at is null and contacts.processing_restricted_at is null) end`;

/** What the rental is, for whoever looks at it. */
export const description = {
  name: string({ minLength: 3, maxLength: 40 })
    .required()
    .description('What the account calls the rental, such as "Villa Aurora"; guests see it too.'),
  headline: translated({ maxLength: 75 }).description("One line that advertises the rental."),
  // Not among what the registry lets be written, but limited in length there: it is written.
  summary: translated({ maxLength: 400, multiline: true }).description("A short description, for lists."),
  description: translated({ maxLength: 5000, multiline: true }).description(
    "The full description, for the rental's page.",
  ),
  rental_type: oneOf(rentalTypes).description("What kind of home it is; null when nobody said."),
  management_type: oneOf(managementTypes).description(
    "Who manages the rental: its owner or an agency; null when nobody said.",
  ),
  residency_category: oneOf(residencyCategories).description(
    "How the authorities class it. A private room can only be non_residential.",
  ),
  certifications: certifications().description(
    "The certificates that the rental holds, by who awards them; a write replaces them all.",
  ),
  permit_number: string().description("The number under which the authorities permit letting it."),
  permit_issue_date: time().description("When that permit was issued."),
  website_url: translated({ maxLength: 2000, format: formats.url }).description("The rental's own page, by locale."),
  contact_name: string().from(contactName).description("The person whom guests contact about the rental."),
  public_notes: text().readOnly().description("Notes that may be shown to guests."),
  position: integer().description("Its place in the account's own order of rentals: lower comes first."),
  published_at: time()
    .readOnly()
    .description(
      "Since when the rental is published; null while it is not, and then only the account's own tokens see it.",
    ),
  reviews_count: integer()
    .readOnly()
    .present()
    .description("How many reviews guests have written, but for those that were dismissed."),
  reviews_average_rating: decimal().readOnly().description("The mean of their ratings; null where none has a rating."),
};

/** How big it is. */
export const size = {
  sleeps: upToHundred().description(
    "For how many guests the rental is meant; static rates are computed for them. The limit where sleeps_max sets none.",
  ),
  sleeps_max: upToHundred().description(
    "The most guests that it takes, with extra beds: stays of more are refused. Where it is null or 0, sleeps is the limit.",
  ),
  bedrooms_count: upToHundred().description("How many bedrooms it is advertised with."),
  bathrooms_count: upToHundred().description("How many bathrooms it is advertised with."),
  stories_count: upToHundred().description("How many storeys it has."),
  floor: string().description("On which floor it lies."),
  surface: integer({ min: 1 }).description("The living area, in surface_unit."),
  surface_unit: oneOf(surfaceUnits).description(
    "metric for square metres, imperial for square feet; needed with surface.",
  ),
};

/** Where it lies, as everybody sees it. */
export const index = {
  lat: float({ min: -90, max: 90 }).description("Latitude in degrees, north positive."),
  lng: float({ min: -180, max: 180 }).description("Longitude in degrees, east positive."),
  city: string().matchedByPart().description("The city or village where it lies."),
  state: string().description("The state, region or province."),
  country_code: string({ maxLength: 2, format: countryCode }).description(
    "Two letters, ISO 3166-1; needed with address1.",
  ),
};

/** How it is booked, and when guests come and go. */
export const stay = {
  bookable_online: boolean().neverNull().description("Whether guests can book without anybody confirming."),
  bookable_on_request: boolean()
    .readOnly()
    .present()
    .description("Whether guests can ask for a stay that the account then confirms."),
  instantly_bookable: boolean().readOnly().present().description("Whether a payment alone confirms a booking."),
  checkin_type: oneOf(checkinTypes).description("How guests get in, such as by a lockbox; null when nobody said."),
  checkin_time: hour().description(
    "From which hour of the day guests arrive: 16 is four in the afternoon. Null for the account's default.",
  ),
  checkin_end_time: integer({ min: 0, max: 48 }).description(
    "Until which hour they arrive; 25 is one o'clock in the night. Null for no end.",
  ),
  checkout_time: hour().description("By which hour they leave; null for the account's default."),
  absolute_min_stay: integer()
    .readOnly()
    .description("Nights that every stay has at least, whatever a season or map says; null for no such limit."),
  preparation_days: integer({ min: 0, max: mostPreparationDays })
    .neverNull()
    .description(
      "So many nights before the arrival and after the departure of every stay, booked or tentative, are closed for other stays.",
    ),
  time_zone: string({ minLength: 1, format: formats.timeZone })
    .neverNull()
    .description(
      "The IANA time zone, such as Europe/Lisbon: it tells when a day of arrival is over. The account's unless told.",
    ),
};

/** What it costs. Percentages and days are whole numbers. */
export const money = {
  currency: oneOf(currencies, "one of the currencies")
    .presentOrAbsent()
    .description("The currency of all amounts of the rental; the account's usual one unless told."),
  base_rate: decimal({ min: 0, exclusive: true }).description(
    "What a night (or a week, see base_rate_kind) costs before seasons and rules; null makes nights without a written rate unsellable.",
  ),
  base_rate_kind: oneOf(baseRateKinds)
    .presentOrAbsent()
    .description(
      "Whether base_rate and absolute_min_price are nightly or weekly; a weekly one counts a seventh a night.",
    ),
  absolute_min_price: decimal({ min: 0 }).description("No night is ever sold below it; null for no such floor."),
  min_price: decimal()
    .readOnly()
    .description("The lowest final nightly rate among the rental's static rates; null without any."),
  max_price: decimal()
    .readOnly()
    .description("The highest final nightly rate among the rental's static rates; null without any."),
  // Prices of a stay: there is one only in a search (src/search).
  initial_price: float()
    .from("null::double precision")
    .description("The rental price of the stay; in a search with dates."),
  final_price: float()
    .from("null::double precision")
    .description("With required fees and taxes that are not included."),
  rounding_kind: oneOf(roundingKinds)
    .presentOrAbsent()
    .description(
      "How the rental price of a stay is rounded at the end: not at all, up to the whole unit, to the next ten, or to the next 9.",
    ),
  price_public_notes: translated().readOnly().description("Notes about prices that may be shown to guests."),
  downpayment: integer({ min: 0, max: 100 }).neverNull().description("Percent of the price that is due when booking."),
  balance_due: integer({ min: 0, max: 1000 }).neverNull().description("Days before arrival on which the rest is due."),
  damage_deposit: decimal({ min: 0 }).description("What guests leave as a deposit against damage; null for none."),
  charge_damage_deposit_on_arrival: boolean()
    .readOnly()
    .present()
    .description("Whether the deposit is collected on arrival instead of with the booking."),
  damage_deposit_collection_method: string()
    .readOnly()
    .description("How the deposit is collected; null when nobody said."),
  damage_deposit_external_collection_method_name: string()
    .readOnly()
    .description("By what means, when it is collected outside of the service."),
  refund_damage_deposit_after: integer()
    .readOnly()
    .description("Days after departure within which the deposit is given back; null when nobody said."),
  mid_term_pricing_active: boolean()
    .neverNull()
    .description("Whether stays of 31 nights or more are priced by the mid-term rate map alone."),
  nightly_rates_managed_externally: boolean()
    .neverNull()
    .description("Whether an application writes the nightly rates; seasons and periods have no effect then."),
};

/** What is not for the public. */
export const privateDetails = {
  address1: string().readBy("rentals_read").description("First line of the address."),
  address2: string().readBy("rentals_read").description("Second line of the address."),
  zip: string().readBy("rentals_read").description("The postal code."),
  checkin_details: translated({ multiline: true })
    .readBy("rentals_read")
    .description("How to find the key and get in; for guests who have booked."),
  checkout_details: translated({ multiline: true })
    .readBy("rentals_read")
    .description("What to do when leaving; for guests who have booked."),
  notes: text({ maxLength: 1000 }).readBy("rentals_read").description("Notes for the account's own people."),
  owner_fullname: string({ maxLength: 100 }).readBy("rentals_read").description("Who owns the rental."),
  owner_email: string({ format: formats.email }).readBy("rentals_read").description("Where the owner is written to."),
  owner_notes: string({ maxLength: 2000, multiline: true })
    .readBy("rentals_read")
    .description("Notes about the owner."),
};
