import { expect, test } from "vitest";
import { dayOfInstant, formatDay } from "../../src/core/day.ts";
import type { ApiClient, Json } from "../harness/client.ts";
import { aFee, aRentalsFee } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { aPricedRental, found, type Parameters } from "./factories.ts";

const service = useService();
/** Fee dates are limited to some years ahead. */
const inDays = (days: number) => formatDay(dayOfInstant(Date.now()) + days);
const stay = { start_at: inDays(100), end_at: inDays(107), adults: 2, sort: "price" };

/** Rentals fees for the same two fees; some differ in one property each, others are identical. */
const charged: readonly (readonly Json[])[] = [
  [{ status: "required" }],
  [{ status: "required" }],
  [{ status: "public" }],
  [{ status: "required", maximum_bookable: 1 }],
  [{ status: "required", always_applied: false, start_date: inDays(70), end_date: inDays(99) }],
  [{ status: "required", always_applied: false, start_date: inDays(100), end_date: inDays(130) }],
  [{ status: "required" }, { status: "required" }],
  [{ status: "required", maximum_bookable: 1 }, { status: "required" }],
  [],
];

test("rentals with nearly equal fees are filtered and sorted by their own prices", async () => {
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
