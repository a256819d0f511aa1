import Type, { type TSchema } from "typebox";
import { boolean, id, oneOf, string, structure, timestamps } from "../kernel/attribute.ts";
import { defineResource } from "../kernel/resource.ts";
import { problem } from "../kernel/values/value-type.ts";

/** JSON that the database makes or keeps and no write of the API sets. */
const shown = (title: string, schema: TSchema) =>
  structure({
    title,
    schema,
    accept: () => problem("is read-only"),
    isValue: (candidate): candidate is object => typeof candidate === "object" && candidate !== null,
  }).readOnly();

const hour = Type.Union([Type.Integer(), Type.Null()]);
const phoneNumbers = Type.Object({ phone: Type.String(), mobile: Type.String(), fax: Type.String() });
const preferences = Type.Object({
  bookings: Type.Object({
    default_arrival_time: Type.Integer(),
    default_arrival_end_time: hour,
    default_departure_time: Type.Integer(),
    default_communication_locale: Type.String(),
  }),
});

/**
 * The account of the property manager. Everything else belongs to one; it belongs to itself. What the catalogue lists flat
 * (phone, mobile, default_arrival_time …) is the inside of `phones` and `preferences`, as its sample shows.
 */
export const account = defineResource("accounts", {
  singular: "account",
  purpose: "An account: the business that rents out, how to reach it, its locales and its preferences for bookings.",
  tenancy: "itself",
  readScopes: ["public"],
  attributes: {
    id: id(),
    address1: string().readOnly(),
    address2: string().readOnly(),
    business_name: string().readOnly(),
    city: string().readOnly(),
    country_code: string().readOnly(),
    default_locale: string().readOnly(),
    email: string().readOnly(),
    selected_locales: shown("Array", Type.Array(Type.String())).from("to_json(accounts.selected_locales)"),
    state: string().readOnly(),
    time_zone: string().readOnly().meaning("IANA; that of rentals which name none."),
    status: oneOf(["trial", "paying", "suspended"]).readOnly().meaning("trial, paying or suspended."),
    website: string().readOnly(),
    zip: string().readOnly(),
    demo: boolean().readOnly(),
    test: boolean().readOnly(),
    // The catalogue says Boolean; an address to write to is a text.
    inbox_email: string().readOnly(),
    ...timestamps(),
    phones: shown("Object", phoneNumbers).from(
      "json_build_object('phone', coalesce(accounts.phone, ''), 'mobile', coalesce(accounts.mobile, '')," +
        " 'fax', coalesce(accounts.fax, ''))",
    ),
    preferences: shown("Object", preferences)
      .from(
        "json_build_object('bookings', json_build_object('default_arrival_time', accounts.default_arrival_time," +
          " 'default_arrival_end_time', accounts.default_arrival_end_time," +
          " 'default_departure_time', accounts.default_departure_time," +
          " 'default_communication_locale', accounts.default_communication_locale))",
      )
      .meaning("Times are hours of the day; an arrival may end after midnight (25 is one o'clock)."),
    privacy_policy: shown("Object", Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]))),
  },
  relations: {},
});
