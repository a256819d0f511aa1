import { countryCode } from "../../../core/countries.ts";
import { id, oneOf, string, text, time, timestamps } from "../../../kernel/attribute.ts";
import { locales } from "../../../kernel/locales.ts";
import { owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { someOf } from "../../../kernel/some-of.ts";
import { formats } from "../../../kernel/values/text.ts";
import { phones } from "./phones.ts";

const line = () => string({ maxLength: 100 }).personal();

/** An owner or manager to contact about rentals (the reference, contacts). */
export const contact = defineResource("contacts", {
  singular: "contact",
  description: "A person to contact about rentals, such as an owner or manager, with contact details.",
  readScopes: ["public", "rentals_read", "rentals_write"],
  attributes: {
    id: id(),
    fullname: string()
      .from("contacts.firstname || ' ' || contacts.lastname")
      .personal()
      .description("The full name: firstname and lastname."),
    spoken_languages: someOf(locales, "locales").required().description("The locales that the contact speaks."),
    email: string({ format: formats.email }).required().personal().description("The e-mail address."),
    phones: phones().neverNull().personal().description("The phone numbers. A write replaces the whole array."),
    website: string({ maxLength: 2000, format: formats.url }).personal().description("The contact's website."),
    private_notes: text().personal().description("Internal notes for the account's users."),
    address1: line().required().description("The first address line."),
    address2: line().description("The second address line."),
    city: line().matchedByPart().required().description("The city of the address."),
    state: line().description("The state, region or province of the address."),
    zip: string({ maxLength: 15 }).required().personal().description("The postal code of the address."),
    country_code: string({ maxLength: 2, format: countryCode })
      .required()
      .description("The country of the address: two letters, ISO 3166-1."),
    firstname: string({ maxLength: 100 }).required().personal().description("The first name."),
    lastname: string({ maxLength: 100 }).required().personal().description("The last name."),
    gender: oneOf(["male", "female"]).personal().description("male or female; null if unknown."),
    ...timestamps(),
    canceled_at: time().readOnly().description("When the contact was deleted; null while it exists."),
    forget_me_at: time().readOnly().description("When the contact's personal data was erased; null if it was not."),
    processing_restricted_at: time()
      .readOnly()
      .description(
        "When processing was restricted; null if it is not. Only the account's own people then see the personal data.",
      ),
  },
  relations: { account: owner() },
  personalData: {
    erased: "contacts.forget_me_at is not null",
    restricted: "contacts.processing_restricted_at is not null",
  },
  deletion: { column: "canceled_at", singleRead: "shown" },
  // Personal data: only tokens that an account granted may read it.
  published: "false",
});
