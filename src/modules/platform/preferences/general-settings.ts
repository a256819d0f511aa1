import { countryCode } from "../../../core/countries.ts";
import {
  boolean,
  currencyCode,
  id,
  integer,
  oneOf,
  storedFile,
  string,
  text,
  timestamps,
} from "../../../kernel/attribute.ts";
import { signedUrl } from "../../../kernel/files/file-urls.ts";
import { locales } from "../../../kernel/locales.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { formats } from "../../../kernel/values/text.ts";
import { maxFileBytes } from "../files/upload.ts";
import { bic, iban, taxIdentifier } from "./bank-formats.ts";

/** The business's details, shown in the account and in mails. */
const business = {
  business_name: string({ minLength: 1 }).required().description("The business's name, also shown to guests."),
  email: string({ format: formats.email }).description("The business's e-mail address."),
  phone: string({ maxLength: 50, format: formats.phone }).description("Landline number."),
  mobile: string({ maxLength: 50, format: formats.phone }).description("Mobile number."),
  website: string({ maxLength: 2000, format: formats.url }).description("The business's website."),
  address1: string({ maxLength: 100 }).description("First line of the address."),
  address2: string({ maxLength: 100 }).description("Second line of the address."),
  city: string({ maxLength: 100 }).matchedByPart().description("The city of the address."),
  state: string({ maxLength: 100 }).description("The state, region or province of the address."),
  zip: string({ maxLength: 15 }).description("The postal code of the address."),
  country_code: string({ maxLength: 2, format: countryCode }).description("Two-letter country code, ISO 3166-1."),
};

/** The business's details for its invoices (docs/guides/invoices.md). */
const letterhead = {
  legal_name: string({ maxLength: 150 }).description("The legal name on invoices; null for business_name."),
  vat_number: string({ maxLength: 30, format: taxIdentifier }).description(
    "The VAT number with its country's prefix, such as DE123456789.",
  ),
  tax_number: string({ maxLength: 30, format: taxIdentifier }).description("The number at the local tax office."),
  registration_number: string({ maxLength: 100 }).description("The entry in a company register."),
  bank_account_holder: string({ maxLength: 150 }).description("The bank account's holder; null for the legal name."),
  iban: string({ maxLength: 42, format: iban }).description("The IBAN to which guests transfer."),
  bic: string({ maxLength: 11, format: bic }).description("The bank's BIC."),
  invoice_prefix: string({ maxLength: 10 }).description("Precedes the numbers of invoices: RE- gives RE-2027-0001."),
  invoice_footer: text({ maxLength: 500 }).description("A text at the foot of invoices."),
  vat_exemption_reason: string({ maxLength: 200 }).description(
    "Why amounts without VAT have none, on invoices; null for a general sentence.",
  ),
  logo: storedFile(maxFileBytes).description(
    "The logo of invoices, PNG or JPEG, in base64 or as a form part. Null removes it.",
  ),
  logo_url: string()
    .from(
      `(select ${signedUrl("account_logos", "stored_file_id")} from account_logos where account_logos.account_id = accounts.id)`,
    )
    .description("The download URL of the logo, valid for about a day without a token; null without one."),
};

/** Defaults for rentals and communication. */
const defaults = {
  default_communication_locale: oneOf(locales, "one of the locales")
    .neverNull()
    .description("Language for guests without a preferred language: one of the selected_locales."),
  time_zone: string({ minLength: 1, format: formats.timeZone })
    .neverNull()
    .description("Default IANA time zone of new rentals, such as Europe/Lisbon."),
  default_arrival_time: integer({ min: 0, max: 24 })
    .neverNull()
    .description("Hour from which guests can arrive, unless the rental sets its own."),
  default_arrival_end_time: integer({ min: 0, max: 48 }).description(
    "Hour until which guests can arrive; 25 is 1 a.m. Null for no limit.",
  ),
  default_departure_time: integer({ min: 0, max: 24 })
    .neverNull()
    .description("Hour by which guests must leave, unless the rental sets its own."),
  default_currency: currencyCode().neverNull().description("Default currency of new rentals."),
  default_downpayment: integer({ min: 0, max: 100 })
    .neverNull()
    .description("Default percentage of the price due on booking, for new rentals."),
  default_balance_due: integer({ min: 0, max: 1000 })
    .neverNull()
    .description("Default number of days before arrival on which the balance is due, for new rentals."),
  damage_deposit_authorized_before: integer({ min: 0, max: 60 }).description(
    "Days before arrival on which Roost authorizes damage deposits on guests' cards, unless the rental sets its own. Null: only a person authorizes.",
  ),
  damage_deposit_released_after: integer({ min: 0, max: 60 })
    .neverNull()
    .description("Days after departure on which Roost releases damage deposits, unless the rental sets its own."),
};

/** Settings for mails to guests. */
const mails = {
  mail_sender_name: string({ maxLength: 100 }).description("Sender name of e-mails to guests; null for business_name."),
  mail_reply_to: string({ format: formats.email }).description("Reply address of e-mails to guests; null for email."),
  mails_booking_confirmations: boolean()
    .neverNull()
    .description("Whether guests get an e-mail when their booking is confirmed."),
  mails_balance_reminders: boolean()
    .neverNull()
    .description("Whether guests get a reminder on the day the balance is due."),
  mail_guests_from_api: boolean()
    .neverNull()
    .description(
      "Whether messages in conversations that an application created through the API are e-mailed to guests. Off by default, because importing old threads would e-mail every guest again.",
    ),
};

/** An account's general settings (conventions.md, Resources beyond the catalogue), stored in its own row under its own id. */
export const generalSettings = defineResource("preferences_general_settings", {
  singular: "preferences_general_setting",
  description: "An account's general settings, under the account's id: its business details, defaults and e-mails.",
  table: "accounts",
  tenancy: "itself",
  recorded: { sharesRows: true },
  readScopes: ["preferences_read", "preferences_write"],
  attributes: {
    id: id().description("The account's id."),
    ...business,
    ...letterhead,
    ...defaults,
    ...mails,
    ...timestamps(),
  },
  relations: {},
});
