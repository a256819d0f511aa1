import { expect, test } from "vitest";
import type { ApiClient, Json } from "../harness/client.ts";
import { aBooking, aRental, changing, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();

const dates = { start_at: "2031-07-01", end_at: "2031-07-05" };

/** A stay that has not changed for years. */
async function anOldStay(attributes: Json = {}) {
  const client = await service.aClient(await service.anAccount());
  const rental = await aRental(client, { base_rate: "100" });
  const stay = await aBooking(client, rental, { ...dates, adults: 2, ...attributes });
  const long = "'2020-01-01T00:00:00Z'";
  await service.withoutTriggers(
    `update bookings set updated_at = ${long}, contract_updated_at = ${long} where account_id = ${client.account}`,
  );
  return { client, stay: await read(client, "bookings", stay.id), rental };
}

const moving = (client: ApiClient, stay: Json, move: Json) =>
  client.post(`/bookings/${stay.id}/move`, { bookings: [move] });

test.each<[string, Json]>([
  ["a booking", {}],
  ["a block", { unavailable: true }],
  ["a canceled booking", { canceled_at: "2026-01-01T00:00:00Z" }],
])("%s stays unchanged when its dates are written again", async (_, attributes) => {
  const { client, stay } = await anOldStay(attributes);
  expect((await changing(client, stay, { ...dates, adults: 2 })).status).toBe(200);
  expect(await read(client, "bookings", stay.id)).toEqual(stay);
});

test("a move to its own dates, rental and party changes nothing", async () => {
  const { client, stay, rental } = await anOldStay();
  for (const same of [dates, { rental_id: rental.id }, { adults: 2 }])
    expect((await moving(client, stay, same)).status).toBe(200);
  expect(await read(client, "bookings", stay.id)).toEqual(stay);
});

test.each<[string, (client: ApiClient, stay: Json) => Promise<{ readonly status: number }>]>([
  ["a date", (client, stay) => changing(client, stay, { end_at: "2031-07-06" })],
  ["an hour", (client, stay) => changing(client, stay, { start_at: "2031-07-01T20:00:00Z" })],
  ["a moved party", (client, stay) => moving(client, stay, { adults: 3 })],
  ["a moved price", (client, stay) => moving(client, stay, { ...dates, final_price: "380" })],
  [
    "an added fee",
    (client, stay) =>
      client.patch(`/bookings/${stay.id}/add_bookings_fee`, {
        bookings_fees: [{ name: "Linen", price: 5, times_booked: 1 }],
      }),
  ],
])("%s changes the contract", async (_, change) => {
  const { client, stay } = await anOldStay();
  expect((await change(client, stay)).status).toBe(200);
  const changed = await read(client, "bookings", stay.id);
  for (const name of ["updated_at", "contract_updated_at"]) expect(String(changed[name]) > "2026", name).toBe(true);
});
