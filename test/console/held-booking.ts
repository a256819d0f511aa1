import type { ApiClient, Json } from "../harness/client.ts";
import { aBooking, aGuest, aRental } from "../harness/factories.ts";
import { dayFrom } from "./open-console.ts";

/** A hold of six nights at 100 a night, 25% due at booking, in Tokyo: nine hours ahead of the browser, so that tomorrow may be today there. */
export async function aHold(manager: ApiClient, name: string, attributes: Json = {}): Promise<Json> {
  const terms = { base_rate: "100", downpayment: 25, balance_due: 0, time_zone: "Asia/Tokyo" };
  const rental = await aRental(manager, { name, ...terms });
  const guest = await aGuest(manager, { fullname: "Ada Lovelace" });
  const stay = { start_at: dayFrom(40), end_at: dayFrom(46), client_id: guest.id, adults: 2, ...attributes };
  return aBooking(manager, rental, { ...stay, tentative_expires_at: `${dayFrom(2)}T12:00:00Z` });
}
