import { describe, expect, test } from "vitest";
import { type Json, recordsOf } from "../harness/client.ts";
import { aRental } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { aRatesTable, dayAhead } from "../rates/factories.ts";

const service = useSharedService();

/** A rental whose rates table has rules spanning all dates, which the service once accepted. */
async function anOldRental(kinds: readonly string[]) {
  const client = await service.aClient(await service.anAccount());
  const table = await aRatesTable(client);
  const rental = await aRental(client, { base_rate: 1, sleeps: 2, sleeps_max: 2, rates_table_id: table.id });
  await service.sql(
    `insert into rates_rules (account_id, rates_table_id, kind, always_applied, start_date, end_date, percentage, variables)
     select $1, $2, kind, false, '0001-01-01', '9999-12-31', case when kind = 'weekend_night' then 10 end, '{"days": [6], "length": 2, "unit": "days"}'
     from unnest($3::text[]) as kind`,
    [client.account, table.id, kinds],
  );
  const [arrival, departure] = [dayAhead(30), dayAhead(34)];
  const offer = async (): Promise<Json> => {
    const path = `/rentals/${rental.id}/search?start_at=${arrival}&end_at=${departure}&include_not_available=true&adults=2`;
    const [found] = recordsOf(await client.get(path), "rentals");
    if (!found) throw new Error("The rental was not found.");
    return found;
  };
  const record = async (): Promise<Json> => {
    const answer = await client.get(`/los_records?rental_id=${rental.id}&kinds=rental_price`);
    const found = recordsOf(answer, "los_records").find(({ day }) => day === arrival);
    if (!found) throw new Error("The day has no record.");
    return found;
  };
  return { offer, record };
}

/** The number of nights that a pricing step covered. */
const nightsOf = (offer: Json, step: string): unknown => {
  const { rental }: { rental: Json[] } = JSON.parse(JSON.stringify(offer.price_details));
  return rental.find((line) => line.step === step)?.nights;
};

describe("a stored rule that spans the years 1 to 9999", () => {
  test("charges nights up to ten years from the arrival, in searches and records", async () => {
    const { offer, record } = await anOldRental(["charge_at_least_full_period"]);
    const found = await offer();
    // 3660 nights before the arrival and 3661 from it on, four of them the stay's own.
    const extra = 3660 + 3661 - 4;
    const lines = JSON.stringify(found.price_details);
    expect(lines).toContain('"step":"charge_at_least_full_period"');
    expect(JSON.parse(lines).rental.reduce((sum: number, line: { nights: number }) => sum + line.nights, 0)).toBe(
      extra + 4,
    );
    expect(found.initial_price).toBe(extra + 4);
    const { rates } = await record();
    expect(Array.isArray(rates) && rates[3]).toBe(`${extra + 4}.0`);
  });

  test("refuses and prices stays as usual when it charges no night", async () => {
    const { offer } = await anOldRental(["weekend_night", "full_period_only", "arrival_only", "charge_at_least"]);
    const found = await offer();
    expect(nightsOf(found, "nightly_rate")).toBe(4);
    expect(JSON.stringify(found.refusals)).toContain('"kind":"full_period_only"');
  });
});
