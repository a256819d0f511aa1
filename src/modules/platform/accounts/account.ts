import Type, { type TSchema } from "typebox";
import { countries } from "../../../core/countries.ts";
import { boolean, id, oneOf, string, structure, timestamps } from "../../../kernel/attribute.ts";
import { locales } from "../../../kernel/locales.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { problem } from "../../../kernel/values/value-type.ts";

/** JSON that the database makes or keeps and no write of the API sets. */
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
 * The account of the property manager. Everything else belongs to one; it belongs to itself. What the registry lists flat
 * (phone, mobile, default_arrival_time …) is the inside of `phones` and `preferences`, as its sample shows.
 */
export const account = defineResource("accounts", {
  singular: "account",
  description:
    "An account: the business that rents out, how to reach it, its locales and its preferences for bookings.",
  tenancy: "itself",
  readScopes: ["public"],
  attributes: {
    id: id(),
    address1: string().readOnly().description("First line of the business's address."),
    address2: string().readOnly().description("Second line of the address."),
    business_name: string().readOnly().present().description("What the business is called, also towards guests."),
    city: string().matchedByPart().readOnly().description("The city of the address."),
    country_code: string()
      .among(countries)
      .readOnly()
      .description("The country of the address: two letters, ISO 3166-1."),
    default_locale: oneOf(locales)
      .readOnly()
      .present()
      .description("The locale of texts that name no other, and the one in which required texts must be given."),
    email: string().readOnly().description("Where the business is written to."),
    selected_locales: shown("Array", Type.Array(Type.String()))
      .from("to_json(accounts.selected_locales)")
      .present()
      .description("The locales in which the account keeps its texts."),
    state: string().readOnly().description("The state, region or province of the address."),
    time_zone: string()
      .readOnly()
      .present()
      .description("The IANA time zone, such as Europe/Lisbon, of rentals that name none of their own."),
    status: oneOf(["trial", "paying", "suspended"]).readOnly().present().description("trial, paying or suspended."),
    website: string().readOnly().description("The business's own website."),
    zip: string().readOnly().description("The postal code of the address."),
    demo: boolean()
      .readOnly()
      .present()
      .description("Whether the account was made to show the service; its records are invented."),
    test: boolean()
      .readOnly()
      .present()
      .description("Whether the account is used for tests, and its bookings are none."),
    // The registry says Boolean; an address to write to is a text.
    inbox_email: string().readOnly().description("The address under which the account's inbox takes mail."),
    ...timestamps(),
    phones: shown("Object", phoneNumbers)
      .from(
        "json_build_object('phone', coalesce(accounts.phone, ''), 'mobile', coalesce(accounts.mobile, '')," +
          " 'fax', coalesce(accounts.fax, ''))",
      )
      .present()
      .description("How the business is called: phone, mobile and fax; an empty text where there is none."),
    preferences: shown("Object", preferences)
      .from(
        "json_build_object('bookings', json_build_object('default_arrival_time', accounts.default_arrival_time," +
          " 'default_arrival_end_time', accounts.default_arrival_end_time," +
          " 'default_departure_time', accounts.default_departure_time," +
          " 'default_communication_locale', accounts.default_communication_locale))",
      )
      .present()
      .description(
        "Defaults for bookings. Times are hours of the day; an arrival may end after midnight (25 is one o'clock).",
      ),
    privacy_policy: shown("Object", Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])))
      .present()
      .description("The privacy policy that guests are shown, by locale."),
  },
  relations: {},
});
