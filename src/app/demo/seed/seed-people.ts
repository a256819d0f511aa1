import type { DemoAccount } from "@roost/demo/content/accounts.ts";
import { slug } from "@roost/demo/content/destinations.ts";
import { owners, templates } from "@roost/demo/content/people-texts.ts";
import { inLocales } from "@roost/demo/content/texts.ts";
import type { InProcessApi } from "./in-process-api.ts";

/** An account's contacts and hosts by full name, and the rentals' owners. */
export interface SeededPeople {
  readonly contacts: ReadonlyMap<string, number>;
  readonly hosts: ReadonlyMap<string, number>;
  /** The contact that owns a rental, by the rental's name. */
  readonly owners: ReadonlyMap<string, number>;
  /** The message template to write before an arrival: the first. */
  readonly template: number;
}

/** Creates an account's contacts, hosts and message templates. */
export async function seedPeople(counter: InProcessApi, account: DemoAccount): Promise<SeededPeople> {
  const contacts = new Map<string, number>();
  const hosts = new Map<string, number>();
  for (const name of new Set(account.rentals.map(({ contact }) => contact))) {
    const person = personOf(name, account);
    hosts.set(name, await counter.create("/hosts", "hosts", person));
    contacts.set(name, await counter.create("/contacts", "contacts", { ...person, ...atHome(account) }));
  }
  const written: number[] = [];
  for (const { name, subject, body } of templates) {
    const texts = { subject: inLocales(subject, account.locales), body: inLocales(body, account.locales) };
    written.push(await counter.create("/inbox/message_templates", "message_templates", { name, ...texts }));
  }
  const [template] = written;
  if (template === undefined) throw new Error("The demo has no message template.");
  return { contacts, hosts, owners: await seedOwners(counter, account), template };
}

async function seedOwners(counter: InProcessApi, account: DemoAccount): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  const own = new Set(account.rentals.map(({ attributes }) => attributes.name));
  for (const { rentals, ...person } of owners.filter(({ rentals: names }) => names.some((name) => own.has(name)))) {
    const email = `${slug(person.firstname)}.${slug(person.lastname)}@example.com`;
    const id = await counter.create("/contacts", "contacts", { ...person, email });
    for (const name of rentals) ids.set(name, id);
  }
  return ids;
}

function personOf(name: string, { details }: DemoAccount): { firstname: string; lastname: string; email: string } {
  const [firstname = "", ...rest] = name.split(" ");
  const domain = String(details.email).split("@").at(-1) ?? "example.com";
  return { firstname, lastname: rest.join(" "), email: `${slug(firstname)}@${domain}` };
}

/** Contacts have the account's address and speak its languages. */
function atHome({ details: { address1, city, state, zip, country_code, phone }, locales }: DemoAccount): object {
  const phones = phone === undefined ? [] : [{ label: "office", number: phone }];
  return { address1, city, state, zip, country_code, phones, spoken_languages: locales };
}

/** Sets a rental's manager and owner. */
export async function seedRentalContacts(
  counter: InProcessApi,
  rental: { readonly id: number; readonly name: string; readonly contact: number },
  people: SeededPeople,
): Promise<void> {
  const path = `/rentals/${rental.id}/rental_contacts`;
  const manager = { contact_id: rental.contact, kind: "manager", roles: ["general", "reservations", "requests"] };
  await counter.create(path, "rental_contacts", manager);
  const owner = people.owners.get(rental.name);
  if (owner === undefined) return;
  await counter.create(path, "rental_contacts", { contact_id: owner, kind: "owner", roles: ["contract", "invoices"] });
}
