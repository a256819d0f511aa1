import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { formatHundredths } from "../../src/core/hundredths.ts";
import type { StayPrice } from "../../src/core/pricing/quote.ts";
import { type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, created } from "../harness/factories.ts";
import { seed } from "../harness/seed.ts";
import { useService } from "../harness/service.ts";
import { importerInto } from "../imports/importer.ts";
import { anAgent, aToken, objectIn } from "../mcp/fixture.ts";
import { dayAhead } from "../rates/factories.ts";
import { aRandomRental, aRandomStay, quoteOf, type StayAsked } from "./random-fixtures.ts";

const service = useService();
beforeAll(async () => {
  await service.sql(
    `insert into exchange_rates (currency, day, rate)
     values ('USD', '2020-01-01', 1.0837), ('JPY', '2020-01-01', 163.291), ('KWD', '2020-01-01', 0.33171)`,
  );
});
const numRuns = Number(process.env.ROOST_PROPERTY_RUNS ?? 15);

/** A random rental with one existing stay, and requested stays. */
async function aRandomFixture(numbers: fc.GeneratorValue) {
  const random = (below: number) => numbers(fc.nat, { max: below - 1 });
  const client = await service.aClient(await service.anAccount());
  const rental = await aRandomRental(client, random, ["EUR", "USD", "JPY"]);
  const taken = aRandomStay(random);
  await aBooking(client, rental, { ...taken });
  const isFree = ({ start_at, end_at }: StayAsked) => end_at <= taken.start_at || start_at >= taken.end_at;
  const stays = Array.from({ length: 4 }, () => aRandomStay(random)).filter(isFree);
  return { client, rental, stays };
}

const sum = (records: readonly Json[], of: (record: Json) => number) =>
  records.reduce((total, record) => total + of(record), 0);
const hundredths = (decimal: unknown) => Math.round(Number(decimal) * 100);

/** The price of a search, of an agent's quote, of a booked inquiry, of an imported line and of a move there are the quote's. */
async function expectEqual(client: ApiClient, rental: Json, stay: StayAsked, price: StayPrice | undefined) {
  const amount = (hundredths: number | undefined) => (hundredths === undefined ? null : formatHundredths(hundredths));
  const [initial, final] = [amount(price?.rentalPrice), amount(price?.finalPrice)];
  const { adults, children, ...dates } = stay;
  const query = new URLSearchParams({
    ...dates,
    adults: `${adults}`,
    children: `${children}`,
    include_not_available: "true",
  });
  const [found] = recordsOf(await client.get(`/rentals/${rental.id}/search?${query}`), "rentals");
  const numbers = price && { initial: price.rentalPrice / 100, final: price.finalPrice / 100, now: price.payNow / 100 };
  expect({ initial: found?.initial_price, final: found?.final_price, now: found?.price_to_pay_now }).toEqual(
    numbers ?? { initial: null, final: null, now: null },
  );

  const agent = await anAgent(service, await aToken(service, [client.account]));
  const asked = { rental_id: rental.id, arrival: stay.start_at, departure: stay.end_at, adults, children };
  const quoted = objectIn((await agent.content("quote_stay", asked)).price ?? {});
  expect([quoted.rental_price ?? null, quoted.final_price ?? null]).toEqual([initial, final]);

  const guest = { firstname: "Ada", lastname: "Guest", email: "ada@example.com" };
  const inquiry = await created(client, `/rentals/${rental.id}/inquiries`, "inquiries", { ...guest, ...stay });
  const booked = recordOf(await client.post(`/inquiries/${inquiry.id}/book`, {}), "bookings");
  expect([booked.initial_price, booked.final_price]).toEqual([initial, final]);
  await client.delete(`/bookings/${booked.id}`);

  const reference = crypto.randomUUID();
  const line = `external_reference,rental,status,start_at,end_at,adults,children\n${reference},${rental.name},booked,${stay.start_at},${stay.end_at},${adults},${children}`;
  const report = await importerInto(service)(client, "bookings", line);
  const imported = recordsOf(await client.get("/bookings?from=2020-01-01"), "bookings").find(
    ({ external_reference }) => external_reference === reference,
  );
  expect([report.problems, imported?.initial_price, imported?.final_price]).toEqual([[], initial, final]);
  await client.delete(`/bookings/${imported?.id}`);

  const elsewhere = { start_at: dayAhead(300), end_at: dayAhead(301), adults: 1 };
  const moved = await aBooking(client, rental, elsewhere);
  const answer = await client.post(`/bookings/${moved.id}/move`, { bookings: [{ ...stay, reprice: true }] });
  if (price) {
    const after = recordOf(answer, "bookings");
    expect([after.initial_price, after.final_price], answer.text).toEqual([initial, final]);
  } else expect(answer.status).toBe(422);
  await client.delete(`/bookings/${moved.id}`);
}

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
        if (stay === stays[0]) await expectEqual(client, rental, stay, price);
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
