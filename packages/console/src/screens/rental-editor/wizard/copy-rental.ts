import type { Client, Resource } from "@roost/client";
import { feeAttributes, feeDraftOf } from "../fee-draft.ts";
import { partFields } from "../fields/field-lists.ts";

/** The attributes that a copy keeps. Its name, address and position are its own. */
const copied = [
  ...[...partFields.guests, ...partFields.prices, ...partFields.owner].map(({ name }) => name),
  ...([
    "rental_type",
    "time_zone",
    "headline",
    "summary",
    "description",
    "house_rules",
    "checkin_details",
    "checkout_details",
  ] as const),
] as const;

/** A rental to copy, with its parts. */
export async function readCopied(client: Client, id: number) {
  const include = ["rentals_amenities", "rentals_fees"];
  const { data } = await client.GET("/rentals/{rental_id}", {
    params: { path: { rental_id: [id] }, query: { include } },
  });
  const [rental] = data.rentals;
  if (!rental) throw new TypeError("The rental to copy is gone.");
  const taxes: Resource<"rentals_taxes">[] = [];
  for await (const tax of client.records("/rentals_taxes")) if (tax.links.rental === id) taxes.push(tax);
  return { rental, taxes };
}

export type CopiedRental = Awaited<ReturnType<typeof readCopied>>;

/** The attributes of a new rental like the copied one. */
export function attributesLike({ rental }: CopiedRental) {
  return {
    ...Object.fromEntries(copied.map((name) => [name, rental[name]])),
    rates_table_id: rental.nightly_rates_managed_externally ? null : rental.links.rates_table,
    amenity_ids: (rental.rentals_amenities ?? []).map(({ links }) => links.amenity),
  };
}

/** Gives a new rental the copied one's fees and taxes. */
export async function copyTerms(client: Client, { rental, taxes }: CopiedRental, id: number): Promise<void> {
  const params = { path: { rental_id: id } };
  // Fees of seasons need the same rates table.
  const fees = (rental.rentals_fees ?? []).filter(({ archived_at }) => archived_at === null);
  for (const fee of fees) {
    const body = { rentals_fees: [{ ...feeAttributes(feeDraftOf(fee, "")), fee_id: fee.links.fee }] };
    await client.POST("/rentals/{rental_id}/rentals_fees", { params, body });
  }
  for (const { links, tax_included_in_rate } of taxes) {
    const body = { rentals_taxes: [{ tax_id: links.tax, tax_included_in_rate }] };
    await client.POST("/rentals/{rental_id}/rentals_taxes", { params, body });
  }
}
