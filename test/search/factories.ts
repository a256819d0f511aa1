import { type Answer, type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aRental } from "../harness/factories.ts";
import { aRatesTable, aRule } from "../rates/factories.ts";

/** Search parameters by name. */
export type Parameters = Readonly<Record<string, string | number | boolean>>;

/** Sends a search and returns the response, refused or not. */
export function searching(client: ApiClient, parameters: Parameters = {}, ids = ""): Promise<Answer> {
  const query = new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return client.get(`/rentals/${ids === "" ? "" : `${ids}/`}search?${query}`);
}

/** Returns the rentals that match a search. */
export async function found(client: ApiClient, parameters: Parameters = {}, ids = ""): Promise<Json[]> {
  return recordsOf(await searching(client, parameters, ids), "rentals");
}

/** Returns the ids of the rentals that match a search. */
export async function foundIds(client: ApiClient, parameters: Parameters = {}, ids = ""): Promise<unknown[]> {
  return (await found(client, parameters, ids)).map(({ id }) => id);
}

/** Returns a search's offer for one rental, bookable or not. */
export async function offerOf(client: ApiClient, rental: Json, parameters: Parameters): Promise<Json> {
  const [offer] = await found(client, { include_not_available: true, ...parameters }, String(rental.id));
  if (!offer) throw new Error(`A search did not find the rental ${rental.id}.`);
  return offer;
}

/** A rental for 100 a night without extras. */
export const aPricedRental = (client: ApiClient, attributes: Json = {}) =>
  aRental(client, { base_rate: "100", sleeps: 2, ...attributes });

/** The same rental with its own rates table and these rules. */
export async function aRentalWithRules(
  client: ApiClient,
  rules: readonly Json[],
  attributes: Json = {},
): Promise<Json> {
  const table = await aRatesTable(client);
  for (const rule of rules) await aRule(client, table, { percentage: null, always_applied: true, ...rule });
  return aPricedRental(client, { rates_table_id: table.id, ...attributes });
}

/** The reasons why an offered stay cannot be booked. */
export function refusalsOf({ refusals }: Json): unknown {
  return refusals;
}
