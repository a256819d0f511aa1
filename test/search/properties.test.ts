import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { formatDay } from "../../src/core/day.ts";
import { feeRateKinds, isPercentage } from "../../src/core/pricing/fee-rate-kinds.ts";
import { roundingKinds } from "../../src/core/pricing/rounding.ts";
import { day } from "../core/pricing/fixture.ts";
import type { ApiClient, Json } from "../harness/client.ts";
import { aFee, aRentalsFee, created } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { aTaxOf } from "../rates/factories.ts";
import { aPricedRental, foundIds, offerOf } from "./factories.ts";

const service = useService();
const currencies = ["EUR", "USD", "JPY"] as const;

beforeAll(async () => {
  await service.sql(
    "insert into exchange_rates (currency, day, rate) values ('USD', '2020-01-01', 1.0837), ('JPY', '2020-01-01', 163.291)",
  );
});

/** Converts an API decimal to integer hundredths: `"12.5"` and 12.5 become 1250. */
const hundredths = (decimal: unknown): number => Math.round(Number(decimal) * 100);

const amount = (most: number) => fc.integer({ min: 1, max: most * 100 }).map((value) => (value / 100).toFixed(2));
const percentage = fc.integer({ min: 0, max: 3000 }).map((value) => (value / 100).toFixed(2));

const aFeeOf = fc.record({
  kind: fc.constantFrom(...feeRateKinds),
  rate: amount(20),
  downpayment: percentage,
  currency: fc.constantFrom(...currencies),
  tax: fc.option(fc.record({ percentage, included: fc.boolean() }), { nil: undefined }),
});

const aFixture = fc.record({
  currency: fc.constantFrom(...currencies),
  rate: amount(900),
  rounding: fc.constantFrom(...roundingKinds),
  downpayment: fc.integer({ min: 0, max: 100 }),
  fees: fc.array(aFeeOf, { maxLength: 3 }),
  taxes: fc.array(fc.record({ percentage, included: fc.boolean() }), { maxLength: 2 }),
  arrival: fc.integer({ min: 0, max: 400 }),
  nights: fc.integer({ min: 1, max: 40 }),
  adults: fc.integer({ min: 1, max: 6 }),
  children: fc.integer({ min: 0, max: 3 }),
  into: fc.constantFrom(undefined, ...currencies),
});

type Fixture = typeof aFixture extends fc.Arbitrary<infer T> ? T : never;

/** Amounts fit their currency: yen have no decimals. */
const fitting = (rate: string, currency: string): string =>
  currency === "JPY" ? String(Math.max(1, Math.round(Number(rate)))) : rate;

async function build(client: ApiClient, fixture: Fixture): Promise<Json> {
  const rental = await aPricedRental(client, {
    base_rate: fitting(fixture.rate, fixture.currency),
    currency: fixture.currency,
    rounding_kind: fixture.rounding,
    downpayment: fixture.downpayment,
    damage_deposit: "100",
  });
  for (const { kind, rate, currency, downpayment, tax } of fixture.fees) {
    const most = isPercentage(kind) ? { maximum_possible_rate: "50" } : {};
    const fits = isPercentage(kind) ? rate : fitting(rate, currency);
    const terms = { rate: fits, rate_kind: kind, currency, downpayment_percentage: downpayment, ...most };
    const fee = await aFee(client, terms);
    await aRentalsFee(client, rental, fee, { status: "required" });
    if (!tax) continue;
    const { id } = await aTaxOf(client, { percentage: tax.percentage });
    await created(client, `/fees/${fee.id}/fees_taxes`, "fees_taxes", {
      tax_id: id,
      tax_included_in_rate: tax.included,
    });
  }
  for (const { percentage: percent, included } of fixture.taxes) {
    const { id } = await aTaxOf(client, { percentage: percent });
    const rentalsTax = { tax_id: id, tax_included_in_rate: included };
    await created(client, `/rentals/${rental.id}/rentals_taxes`, "rentals_taxes", rentalsTax);
  }
  return rental;
}

describe("random prices", () => {
  test("add up to the cent in every currency", async () => {
    const client = await service.aClient(await service.anAccount());
    await fc.assert(
      fc.asyncProperty(aFixture, async (fixture) => {
        const rental = await build(client, fixture);
        const arrival = day("2090-01-01") + fixture.arrival;
        const offer = await offerOf(client, rental, {
          start_at: formatDay(arrival),
          end_at: formatDay(arrival + fixture.nights),
          adults: fixture.adults,
          children: fixture.children,
          ...(fixture.into === undefined ? {} : { exchange_to_currency: fixture.into }),
        });
        const details: { rental: Json[]; fees: Json[]; taxes: Json[] } = Object(offer.price_details);
        const { rental: lines, fees, taxes } = details;
        const feeTotal = fees.reduce((sum, fee) => sum + hundredths(fee.amount), 0);
        const onTop = taxes.filter(({ included }) => !included).reduce((sum, tax) => sum + hundredths(tax.amount), 0);
        const final = hundredths(offer.final_price);
        expect(final).toBe(hundredths(offer.initial_price) + feeTotal + onTop);
        const exchanged = fixture.into !== undefined && fixture.into !== fixture.currency;
        const explained = lines.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 10_000), 0);
        expect(explained).toBe(exchanged ? 0 : hundredths(offer.initial_price) * 100);
        expect(hundredths(offer.price_to_pay_now)).toBeLessThanOrEqual(final);
        expect(hundredths(offer.price_to_pay_now_with_damage_deposit)).toBe(
          hundredths(offer.price_to_pay_now) + hundredths(offer.damage_deposit),
        );
        const sums = new Map<unknown, number>();
        for (const tax of taxes) sums.set(tax.tax_id, (sums.get(tax.tax_id) ?? 0) + hundredths(tax.amount));
        const summed = [offer.taxes].flat().map((tax) => Object(tax));
        expect(new Map(summed.map((tax) => [tax.tax_id, hundredths(tax.amount)]))).toEqual(sums);
        expect(offer.currency).toBe(fixture.into ?? fixture.currency);
        if (offer.currency === "JPY") for (const one of [final, feeTotal, onTop]) expect(one % 100).toBe(0);
      }),
      { numRuns: 40 },
    );
  });
});

