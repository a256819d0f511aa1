import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serve } from "../access/serve.ts";
import { loginOf } from "../access/services.ts";
import { ApiClient, type Json } from "../harness/client.ts";
import { aBooking, aFee, aRentalsFee, created } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { aPeriod, aRatesTable, aRule, aSeason, aTaxOf, changed } from "../rates/factories.ts";
import { aPricedRental, found, foundIds } from "./factories.ts";

/** The next search reflects every price or calendar change, regardless of the process that made it. */
const service = useService();

/** A second service over the same database. All tests share it, each with its own account. */
let other: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  other = await serve(await loginOf(service));
});
afterAll(() => other?.close());

const now = Date.now();

/** A date relative to the day when these tests started. */
const on = (days: number): string => new Date(now + days * 86_400_000).toISOString().slice(0, 10);

const stay = { start_at: on(40), end_at: on(47), adults: 2 };

/** A rental for 750 a week with all records behind its price. Another service writes the changes. */
async function aFixture() {
  const reader = await service.aClient(await service.anAccount());
  const writer = new ApiClient(other.url, reader.token, reader.account, reader.application);
  const table = await aRatesTable(writer);
  const season = await aSeason(writer, table, { ratio_percentage: "100", minimum_stay: 1 });
  const period = await aPeriod(writer, season, 30, 60);
  const rule = await aRule(writer, table, {
    kind: "strict_minimum_price_per_night",
    percentage: "-50",
    variables: null,
  });
  const rental = await aPricedRental(writer, { rates_table_id: table.id });
  const fee = await aFee(writer, { rate: "50" });
  const rentalsFee = await aRentalsFee(writer, rental, fee, { status: "required" });
  const tax = await aTaxOf(writer);
  return { reader, writer, table, season, period, rule, rental, fee, rentalsFee, tax };
}

type Fixture = Awaited<ReturnType<typeof aFixture>>;

const put = (client: ApiClient, root: string, { id }: Json, attributes: Json) =>
  changed(client, `/${root}/${id}`, root, attributes);

