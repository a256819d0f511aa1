import { id, string, text, time, timestamps } from "../../../kernel/attribute.ts";
import { localeSet } from "../../../kernel/locales.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { changedByItsAuthor, defineResource } from "../../../kernel/resource.ts";
import { clientSearch } from "./client-search.ts";
import { addressGroup, detailList, emailGroup, phoneGroup } from "./detail-groups.ts";

/** A guest, and how to reach them (service.md, Client). */
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
    // The three names follow from each other (client-name.ts).
    fullname: string({ maxLength: 150 })
      .persistedByOperation()
      .personal()
      .description("The whole name. Write it, or firstname and lastname: each follows from the other."),
    firstname: string({ maxLength: 150 })
      .persistedByOperation()
      .personal()
      .description("The first name: the first word of fullname."),
    lastname: string({ maxLength: 150 })
      .persistedByOperation()
      .personal()
      .description("The last name: what follows the first word of fullname."),
    notes: text({ maxLength: 5000 }).personal().description("Notes for the account's own people."),
    passport: string({ maxLength: 50 }).personal().description("The number of a passport or identity card."),
    preferred_locale: string()
      .among(localeSet)
      .description("The language to write in: one of the account's selected_locales; null for the account's default."),
    company: string().personal().description("The company that the client books for."),
    vat_number: string().personal().description("The company's VAT number."),
    forget_me_at: time()
      .readOnly()
      .description("When the client's personal data was erased; null for one that is known."),
    processing_restricted_at: time()
      .readOnly()
      .description("Since when the personal data is shown to the account's own people only; null where it is not."),
    merged_at: time()
      .readOnly()
      .description("When it turned out to be the same guest as another client, and ended; null for one that has not."),
  },
  relations: {
    account: owner(),
    merged_into: one("clients").description(
      "The record of the same guest that was kept; null for one that was not merged.",
    ),
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
