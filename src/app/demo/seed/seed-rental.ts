import { houseRules } from "@roost/demo/content/house-rules.ts";
import type { DemoRental } from "@roost/demo/content/rental.ts";
import { type DemoLocale, inLocales } from "@roost/demo/content/texts.ts";
import { takesFee } from "@roost/demo/plan/plan-booking.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import type { InProcessApi } from "./in-process-api.ts";
import type { AccountDependencies } from "./seed-account.ts";
import { type SeededPeople, seedRentalContacts } from "./seed-people.ts";

/** Ids of amenities by key, and of destinations by name. */
export interface References {
  readonly amenities: ReadonlyMap<string, number>;
  readonly destinations: ReadonlyMap<string, number>;
}

/** A created rental, with its rentals fees by fee id. */
export interface SeededRental {
  readonly id: number;
  readonly data: DemoRental;
  readonly fees: ReadonlyMap<number, number>;
}

/** Creates a rental with its rooms, amenities, taxes and fees. */
export async function seedRental(
  counter: InProcessApi,
  rental: DemoRental,
  locales: readonly DemoLocale[],
  parts: AccountDependencies,
  { amenities, destinations, people }: References & { readonly people: SeededPeople },
): Promise<SeededRental> {
  const contact = needed(people.contacts, rental.contact);
  const detailed = rental.details ?? {};
  const id = await counter.create("/rentals", "rentals", {
    ...rental.attributes,
    ...textsOf(rental, locales),
    house_rules: houseRules(rental, locales),
    rates_table_id: needed(parts.ratesTables, rental.season),
    rounding_kind: "round-up",
    destination_id: needed(destinations, rental.town),
    rentals_contact_id: contact,
    rentals_tag_ids: rental.tags.map((key) => needed(parts.rentalsTags, key)),
    amenity_ids: rental.amenities.filter((key) => !(key in detailed)).map((key) => needed(amenities, key)),
  });
  await seedRentalContacts(counter, { id, name: rental.attributes.name, contact }, people);
  for (const [key, details] of Object.entries(detailed)) {
    const amenity = { amenity_id: needed(amenities, key), details: inLocales(details, locales) };
    await counter.create(`/rentals/${id}/rentals_amenities`, "rentals_amenities", amenity);
  }
  for (const { path, name, counts } of rental.rooms) {
    const room = { ...(name ? { name: inLocales(name, locales) } : {}), ...counts };
    await counter.create(`/rentals/${id}/${path}`, path, room);
  }
  for (const { id: taxId, data } of parts.taxes) {
    if (data.currency !== rental.attributes.currency) continue;
    const element = { tax_id: taxId, tax_included_in_rate: data.included };
    await counter.create(`/rentals/${id}/rentals_taxes`, "rentals_taxes", element);
  }
  return { id, data: rental, fees: await seedRentalsFees(counter, id, rental, parts) };
}

async function seedRentalsFees(
  counter: InProcessApi,
  id: number,
  rental: DemoRental,
  parts: AccountDependencies,
): Promise<ReadonlyMap<number, number>> {
  const fees = new Map<number, number>();
  for (const { id: feeId, data } of parts.fees) {
    if (!takesFee(rental, data)) continue;
    const element = {
      fee_id: feeId,
      status: data.status,
      ...(data.maximumBookable === undefined ? {} : { maximum_bookable: data.maximumBookable }),
    };
    fees.set(feeId, await counter.create(`/rentals/${id}/rentals_fees`, "rentals_fees", element));
  }
  return fees;
}

function textsOf(rental: DemoRental, locales: readonly DemoLocale[]): Record<string, Record<string, string>> {
  const texts: Record<string, Record<string, string>> = { headline: {}, summary: {}, description: {} };
  for (const locale of locales) {
    for (const [name, text] of Object.entries(rental.texts[locale] ?? {}))
      texts[name] = { ...texts[name], [locale]: text };
  }
  return texts;
}

/** Sets the publication time of rentals, which no route can set. */
export async function publish(
  transaction: Transaction,
  account: number,
  rentals: readonly SeededRental[],
  day: string,
): Promise<void> {
  await transaction.run("update rentals set published_at = $3 where account_id = $1 and id = any ($2::bigint[])", [
    account,
    `{${rentals.map(({ id }) => id).join(",")}}`,
    `${day}T09:00:00Z`,
  ]);
}

/** Looks up the id for a key. @throws Error when it is missing: the demo's data is then wrong */
export function needed(ids: ReadonlyMap<string, number>, key: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`The demo's data names ${key}, which does not exist.`);
  return id;
}
