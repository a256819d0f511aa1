import Type, { type TSchema } from "typebox";
import { countries } from "../../../core/countries.ts";
import { boolean, id, oneOf, string, structure, timestamps } from "../../../kernel/attribute.ts";
import { locales } from "../../../kernel/locales.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { problem } from "../../../kernel/values/value-type.ts";

/** Read-only JSON that the database computes or stores. */
const shown = (title: string, schema: TSchema) =>
  structure({
    title,
    schema,
    accept: () => problem("is read-only"),
    isValue: (candidate): candidate is object => typeof candidate === "object" && candidate !== null,
  }).readOnly();

const hour = Type.Union([Type.Integer(), Type.Null()]);
const phoneNumbers = Type.Object({
  phone: Type.String({ description: "A landline." }),
  mobile: Type.String({ description: "A mobile phone." }),
  fax: Type.String({ description: "A fax machine." }),
});
const preferences = Type.Object({
  bookings: Type.Object({
    default_arrival_time: Type.Integer(),
    default_arrival_end_time: hour,
    default_departure_time: Type.Integer(),
    default_communication_locale: Type.String(),
  }),
});

/**
 * The property manager's account, which owns all other resources. The registry lists phone, mobile, default_arrival_time … flat, but
 * as in its sample they are inside `phones` and `preferences`.
 */
export const account = defineResource("accounts", {
  singular: "account",
  description: "An account: the rental business, its contact details, its locales and its preferences for bookings.",
  tenancy: "itself",
  readScopes: ["public"],
  attributes: {
    id: id(),
    address1: string().readOnly().description("First line of the business's address."),
    address2: string().readOnly().description("Second line of the address."),
    business_name: string().readOnly().present().description("The business's name, also shown to guests."),
    city: string().matchedByPart().readOnly().description("The city of the address."),
    country_code: string()
      .among(countries)
      .readOnly()
      .description("Two-letter country code of the address, ISO 3166-1."),
    default_locale: oneOf(locales)
      .readOnly()
      .present()
      .description("Default locale of texts. Required texts must be present in this locale."),
    email: string().readOnly().description("The business's e-mail address."),
    selected_locales: shown("Array", Type.Array(Type.String()))
      .from("to_json(accounts.selected_locales)")
      .present()
      .description("The locales of the account's texts."),
    state: string().readOnly().description("The state, region or province of the address."),
    time_zone: string().readOnly().present().description("Default IANA time zone of rentals, such as Europe/Lisbon."),
    status: oneOf(["trial", "paying", "suspended"]).readOnly().present().description("trial, paying or suspended."),
    website: string().readOnly().description("The business's website."),
    zip: string().readOnly().description("The postal code of the address."),
    demo: boolean().readOnly().present().description("Whether the account is a demo with invented records."),
    test: boolean()
      .readOnly()
      .present()
      .description("Whether the account is for tests, so that its bookings are not real."),
    // The registry says Boolean, but an address is a string.
    inbox_email: string().readOnly().description("The e-mail address of the account's inbox."),
    ...timestamps(),
    phones: shown("Object", phoneNumbers)
      .from(
        "json_build_object('phone', coalesce(accounts.phone, ''), 'mobile', coalesce(accounts.mobile, '')," +
          " 'fax', coalesce(accounts.fax, ''))",
      )
      .present()
      .description("The business's phone, mobile and fax numbers; empty strings for missing ones."),
    preferences: shown("Object", preferences)
      .from(
        "json_build_object('bookings', json_build_object('default_arrival_time', accounts.default_arrival_time," +
          " 'default_arrival_end_time', accounts.default_arrival_end_time," +
          " 'default_departure_time', accounts.default_departure_time," +
          " 'default_communication_locale', accounts.default_communication_locale))",
      )
      .present()
      .description("Defaults for bookings. Times are hours of the day. Arrival may end after midnight: 25 is 1 a.m."),
    privacy_policy: shown("Object", Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])))
      .present()
      .description("The privacy policy shown to guests, by locale."),
  },
  relations: {},
});
