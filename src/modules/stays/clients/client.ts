import { id, string, text, time, timestamps } from "../../../kernel/attribute.ts";
import { localeSet } from "../../../kernel/locales.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { changedByItsAuthor, defineResource } from "../../../kernel/resource.ts";
import { clientSearch } from "./client-search.ts";
import { addressGroup, detailList, emailGroup, phoneGroup } from "./detail-groups.ts";

/** A guest and their contact details (service.md, Client). */
export const client = defineResource("clients", {
  singular: "client",
  description: "A guest or another person who books, with addresses, e-mail addresses and phone numbers.",
  readScopes: ["clients_read", "clients_write"],
  attributes: {
    id: id(),
    addresses: detailList(addressGroup).personal(),
    emails: detailList(emailGroup).personal(),
    phones: detailList(phoneGroup).personal(),
    ...timestamps(),
    // client-name.ts keeps the three names consistent.
    fullname: string({ maxLength: 150 })
      .persistedByOperation()
      .personal()
      .description(
        "The full name, with titles. Write either it or firstname and lastname; each sets the other. `Family, Given` becomes `Given Family`.",
      ),
    firstname: string({ maxLength: 150 })
      .persistedByOperation()
      .personal()
      .description("The first name: the first word of fullname after titles such as Dr. or Frau."),
    lastname: string({ maxLength: 150 })
      .persistedByOperation()
      .personal()
      .description("The last name: the rest of fullname, with particles such as von der."),
    notes: text({ maxLength: 5000 }).personal().description("Internal notes for the account's users."),
    passport: string({ maxLength: 50 }).personal().description("The passport or identity card number."),
    preferred_locale: string()
      .among(localeSet)
      .description(
        "The language for messages: one of the account's selected_locales. Null means the account's default.",
      ),
    company: string().personal().description("The company that the client books for."),
    vat_number: string().personal().description("The company's VAT number."),
    forget_me_at: time().readOnly().description("When the client's personal data was erased; null if it was not."),
    processing_restricted_at: time()
      .readOnly()
      .description(
        "When processing was restricted; null if it is not. Only the account's own people then see the personal data.",
      ),
    merged_at: time().readOnly().description("When it was merged into another client; null if it was not."),
  },
  relations: {
    account: owner(),
    merged_into: one("clients").description("The client it was merged into; null if it was not."),
  },
  deletion: { column: "merged_at", singleRead: "shown" },
  changeable: changedByItsAuthor("clients"),
  personalData: {
    erased: "clients.forget_me_at is not null",
    restricted: "clients.processing_restricted_at is not null",
  },
  counted: {},
  search: clientSearch,
});
