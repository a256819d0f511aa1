import { type Answer, type ApiClient, type Json, recordOf } from "./client.ts";
import type { TestService } from "./service.ts";

/** Four nights in the far future. */
export const fourNights = { start_at: "2090-01-04T16:00:00Z", end_at: "2090-01-08T10:00:00Z" };

/** Creates a record through the API. @returns the created record */
export async function created(client: ApiClient, path: string, root: string, attributes: Json): Promise<Json> {
  const answer = await client.post(path, { [root]: [attributes] });
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`);
  return recordOf(answer, root);
}

export const aRental = (client: ApiClient, attributes: Json = {}) =>
  created(client, "/rentals", "rentals", { name: "Cottage 1", ...attributes });

/** A stay, by default of four nights. */
export const aBooking = (client: ApiClient, rental: Json, attributes: Json = {}) =>
  created(client, `/rentals/${rental.id}/bookings`, "bookings", { ...fourNights, ...attributes });

/** Attempts a booking. @returns the response */
export const booking = (client: ApiClient, rental: Json, attributes: Json = {}): Promise<Answer> =>
  client.post(`/rentals/${rental.id}/bookings`, { bookings: [{ ...fourNights, ...attributes }] });

/** Attempts to change a booking. @returns the response */
export const changing = (client: ApiClient, stay: Json, attributes: Json): Promise<Answer> =>
  client.put(`/bookings/${stay.id}`, { bookings: [attributes] });

export const aGuest = (client: ApiClient, attributes: Json = {}) =>
  created(client, "/clients", "clients", { fullname: "Ada Guest", ...attributes });

export const aFee = (client: ApiClient, attributes: Json = {}) =>
  created(client, "/fees", "fees", {
    name_en: "Cleaning",
    kind: "cleaning",
    rate: "50",
    rate_kind: "fixed",
    downpayment_percentage: "0",
    ...attributes,
  });

export const aRentalsFee = (client: ApiClient, rental: Json, fee: Json, attributes: Json = {}) =>
  created(client, `/rentals/${rental.id}/rentals_fees`, "rentals_fees", { fee_id: fee.id, ...attributes });

export const aSource = (client: ApiClient, attributes: Json = {}) =>
  created(client, "/sources", "sources", { name: "Channel A", ...attributes });

export const aBookingsTag = (client: ApiClient, attributes: Json = {}) =>
  created(client, "/bookings_tags", "bookings_tags", { name_en: "Beach", color: "#008080", ...attributes });

export const aRentalsTag = (client: ApiClient, attributes: Json = {}) =>
  created(client, "/rentals_tags", "rentals_tags", { name_en: "Sea view", color: "#008080", ...attributes });

export const aComment = (client: ApiClient, stay: Json, attributes: Json = {}) =>
  created(client, "/booking_comments", "booking_comments", {
    booking_id: stay.id,
    content: "Arrives late",
    ...attributes,
  });

/** Creates a tax. */
export async function aTax(service: TestService, account: number, name = "City tax"): Promise<Json> {
  const [tax] = await service.sql(
    "insert into taxes (account_id, name, percentage, start_date) values ($1, $2, 10, '2020-01-01') returning id::integer",
    [account, { en: name }],
  );
  return { ...tax };
}

/** Returns a shared amenity by key, creating it if missing. */
export async function anAmenity(service: TestService, key = "internet"): Promise<Json> {
  const [amenity] = await service.sql(
    "insert into amenities (key, title) values ($1, $2) on conflict (key) do update set key = excluded.key returning id::integer",
    [key, { en: key }],
  );
  return { ...amenity };
}

/** Reads a record again. */
export async function read(client: ApiClient, root: string, id: unknown): Promise<Json> {
  return recordOf(await client.get(`/${root}/${id}`), root);
}

/** A record's links. */
export function linksOf(record: Json): Json {
  const { links } = record;
  if (typeof links !== "object" || links === null) throw new Error(`No links in ${JSON.stringify(record)}`);
  return { ...links };
}

/** The records' ids. */
export function idsOf(records: readonly Json[]): unknown[] {
  return records.map((record) => record.id);
}
