import { countryCode } from "../../../core/countries.ts";
import { currencies } from "../../../core/currencies.ts";
import { boolean, id, integer, oneOf, string, timestamps } from "../../../kernel/attribute.ts";
import { locales } from "../../../kernel/locales.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { formats } from "../../../kernel/values/text.ts";

/** Who the business is, as the account and its mails show it. */
const business = {
  business_name: string({ minLength: 1 }).required().description("What the business is called, also towards guests."),
  email: string({ format: formats.email }).description("Where the business is written to."),
  phone: string({ maxLength: 50, format: formats.phone }).description("Its landline."),
  mobile: string({ maxLength: 50, format: formats.phone }).description("Its mobile phone."),
  website: string({ maxLength: 2000, format: formats.url }).description("Its own website."),
  address1: string({ maxLength: 100 }).description("First line of its address."),
  address2: string({ maxLength: 100 }).description("Second line of the address."),
  city: string({ maxLength: 100 }).matchedByPart().description("The city of the address."),
  state: string({ maxLength: 100 }).description("The state, region or province of the address."),
  zip: string({ maxLength: 15 }).description("The postal code of the address."),
  country_code: string({ maxLength: 2, format: countryCode }).description("Its country: two letters, ISO 3166-1."),
};

/** What applies where nothing else is said. */
const defaults = {
  default_communication_locale: oneOf(locales, "one of the locales")
    .neverNull()
    .description("The language in which guests are written to who have named none: one of the selected_locales."),
  time_zone: string({ minLength: 1, format: formats.timeZone })
    .neverNull()
    .description("The IANA time zone of new rentals that name none, such as Europe/Lisbon."),
  default_arrival_time: integer({ min: 0, max: 24 })
    .neverNull()
    .description("The hour of the day from which guests arrive where a rental says nothing else."),
  default_arrival_end_time: integer({ min: 0, max: 48 }).description(
    "The hour until which they arrive; 25 is one o'clock in the night. Null for no end.",
  ),
  default_departure_time: integer({ min: 0, max: 24 })
    .neverNull()
    .description("The hour by which they leave where a rental says nothing else."),
  default_currency: oneOf(currencies, "one of the currencies")
    .neverNull()
    .description("The currency of new rentals that name none."),
  default_downpayment: integer({ min: 0, max: 100 })
    .neverNull()
    .description("Percent of the price that is due when booking, for new rentals that name none."),
  default_balance_due: integer({ min: 0, max: 1000 })
    .neverNull()
    .description("Days before arrival on which the rest is due, for new rentals that name none."),
};

/** How guests are written to. */
const mails = {
  mail_sender_name: string({ maxLength: 100 }).description(
    "The name that mails to guests come from; null for business_name.",
  ),
  mail_reply_to: string({ format: formats.email }).description("Where guests answer to; null for email."),
  mails_booking_confirmations: boolean()
    .neverNull()
    .description("Whether guests are mailed when their booking is confirmed."),
  mails_balance_reminders: boolean()
    .neverNull()
    .description("Whether guests are reminded on the day on which the rest of the price is due."),
  mail_guests_from_api: boolean()
    .neverNull()
    .description(
      "Whether messages in conversations that an application created through the API are mailed to guests. Off unless switched on: an application that imports old threads would mail every guest again.",
    ),
};

/** The general settings of an account (conventions.md, Resources beyond the catalogue): its own row, under its own id. */
export const generalSettings = defineResource("preferences_general_settings", {
  singular: "preferences_general_setting",
  description: "The general settings of an account, under the account's own id: the business, its defaults, its mails.",
  table: "accounts",
  tenancy: "itself",
  recorded: { sharesRows: true },
  readScopes: ["preferences_read", "preferences_write"],
  attributes: { id: id().description("The account's."), ...business, ...defaults, ...mails, ...timestamps() },
  relations: {},
});
