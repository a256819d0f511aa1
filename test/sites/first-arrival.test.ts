import { expect, test } from "vitest";
import type { Json } from "../harness/client.ts";
import { aRental } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { found } from "../search/factories.ts";
import { aSite, opened } from "./sites.ts";

/** The first day on which a site lets guests arrive: on the rental's clock, like every stay (bookings.md, The clock of the house). */
const service = useService({ clock: () => Date.parse("2090-06-10T02:00:00Z") });

const stay = { arrival: "2090-06-09", departure: "2090-06-12", adults: "2" };

/** A site of an account in New Zealand, where it is 10 June. */
async function aSiteInAuckland() {
  const { client, address } = await aSite(service);
  await service.sql("update accounts set time_zone = 'Pacific/Auckland' where id = $1", [client.account]);
  return { client, address };
}

const aPricedHouse = (client: Parameters<typeof aRental>[0], time_zone: string): Promise<Json> =>
  aRental(client, { name: `House at ${time_zone.slice(8)}`, base_rate: "100", time_zone });

test("a guest can still arrive today where the rental's day is not over, though it is tomorrow at the account", async () => {
  const { client, address } = await aSiteInAuckland();
  const house = await aPricedHouse(client, "Pacific/Honolulu");
  await aPricedHouse(client, "Pacific/Auckland");
  const api = { start_at: stay.arrival, end_at: stay.departure, adults: 2, fields: "id,final_price" };
  expect(await found(client, api)).toEqual([{ id: house.id, final_price: 300 }]);
  for (const path of ["", `/rentals/${house.id}`]) {
    const page = await opened(service.url, `/stay/${address}/en${path}?${new URLSearchParams(stay)}`);
    expect(page.text, path).toContain("€300.00 for 3 nights");
    expect(page.text, path).toContain('min="2090-06-09"');
    expect(page.text, path).not.toContain("House at Auckland");
  }
  const widget = JSON.parse((await opened(service.url, `/stay/${address}/widget.json`)).text);
  expect(widget.today).toBe("2090-06-09");
});

test("a guest cannot arrive on a day that is over at the rental", async () => {
  const { client, address } = await aSiteInAuckland();
  const house = await aPricedHouse(client, "Pacific/Auckland");
  for (const path of ["", `/rentals/${house.id}`]) {
    const page = await opened(service.url, `/stay/${address}/en${path}?${new URLSearchParams(stay)}`);
    expect(page.text, path).toContain("The arrival is in the past.");
  }
});

test("a site without rentals begins on the account's day", async () => {
  const { address } = await aSiteInAuckland();
  expect((await opened(service.url, `/stay/${address}/en`)).text).toContain('min="2090-06-10"');
});