/** Kinds of holds: whether they block a search, and whether they block one that ignores tentative holds. */
const holds = {
  booked: { holds: true, firmly: true },
  unavailable: { holds: true, firmly: true },
  tentative: { holds: true, firmly: false },
  expired: { holds: false, firmly: false },
  canceled: { holds: false, firmly: false },
} as const;

/** A time of day: mostly usual arrival and departure times, sometimes the day's limits. */
const anHour = fc.constantFrom("16:00:00", "10:00:00", "00:00:00", "23:59:59", "00:00:01");

const stays = fc.array(
  fc.record({
    // Mostly short, sometimes as long as a seasonal stay or a renovation.
    gap: fc.integer({ min: 0, max: 40 }),
    nights: fc.oneof(
      fc.integer({ min: 1, max: 10 }),
      fc.integer({ min: 28, max: 36 }),
      fc.integer({ min: 60, max: 400 }),
    ),
    kind: fc.constantFrom("booked", "unavailable", "tentative", "expired", "canceled"),
    hours: fc.tuple(anHour, anHour),
  }),
  { maxLength: 8 },
);

describe("with random bookings", () => {
  test("a search finds exactly the rentals of which no night of the stay is held", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(stays, { minLength: 2, maxLength: 5 }),
        fc.array(fc.record({ arrival: fc.integer({ min: -40, max: 500 }), nights: fc.integer({ min: 1, max: 60 }) }), {
          minLength: 8,
          maxLength: 8,
        }),
        async (calendars, asked) => {
          const client = await service.aClient(await service.anAccount());
          const start = day("2090-01-01");
          const held: Held[] = [];
          const rentals: unknown[] = [];
          for (const calendar of calendars) {
            const { id } = await aPricedRental(client);
            rentals.push(id);
            let arrival = start;
            for (const { gap, nights, kind, hours } of calendar) {
              arrival += gap;
              held.push({ rental: id, arrival, departure: arrival + nights, kind, hours });
              arrival += nights;
            }
          }
          await insertBookings(client, held);
          const atRandom = asked.map(({ arrival, nights }) => [start + arrival, start + arrival + nights] as const);
          // The last night of some holds, and the night after it.
          const atEnds = held
            .slice(0, 5)
            .flatMap(({ departure: end }) => [[end - 1, end] as const, [end, end + 1] as const]);
          for (const [from, until] of [...atRandom, ...atEnds]) {
            const free = (how: "holds" | "firmly") =>
              rentals.filter(
                (id) =>
                  !held.some(
                    (one) => one.rental === id && holds[one.kind][how] && one.arrival < until && from < one.departure,
                  ),
              );
            const dates = { start_at: formatDay(from), end_at: formatDay(until), fields: "id" };
            expect(await foundIds(client, dates)).toEqual(free("holds"));
            expect(await foundIds(client, { ...dates, include_tentative: true })).toEqual(free("firmly"));
          }
        },
      ),
      { numRuns: 12 },
    );
  });
});

/** A rental's held nights, with the first one's start time and the last one's end time. */
interface Held {
  readonly rental: unknown;
  readonly arrival: number;
  readonly departure: number;
  readonly kind: keyof typeof holds;
  readonly hours: readonly [string, string];
}

async function insertBookings({ account, application }: ApiClient, held: readonly Held[]): Promise<void> {
  for (const { rental, arrival, departure, kind, hours } of held) {
    await service.sql(
      `insert into bookings (account_id, rental_id, start_at, end_at, booked, unavailable, tentative_expires_at, canceled_at,
         created_by_id, created_by_type, currency)
       values ($1, $2, $3::date + $7::time, $4::date + $8::time, $5 in ('booked', 'canceled'), $5 = 'unavailable',
         case $5 when 'tentative' then now() + interval '1 hour' when 'expired' then now() - interval '1 second' end,
         case when $5 = 'canceled' then now() end, $6, 'Application', 'EUR')`,
      [account, rental, formatDay(arrival), formatDay(departure), kind, application, ...hours],
    );
  }
}
