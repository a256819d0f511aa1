import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatHundredths } from "../../src/core/hundredths.ts";
import { errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking } from "../harness/factories.ts";
import { seed } from "../harness/seed.ts";
import { useSharedService } from "../harness/service.ts";
import { aRandomRental, aRandomStay, quoteOf, type StayAsked } from "./random-fixtures.ts";

const service = useSharedService();
const numRuns = Number(process.env.ROOST_PROPERTY_RUNS ?? 15);

/** A random rental with one existing stay, and requested stays. */
async function aRandomFixture(numbers: fc.GeneratorValue) {
  const random = (below: number) => numbers(fc.nat, { max: below - 1 });
  const client = await service.aClient(await service.anAccount());
  const rental = await aRandomRental(client, random);
  const taken = aRandomStay(random);
  await aBooking(client, rental, { ...taken });
  const isFree = ({ start_at, end_at }: StayAsked) => end_at <= taken.start_at || start_at >= taken.end_at;
  const stays = Array.from({ length: 4 }, () => aRandomStay(random)).filter(isFree);
  return { client, rental, stays };
}

const sum = (records: readonly Json[], of: (record: Json) => number) =>
  records.reduce((total, record) => total + of(record), 0);
const hundredths = (decimal: unknown) => Math.round(Number(decimal) * 100);

describe(`in random rentals (seed ${seed})`, () => {
  test("a booking without prices matches the live quote to the cent, line by line, regardless of the rules", async () => {
    let priced = 0;
    let refused = 0;
    const property = fc.asyncProperty(fc.gen(), async (numbers) => {
      const { client, rental, stays } = await aRandomFixture(numbers);
      for (const stay of stays) {
        const { price, refusals } = await quoteOf(service, client, rental, stay);
        const made = await client.post(`/rentals/${rental.id}/bookings`, { bookings: [stay] });
        expect(made.status, made.text).toBe(201);
        const record = recordOf(made, "bookings");
        await client.delete(`/bookings/${record.id}`);
        if (refusals.length > 0) refused++;
        if (!price) {
          expect(record).toMatchObject({ initial_price: null, final_price: null });
          continue;
        }
        priced++;
        expect(record).toMatchObject({
          initial_price: formatHundredths(price.rentalPrice),
          final_rental_price: formatHundredths(price.rentalPrice),
          final_price: formatHundredths(price.finalPrice),
        });
        const whole = recordOf(
          await client.get(`/bookings/${record.id}?include=bookings_fees,bookings_taxes`),
          "bookings",
        );
        const fees = recordsOf({ ...made, json: whole }, "bookings_fees");
        const taxes = recordsOf({ ...made, json: whole }, "bookings_taxes");
        expect(fees.map((fee) => [hundredths(fee.price), fee.times_booked])).toEqual(
          price.fees.map(({ unitPrice, quantity }) => [unitPrice, quantity]),
        );
        expect(taxes.map((tax) => [hundredths(tax.amount), tax.tax_included_in_price])).toEqual(
          price.taxes.map(({ amount, included }) => [amount, included]),
        );
        const added = taxes.filter((tax) => tax.tax_included_in_price === false);
        expect(
          price.rentalPrice +
            sum(fees, (fee) => hundredths(fee.price) * Number(fee.times_booked)) +
            sum(added, (tax) => hundredths(tax.amount)),
        ).toBe(price.finalPrice);
      }
    });
    await fc.assert(property, { numRuns, seed, endOnFailure: true });
    expect(priced).toBeGreaterThan(numRuns / 2);
    expect(refused).toBeGreaterThan(numRuns / 5);
  }, 300_000);

  test("a strict booking succeeds exactly when the live quote allows it, at exactly its prices", async () => {
    let booked = 0;
    let refused = 0;
    const property = fc.asyncProperty(fc.gen(), async (numbers) => {
      const { client, rental, stays } = await aRandomFixture(numbers);
      for (const stay of stays) {
        const { price, refusals } = await quoteOf(service, client, rental, stay);
        const strict = (given: Json = {}) =>
          client.post("/strict_bookings", {
            bookings: [
              {
                ...stay,
                rental_id: rental.id,
                final_price: formatHundredths(price?.finalPrice ?? 0),
                price_to_pay_now: formatHundredths(price?.payNow ?? 0),
                currency: rental.currency,
                client: { firstname: "Ada" },
                ...given,
              },
            ],
          });
        if (refusals.length > 0) {
          const answer = await strict();
          expect(answer.status, answer.text).toBe(422);
          const reasons: unknown[] = [Object(errorsOf(answer)).base].flat();
          expect(reasons.length).toBe(refusals.length);
          for (const [index, { kind, rule }] of refusals.entries())
            expect(reasons[index]).toMatch(
              new RegExp(`^the stay is refused by ${kind}${rule === null ? "" : ` \\(rates rule ${rule}\\)`}`),
            );
          refused++;
          continue;
        }
        if (!price) throw new Error("A stay that nothing refuses has a price.");
        for (const [name, right] of [
          ["final_price", price.finalPrice],
          ["price_to_pay_now", price.payNow],
        ] as const) {
          const wrong = right + (rental.currency === "JPY" ? 100 : 1);
          const answer = await strict({ [name]: formatHundredths(wrong) });
          const message = `is ${formatHundredths(right)} by the live quote, not ${formatHundredths(wrong)}`;
          expect([answer.status, errorsOf(answer)]).toEqual([422, { [name]: [message] }]);
        }
        const answer = await strict();
        expect(answer.status, answer.text).toBe(201);
        const record = recordOf(answer, "bookings");
        expect(record).toMatchObject({
          initial_price: formatHundredths(price.rentalPrice),
          final_price: formatHundredths(price.finalPrice),
        });
        await client.delete(`/bookings/${record.id}`);
        booked++;
      }
    });
    await fc.assert(property, { numRuns, seed, endOnFailure: true });
    expect(booked).toBeGreaterThan(numRuns / 5);
    expect(refused).toBeGreaterThan(numRuns / 5);
  }, 300_000);
});
