import { countryCode } from "../../../core/countries.ts";
import { id, oneOf, string, text, time, timestamps } from "../../../kernel/attribute.ts";
import { locales } from "../../../kernel/locales.ts";
import { owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { someOf } from "../../../kernel/some-of.ts";
import { formats } from "../../../kernel/values/text.ts";
import { phones } from "./phones.ts";

const line = () => string({ maxLength: 100 }).personal();

/** Somebody to ask about rentals: an owner or a manager (the reference, contacts). */
export const contact = defineResource("contacts", {
  singular: "contact",
  description: "Somebody to contact about rentals, such as their owner or manager, and how to reach them.",
  readScopes: ["public", "rentals_read", "rentals_write"],
  attributes: {
    id: id(),
    fullname: string()
      .from("contacts.firstname || ' ' || contacts.lastname")
      .personal()
      .description("The whole name: firstname and lastname."),
    spoken_languages: someOf(locales, "locales").required().description("The locales that the contact speaks."),
    email: string({ format: formats.email }).required().personal().description("Where the contact is written to."),
    phones: phones().neverNull().personal().description("How the contact is called; a write replaces the whole array."),
    website: string({ maxLength: 2000, format: formats.url }).personal().description("The contact's own website."),
    private_notes: text().personal().description("Notes for the account's own people."),
    address1: line().required().description("First line of the address."),
    address2: line().description("Second line of the address."),
    city: line().matchedByPart().required().description("The city of the address."),
    state: line().description("The state, region or province of the address."),
    zip: string({ maxLength: 15 }).required().personal().description("The postal code of the address."),
    country_code: string({ maxLength: 2, format: countryCode })
      .required()
      .description("The country of the address: two letters, ISO 3166-1."),
    firstname: string({ maxLength: 100 }).required().personal().description("The first name."),
    lastname: string({ maxLength: 100 }).required().personal().description("The last name."),
    gender: oneOf(["male", "female"]).personal().description("male or female; null when nobody said."),
    ...timestamps(),
    canceled_at: time().readOnly().description("When the contact was deleted; null while it is there."),
    forget_me_at: time()
      .readOnly()
      .description("When the contact's personal data was erased; null for one that is known."),
    processing_restricted_at: time()
      .readOnly()
      .description("Since when the personal data is shown to the account's own people only; null where it is not."),
  },
  relations: { account: owner() },
  personalData: {
    erased: "contacts.forget_me_at is not null",
    restricted: "contacts.processing_restricted_at is not null",
  },
  deletion: { column: "canceled_at", singleRead: "shown" },
  // Addresses and notes of people: for whom an account has let in, and for nobody else.
  published: "false",
});
