import { countryCode } from "../../../core/countries.ts";
import {
  money as amount,
  boolean,
  currencyCode,
  decimal,
  float,
  integer,
  oneOf,
  string,
  text,
  time,
  translated,
} from "../../../kernel/attribute.ts";
import { formats } from "../../../kernel/values/text.ts";
import { maxPreparationDays } from "../occupancy/preparation.ts";
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

/** Rooms, stories, guests: between 0 and 100 (the registry, rentals). */
const upToHundred = () => integer({ min: 0, max: 100 });

/** An hour of the day. */
const hour = () => integer({ min: 0, max: 24 });

/**
 * SQL: the rental contact's name, unless erased or restricted. Without a contact, the name stored before contacts existed.
 */
const contactName = `case when rentals.rentals_contact_id is null then rentals.contact_name else (
  select contacts.firstname || ' ' || contacts.lastname from contacts
  where contacts.account_id = :account_of(rentals) and contacts.id = rentals.rentals_contact_id and contacts.canceled_at is null
    and contacts.forget_me_at is null and contacts.processing_restricted_at is null) end`;

/** Public description. */
export const description = {
  name: string({ minLength: 3, maxLength: 40 })
    .required()
    .description('What the account calls the rental, such as "Villa Aurora"; guests see it too.'),
  headline: translated({ maxLength: 75 }).description("A one-line headline."),
  // The registry does not list it as writable but limits its length, so it is writable.
  summary: translated({ maxLength: 400, multiline: true }).description("A short description, for lists."),
  description: translated({ maxLength: 5000, multiline: true }).description(
    "The full description, for the rental's page.",
  ),
  house_rules: translated({ maxLength: 5000, multiline: true }).description(
    "The house rules for guests, such as quiet hours, smoking, pets and parties.",
  ),
  rental_type: oneOf(rentalTypes).description("The kind of home; null if unknown."),
  management_type: oneOf(managementTypes).description(
    "Whether an owner or an agency manages the rental; null if unknown.",
  ),
  residency_category: oneOf(residencyCategories).description(
    "Its legal residency category. A private room can only be non_residential.",
  ),
  certifications: certifications().description(
    "The rental's certificates by awarding body. A write replaces them all.",
  ),
  permit_number: string().description("The rental permit's number."),
  permit_issue_date: time().description("When the rental permit was issued."),
  website_url: translated({ maxLength: 2000, format: formats.url }).description("The rental's own page, by locale."),
  contact_name: string().from(contactName).description("The name of the guests' contact person."),
  public_notes: text().readOnly().description("Notes that may be shown to guests."),
  position: integer().description("Its position in the account's order of rentals; lower comes first."),
  published_at: time()
    .readOnly()
    .description("When the rental was published; null while it is not, and only the account's tokens see it."),
  reviews_count: integer().readOnly().present().description("The number of guest reviews, without dismissed ones."),
  reviews_average_rating: decimal().readOnly().description("The average rating; null without ratings."),
};

/** Size and capacity. */
export const size = {
  sleeps: upToHundred().description(
    "The standard number of guests, for which static rates are computed. The limit if sleeps_max is not set.",
  ),
  sleeps_max: upToHundred().description(
    "The maximum number of guests, with extra beds. Larger stays are refused. If null or 0, sleeps is the limit.",
  ),
  bedrooms_count: upToHundred().description("The advertised number of bedrooms."),
  bathrooms_count: upToHundred().description("The advertised number of bathrooms."),
  stories_count: upToHundred().description("The number of stories."),
  floor: string().description("The floor it is on."),
  surface: integer({ min: 1 }).description("The living area, in surface_unit."),
  surface_unit: oneOf(surfaceUnits).description(
    "metric for square meters, imperial for square feet. Required with surface.",
  ),
};

/** Public location. */
export const location = {
  lat: float({ min: -90, max: 90 }).description("Latitude in degrees, north positive."),
  lng: float({ min: -180, max: 180 }).description("Longitude in degrees, east positive."),
  city: string().matchedByPart().description("The city or village."),
  state: string().description("The state, region or province."),
  country_code: string({ maxLength: 2, format: countryCode }).description(
    "The country: two letters, ISO 3166-1. Required with address1.",
  ),
};

