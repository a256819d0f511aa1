import { type ApiClient, type Json, recordOf } from "../harness/client.ts";

/** The availability of a rental from a far January on, when these tests' guests come; other parameters as given. */
export async function availabilityOf(client: ApiClient, rental: Json, parameters = "from=2090-01-01"): Promise<Json> {
  return recordOf(await client.get(`/availabilities/${rental.id}?${parameters}`), "availabilities");
}

/** The first days of it. */
export async function daysOf(client: ApiClient, rental: Json, parameters = "", days = 10): Promise<string> {
  const { map } = await availabilityOf(client, rental, `from=2090-01-01${parameters}`);
  return String(map).slice(0, days);
}
