import type { ApiClient, Json } from "../harness/client.ts";
import { aBooking, aRental, aTax, linksOf, read } from "../harness/factories.ts";
import type { TestService } from "../harness/service.ts";

export const adding = (client: ApiClient, stay: Json, ...fees: Json[]) =>
  client.patch(`/bookings/${stay.id}/add_bookings_fee`, { id: stay.id, bookings_fees: fees });

export const removing = (client: ApiClient, stay: Json, fee: unknown) =>
  client.patch(`/bookings/${stay.id}/remove_bookings_fee/${fee}`);

/** A booking's fee ids. */
export const feesOf = (stay: Json): unknown[] => [linksOf(stay).bookings_fees].flat();

/** 3000, 10%, fees 2 × 50 and 1 × 30, excluded taxes 60 and 40, included tax 10 (bookings.md, Money). */
export async function theExample(service: TestService, client: ApiClient, attributes: Json = {}): Promise<Json> {
  const rental = await aRental(client, { currency: "USD" });
  const tax = await aTax(service, client.account);
  const { id } = await aBooking(client, rental, {
    initial_price: "3000.0",
    discount: "10%",
    bookings_fees: [
      { price: "50", times_booked: "2", name: "Fee1", kind: "other" },
      { price: "30", times_booked: "1", name: "Fee2", kind: "other" },
    ],
    bookings_taxes: [
      { amount: "60", percentage: "10.0", tax_id: `${tax.id}`, included: false, name: "Tax1" },
      { amount: "40", included: false, name: "Tax2" },
      { amount: "10", included: true, name: "Tax3" },
    ],
    ...attributes,
  });
  return read(client, "bookings", id);
}
