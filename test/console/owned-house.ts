import { expect } from "vitest";
import { aBooking, aGuest, aRental, created } from "../harness/factories.ts";
import { aMember } from "../harness/people.ts";
import type { TestService } from "../harness/service.ts";
import { dayFrom } from "./open-console.ts";

/** Last month, such as `2027-02`. */
export const lastMonth = ((): string => {
  const first = new Date(`${dayFrom(0).slice(0, 7)}-01T00:00:00Z`);
  return new Date(first.getTime() - 86_400_000).toISOString().slice(0, 7);
})();

/** A rental of Rosa's with three nights last month, and one without an owner. */
export async function anOwnedHouse(service: TestService) {
  const account = await service.anAccount();
  const client = await service.aClient(account);
  const owner = await aMember(service, account, "owner");
  const mill = await aRental(client, { name: "Mill House", base_rate: "100" });
  await aRental(client, { name: "Far Barn" });
  const email = `${crypto.randomUUID()}@example.com`;
  const contact = await created(client, "/contacts", "contacts", {
    ...{ firstname: "Rosa", lastname: "Robles", email, spoken_languages: ["fr"] },
    ...{ address1: "Mill Lane 1", city: "Rye", zip: "TN31", country_code: "GB" },
  });
  const part = { rental_contacts: [{ contact_id: contact.id, kind: "owner" }] };
  expect((await client.post(`/rentals/${mill.id}/rental_contacts`, part)).status).toBe(201);
  const guest = await aGuest(client, { fullname: "Ada Lovelace" });
  const stay = await aBooking(client, mill, {
    ...{
      start_at: `${lastMonth}-02T16:00:00Z`,
      end_at: `${lastMonth}-05T10:00:00Z`,
      booked: true,
      client_id: guest.id,
    },
    ...{ initial_price: "1000", commission: "150", bookings_fees: [], bookings_taxes: [] },
  });
  return { account, client, owner, email, contact, stay };
}
