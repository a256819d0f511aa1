import { type Field, field } from "../../../components/fields/field.ts";

/** The general settings, in the parts that are saved together (src/modules/platform/preferences/general-settings.ts). */
export const accountFields = {
  business: [
    ...[field("business_name", "text", true), field("email", "email"), field("phone"), field("mobile")],
    ...[field("website"), field("address1"), field("address2"), field("zip"), field("city"), field("state")],
    field("country_code", "country"),
  ],
  letterhead: [
    ...[field("legal_name"), field("vat_number"), field("tax_number"), field("registration_number")],
    ...[field("bank_account_holder"), field("iban"), field("bic"), field("invoice_prefix")],
    ...[field("vat_exemption_reason"), field("invoice_footer", "notes")],
  ],
  defaults: [
    ...[field("default_currency", "currency", true), field("time_zone", "zone", true)],
    ...[field("default_communication_locale", "locale", true), field("default_arrival_time", "count", true)],
    ...[field("default_arrival_end_time", "count"), field("default_departure_time", "count", true)],
    ...[field("default_downpayment", "count", true), field("default_balance_due", "count", true)],
    ...[field("damage_deposit_authorized_before", "count"), field("damage_deposit_released_after", "count", true)],
  ],
  mails: [
    ...[field("mail_sender_name"), field("mail_reply_to", "email"), field("mails_booking_confirmations", "switch")],
    ...[field("mails_balance_reminders", "switch"), field("mail_guests_from_api", "switch")],
  ],
} as const;

export type AccountPart = keyof typeof accountFields;
export type AccountField = Field<(typeof accountFields)[AccountPart][number]["name"]>;
