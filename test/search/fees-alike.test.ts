import { expect, test } from "vitest";
import type { ApiClient, Json } from "../harness/client.ts";
import { aFee, aRentalsFee } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { aPricedRental, found, type Parameters } from "./factories.ts";

const service = useService();
const stay = { start_at: "2090-06-01", end_at: "2090-06-08", adults: 2, sort: "price" };

/** Rentals fees of the same two fees that differ in one thing each, and some that do not. */
const charged: readonly (readonly Json[])[] = [
  [{ status: "required" }],
  [{ status: "required" }],
  [{ status: "optional" }],
  [{ status: "required", maximum_bookable: 1 }],
  [{ status: "required", always_applied: false, start_date: "2090-05-01", end_date: "2090-05-31" }],
  [{ status: "required", always_applied: false, start_date: "2090-06-01", end_date: "2090-06-30" }],
  [{ status: "required" }, { status: "required" }],
  [{ status: "required", maximum_bookable: 1 }, { status: "required" }],
  [],
];

test("rentals that nearly charge the same fees are filtered and sorted by what each of them shows", async () => {
  const client = await service.aClient(await service.anAccount());
  const fees = [
    await aFee(client, { rate: "10", rate_kind: "fixed_per_person" }),
    await aFee(client, { rate: "7", rate_kind: "percentage", maximum_possible_rate: "30" }),
  ];
  for (const ofRental of charged) {
    const rental = await aPricedRental(client, { base_rate: "100" });
    for (const [index, attributes] of ofRental.entries()) {
      const fee = fees[index];
      if (fee) await aRentalsFee(client, rental, fee, attributes);
    }
  }
  const all = await prices(client, {});
  expect(all).toHaveLength(charged.length);
  expect(all).toEqual(all.toSorted((a, b) => a - b));
  expect(new Set(all)).toEqual(new Set([700, 710, 720, 740, 750]));
  for (const price of new Set(all)) {
    expect(await prices(client, { max_price: price })).toEqual(all.filter((one) => one <= price));
    expect(await prices(client, { min_price: price })).toEqual(all.filter((one) => one >= price));
  }
});

async function prices(client: ApiClient, filter: Parameters): Promise<number[]> {
  return (await found(client, { ...stay, ...filter })).map(({ final_price }) => Number(final_price));
}
