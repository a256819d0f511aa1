import { describe, expect, test } from "vitest";
import { type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aFee, aRental, aRentalsFee, changing, created, fourNights, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { aTaxOf } from "../rates/factories.ts";
import { offerOf } from "../search/factories.ts";

const service = useSharedService();
const night = { start_at: fourNights.start_at, end_at: "2090-01-05T10:00:00Z", adults: 1 };

const strictly = (client: ApiClient, rental: Json, price: string) =>
  client.post("/strict_bookings", {
    bookings: [
      {
        ...night,
        rental_id: rental.id,
        final_price: price,
        price_to_pay_now: "0",
        currency: "EUR",
        client: { firstname: "Ada" },
      },
    ],
  });

/** A night for 9,999,999,900.00 and a fee. */
async function aDearRental(fee: string): Promise<{ client: ApiClient; rental: Json }> {
  const client = await service.aClient(await service.anAccount());
  const rental = await aRental(client, { base_rate: "9999999900", downpayment: 0 });
  await aRentalsFee(client, rental, await aFee(client, { rate: fee }), { status: "required" });
  return { client, rental };
}

describe("the largest storable amount", () => {
  test("is quoted and booked as a price", async () => {
    const { client, rental } = await aDearRental("99.99");
    expect(await offerOf(client, rental, night)).toMatchObject({ available: true, final_price: 9_999_999_999.99 });
    const answer = await strictly(client, rental, "9999999999.99");
    expect(answer.status, answer.text).toBe(201);
    expect(recordOf(answer, "bookings")).toMatchObject({ final_price: "9999999999.99" });
  });

  test.each(["a fee", "a tax"])("is enforced everywhere when %s raises the price above it", async (what) => {
    const { client, rental } = await aDearRental(what === "a fee" ? "100" : "0");
    if (what === "a tax") {
      const { id } = await aTaxOf(client, { percentage: "1" });
      await created(client, `/rentals/${rental.id}/rentals_taxes`, "rentals_taxes", {
        tax_id: id,
        tax_included_in_rate: false,
      });
    }
    expect(await offerOf(client, rental, night)).toMatchObject({
      available: false,
      final_price: null,
      initial_price: null,
      refusals: [{ kind: "largest_amount", rates_rule_id: null }],
    });
    const answer = await strictly(client, rental, "9999999999.99");
    expect([answer.status, errorsOf(answer)]).toEqual([422, { base: ["the stay is refused by largest_amount"] }]);
    const records = recordsOf(await client.get(`/los_records?rental_id=${rental.id}`), "los_records");
    expect(new Set(records.flatMap(({ rates }) => rates))).toEqual(new Set(["0.0"]));
    const plain = await client.post(`/rentals/${rental.id}/bookings`, { bookings: [night] });
    expect([plain.status, errorsOf(plain)]).toEqual([
      422,
      { base: [expect.stringContaining("the stay is refused by largest_amount")] },
    ]);
    const priced = await client.post(`/rentals/${rental.id}/bookings`, {
      bookings: [{ ...night, initial_price: "5", bookings_fees: [], bookings_taxes: [] }],
    });
    expect(recordOf(priced, "bookings")).toMatchObject({ final_price: "5.0" });
  });
});

test("a price is never below zero, whatever lowers it after a gift", async () => {
  const client = await service.aClient(await service.anAccount());
  const rental = await aRental(client, { base_rate: "100" });
  const fee = { name: "Linen", price: "50" };
  const stay = await aBooking(client, rental, { booked: true, initial_price: "400", bookings_fees: [fee] });
  const paid = await created(client, `/bookings/${stay.id}/payments`, "payments", {
    ...{ kind: "cash", amount_in_cents: 45_000, currency: "EUR", paid_at: "2026-01-01" },
  });
  await created(client, `/payments/${paid.id}/refund`, "payments", { amount_in_cents: 42_000, reduce_price: true });
  const path = `/bookings/${stay.id}`;
  const [linen] = recordsOf(await client.get("/bookings_fees"), "bookings_fees");
  const lowered = [
    await changing(client, stay, { initial_price: "300" }),
    await changing(client, stay, { discount: "10%" }),
    await client.post(`${path}/move`, { bookings: [{ end_at: "2090-01-05", reprice: true }] }),
    await client.patch(`${path}/remove_bookings_fee/${linen?.id}`),
  ];
  const refusal = { final_price: [expect.stringContaining("would be less than 0")] };
  for (const answer of lowered) expect([answer.status, errorsOf(answer)]).toEqual([422, refusal]);
  expect(await read(client, "bookings", stay.id)).toMatchObject({ initial_price: "400.0", final_price: "30.0" });
  expect((await changing(client, stay, { initial_price: "370" })).status).toBe(200);
});