/** Changes with the week's price afterwards; undefined means unavailable. */
const changes: Readonly<Record<string, readonly [(fixture: Fixture) => Promise<unknown>, number | undefined]>> = {
  "its base rate": [({ writer, rental }) => put(writer, "rentals", rental, { base_rate: "90" }), 680],
  "its rounding": [({ writer, rental }) => put(writer, "rentals", rental, { rounding_kind: "closest-marketing" }), 759],
  "that it is deleted": [({ writer, rental }) => writer.delete(`/rentals/${rental.id}`), undefined],
  "a season": [({ writer, season }) => put(writer, "seasons", season, { ratio_percentage: "200" }), 1450],
  "a minimum stay": [({ writer, season }) => put(writer, "seasons", season, { minimum_stay: 8 }), undefined],
  "a period": [
    async ({ writer, season, period }) => {
      await put(writer, "seasons", season, { ratio_percentage: "200" });
      await put(writer, "periods", period, { end_date: on(41) });
    },
    950,
  ],
  "a new season": [
    async ({ writer, table, period }) => {
      await writer.delete(`/periods/${period.id}`);
      await aPeriod(writer, await aSeason(writer, table, { ratio_percentage: "300", minimum_stay: 1 }), 39, 50);
    },
    2150,
  ],
  "a rule": [({ writer, rule }) => put(writer, "rates_rules", rule, { percentage: "10" }), 820],
  "a new rule": [
    ({ writer, table }) =>
      aRule(writer, table, { kind: "stay_at_least", percentage: "-10", variables: { length: 7, unit: "days" } }),
    680,
  ],
  "a rule that refuses": [
    ({ writer, table }) =>
      aRule(writer, table, {
        kind: "prevent_if_booked_less_than",
        percentage: null,
        variables: { length: 50, unit: "days" },
      }),
    undefined,
  ],
  "another rates table": [
    async ({ writer, rental }) => {
      const table = await aRatesTable(writer);
      await aRule(writer, table, { kind: "strict_minimum_price_per_night", percentage: "20", variables: null });
      await put(writer, "rentals", rental, { rates_table_id: table.id });
    },
    890,
  ],
  "a nightly rate map": [
    async ({ writer, rental }) => {
      await put(writer, "rentals", rental, { nightly_rates_managed_externally: true });
      await put(writer, "nightly_rate_maps", rental, {
        start_date: on(39),
        rates_map: new Array(20).fill("60").join(),
      });
    },
    470,
  ],
  "a fee": [({ writer, fee }) => put(writer, "fees", fee, { rate: "55.5" }), 755.5],
  "a fee that is required no longer": [
    ({ writer, rentalsFee }) => put(writer, "rentals_fees", rentalsFee, { status: "public" }),
    700,
  ],
  "an archived fee": [({ writer, rentalsFee }) => writer.delete(`/rentals_fees/${rentalsFee.id}`), 700],
  "a tax on it": [
    ({ writer, rental, tax }) =>
      created(writer, `/rentals/${rental.id}/rentals_taxes`, "rentals_taxes", {
        tax_id: tax.id,
        tax_included_in_rate: false,
      }),
    820,
  ],
  "a tax on its fee": [
    ({ writer, fee, tax }) =>
      created(writer, `/fees/${fee.id}/fees_taxes`, "fees_taxes", { tax_id: tax.id, tax_included_in_rate: false }),
    755,
  ],
  "the rules of a tax": [
    async ({ writer, rental, tax }) => {
      await created(writer, `/rentals/${rental.id}/rentals_taxes`, "rentals_taxes", {
        tax_id: tax.id,
        tax_included_in_rate: false,
      });
      await put(writer, "taxes", tax, {
        tax_rules: [{ compared_attribute: "length_of_stay", comparator: ">", value: "7" }],
      });
    },
    750,
  ],
  "a special offer": [
    ({ writer, rental }) =>
      created(writer, `/rentals/${rental.id}/special_offers`, "special_offers", {
        name: "Early",
        discount: 25,
        start_date: on(30),
        end_date: on(45),
      }),
    575,
  ],
  "the price increase of the application": [
    ({ writer }) => put(writer, "applications", { id: writer.application }, { default_price_increase: "10" }),
    820,
  ],
  "an override of the price increase": [
    ({ writer, rental }) =>
      created(writer, "/applications_periods_rentals", "applications_periods_rentals", {
        application_id: writer.application,
        rental_id: rental.id,
        price_increase: "20",
        start_date: on(40),
        end_date: on(40),
      }),
    890,
  ],
  "a booking": [({ writer, rental }) => aBooking(writer, rental, { start_at: on(45), end_at: on(50) }), undefined],
  "a mid-term rate map, for a stay that is no month": [
    ({ writer, rental }) => put(writer, "rentals", rental, { mid_term_pricing_active: true }),
    750,
  ],
};

describe("the next search includes", () => {
  test.each(Object.entries(changes))("%s", async (_, [change, expected]) => {
    const fixture = await aFixture();
    const price = async () => (await found(fixture.reader, stay))[0]?.final_price;
    expect(await price()).toBe(750);
    expect(await price()).toBe(750);
    await change(fixture);
    expect(await price()).toBe(expected);
    expect((await found(fixture.writer, stay))[0]?.final_price).toBe(expected);
  });

  test("a moved or canceled booking", async () => {
    const { reader, writer, rental } = await aFixture();
    const booking = await aBooking(writer, rental, { start_at: stay.start_at, end_at: stay.end_at });
    expect(await foundIds(reader, stay)).toEqual([]);
    await put(writer, "bookings", booking, { start_at: stay.end_at, end_at: on(50) });
    expect(await foundIds(reader, stay)).toEqual([rental.id]);
    await put(writer, "bookings", booking, { start_at: on(46) });
    expect(await foundIds(reader, stay)).toEqual([]);
    await writer.delete(`/bookings/${booking.id}`);
    expect(await foundIds(reader, stay)).toEqual([rental.id]);
  });

  test("a new rental", async () => {
    const { reader, writer, rental } = await aFixture();
    expect(await foundIds(reader, stay)).toEqual([rental.id]);
    const cheaper = await aPricedRental(writer, { base_rate: "10" });
    expect(await foundIds(reader, { ...stay, sort: "price" })).toEqual([cheaper.id, rental.id]);
  });
});
