import { type ApiClient, type Json, recordOf } from "../harness/client.ts";

/** A rental's availability from a distant January, when these tests' stays are. */
export async function availabilityOf(client: ApiClient, rental: Json, parameters = "from=2090-01-01"): Promise<Json> {
  return recordOf(await client.get(`/availabilities/${rental.id}?${parameters}`), "availabilities");
}

/** Its first days. */
export async function daysOf(client: ApiClient, rental: Json, parameters = "", days = 10): Promise<string> {
  const { map } = await availabilityOf(client, rental, `from=2090-01-01${parameters}`);
  return String(map).slice(0, days);
}
