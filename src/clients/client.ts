import { id, string, text, time, timestamps } from "../kernel/attribute.ts";
import { one } from "../kernel/relation.ts";
import { changedByItsAuthor, defineResource } from "../kernel/resource.ts";
import { addressGroup, detailList, emailGroup, phoneGroup } from "./detail-groups.ts";

/** A guest, and how to reach them (service.md, Client). */
export const client = defineResource("clients", {
  singular: "client",
  purpose: "A guest or another person who books, with addresses, e-mail addresses and phone numbers.",
  readScopes: ["clients_read", "clients_write"],
  attributes: {
    id: id(),
    addresses: detailList(addressGroup),
    emails: detailList(emailGroup),
    phones: detailList(phoneGroup),
    ...timestamps(),
    // The three names follow from each other (client-name.ts).
    fullname: string({ maxLength: 150 }).storedByVerb(),
    firstname: string({ maxLength: 150 }).storedByVerb(),
    lastname: string({ maxLength: 150 }).storedByVerb(),
    notes: text({ maxLength: 5000 }),
    passport: string({ maxLength: 50 }),
    preferred_locale: string().meaning("The language to write in: one of the account's selected_locales."),
    company: string(),
    vat_number: string(),
    forget_me_at: time().readOnly(),
    processing_restricted_at: time().readOnly(),
  },
  relations: { account: one("accounts") },
  changeable: changedByItsAuthor("clients"),
});