/** Booking and check-in rules. */
export const stay = {
  bookable_online: boolean().neverNull().description("Whether guests can book without confirmation."),
  bookable_on_request: boolean()
    .readOnly()
    .present()
    .description("Whether guests can request a stay for the account to confirm."),
  instantly_bookable: boolean().readOnly().present().description("Whether a payment alone confirms a booking."),
  checkin_type: oneOf(checkinTypes).description("How guests get in, such as lockbox; null if unknown."),
  checkin_time: hour().description(
    "The hour from which guests may arrive, such as 16. Null for the account's default.",
  ),
  checkin_end_time: integer({ min: 0, max: 48 }).description(
    "The hour until which guests may arrive; 25 is 1:00 the next day. Null for no limit.",
  ),
  checkout_time: hour().description("The hour by which guests leave. Null for the account's default."),
  absolute_min_stay: integer()
    .readOnly()
    .description("The minimum nights of every stay, regardless of seasons and maps. Null for no limit."),
  preparation_days: integer({ min: 0, max: maxPreparationDays })
    .neverNull()
    .description(
      "The nights before arrival and after departure of every booked or tentative stay that are closed for other stays.",
    ),
  time_zone: string({ minLength: 1, format: formats.timeZone })
    .neverNull()
    .description(
      "The IANA time zone, such as Europe/Lisbon. It decides when an arrival day ends. Defaults to the account's.",
    ),
};

/** Prices and deposits. Percentages and days are integers. */
export const money = {
  currency: currencyCode()
    .presentOrAbsent()
    .description("The currency of all the rental's amounts. Defaults to the account's."),
  base_rate: amount({ min: 0, exclusive: true }).description(
    "The rate per night (or week, see base_rate_kind) before seasons and rules. If null, nights without a written rate cannot be sold.",
  ),
  base_rate_kind: oneOf(baseRateKinds)
    .presentOrAbsent()
    .description(
      "Whether base_rate and absolute_min_price are nightly or weekly. A weekly rate counts one seventh per night.",
    ),
  absolute_min_price: amount({ min: 0 }).description("The minimum price of every night. Null for no minimum."),
  min_price: decimal()
    .readOnly()
    .description("The lowest final nightly rate of the rental's static rates; null without any."),
  max_price: decimal()
    .readOnly()
    .description("The highest final nightly rate of the rental's static rates; null without any."),
  // Prices of a stay, which only a search has.
  initial_price: float()
    .from("null::double precision")
    .description("The stay's rental price. Only in a search with dates."),
  final_price: float()
    .from("null::double precision")
    .description("The stay's total with required fees and added taxes. Only in a search with dates."),
  rounding_kind: oneOf(roundingKinds)
    .presentOrAbsent()
    .description(
      "How a stay's rental price is finally rounded: not at all, up to the whole unit, to the next ten, or to the next 9.",
    ),
  price_public_notes: translated().readOnly().description("Notes about prices that may be shown to guests."),
  downpayment: integer({ min: 0, max: 100 }).neverNull().description("The percentage of the price due at booking."),
  balance_due: integer({ min: 0, max: 1000 })
    .neverNull()
    .description("Days before arrival at which the balance is due."),
  damage_deposit: amount({ min: 0 }).description("The damage deposit. Null for none."),
  charge_damage_deposit_on_arrival: boolean()
    .readOnly()
    .present()
    .description("Whether the deposit is collected on arrival rather than at booking."),
  damage_deposit_collection_method: string().readOnly().description("How the deposit is collected; null if unknown."),
  damage_deposit_external_collection_method_name: string()
    .readOnly()
    .description("The collection method's name, if it is external."),
  damage_deposit_authorized_before: integer({ min: 0, max: 60 }).description(
    "Days before arrival on which Roost authorizes the deposit on the guest's card. Null for the account's days.",
  ),
  refund_damage_deposit_after: integer({ min: 0, max: 60 }).description(
    "Days after departure after which the deposit is released or refunded. Null for the account's days.",
  ),
  mid_term_pricing_active: boolean()
    .neverNull()
    .description("Whether only the mid-term rate map prices stays of 31 nights or more."),
  nightly_rates_managed_externally: boolean()
    .neverNull()
    .description("Whether an application writes the nightly rates. Seasons and periods then have no effect."),
};

/** Attributes that are not public. */
export const privateDetails = {
  address1: string().readBy("rentals_read").description("The first address line."),
  address2: string().readBy("rentals_read").description("The second address line."),
  zip: string().readBy("rentals_read").description("The postal code."),
  checkin_details: translated({ multiline: true })
    .readBy("rentals_read")
    .description("Check-in instructions for booked guests, such as where to find the key."),
  checkout_details: translated({ multiline: true })
    .readBy("rentals_read")
    .description("Check-out instructions for booked guests."),
  notes: text({ maxLength: 1000 }).readBy("rentals_read").description("Internal notes for the account's users."),
  owner_fullname: string({ maxLength: 100 }).readBy("rentals_read").description("The owner's name."),
  owner_email: string({ format: formats.email }).readBy("rentals_read").description("The owner's e-mail address."),
  owner_notes: string({ maxLength: 2000, multiline: true })
    .readBy("rentals_read")
    .description("Notes about the owner."),
};
