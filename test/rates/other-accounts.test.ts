import pg from "pg";
import { beforeAll, describe, expect, inject, test } from "vitest";
import type { Scope } from "../../src/kernel/access/scopes.ts";
import type { Json } from "../harness/client.ts";
import { aBooking, aFee, aRental, aRentalsFee, created, linksOf } from "../harness/factories.ts";
import { type TestService, useSharedService } from "../harness/service.ts";
import { refusedFor } from "../harness/violations.ts";
import { aPeriod, aRatesTable, aRule, aSeason, aTaxOf, dayAhead } from "./factories.ts";

const service = useSharedService();

/** One record of each pricing table. */
async function aFixture(of: TestService) {
  const client = await of.aClient(await of.anAccount());
  const table = await aRatesTable(client);
  const season = await aSeason(client, table);
  const rental = await aRental(client, { rates_table_id: table.id });
  const fee = await aFee(client);
  const tax = await aTaxOf(client, {
    tax_rules: [{ compared_attribute: "length_of_stay", comparator: ">", value: "1" }],
  });
  const under = (root: string, attributes: Json) => created(client, `/rentals/${rental.id}/${root}`, root, attributes);
  const days = { start_date: dayAhead(1), end_date: dayAhead(2) };
  const stay = await aBooking(client, rental);
  const code = await created(client, "/booking/discount_codes", "discount_codes", {
    discount_code: "SUMMER",
    percentage: 10,
    rental_ids: [rental.id],
  });
  await aPeriod(client, season, 1, 2);
  await aRule(client, table, { always_applied: false, season_ids: [season.id] });
  await aRentalsFee(client, rental, fee, { season_ids: [season.id] });
  await under("special_offers", { name: "Early", discount: 10, ...days });
  await under("rentals_taxes", { tax_id: tax.id, tax_included_in_rate: true });
  await created(client, `/fees/${fee.id}/fees_taxes`, "fees_taxes", { tax_id: tax.id, tax_included_in_rate: true });
  await created(client, "/applications_periods_rentals", "applications_periods_rentals", {
    application_id: client.application,
    rental_id: rental.id,
    price_increase: "5",
    ...days,
  });
  await of.sql(
    "insert into discount_code_usages (account_id, discount_code_id, booking_id, currency, amount_in_cents) values ($1, $2, $3, 'EUR', 1)",
    [client.account, code.id, stay.id],
  );
  await of.sql(
    `insert into rates (account_id, rental_id, currency, start_date, end_date, initial_nightly_rate, initial_weekly_rate,
       initial_monthly_rate, final_nightly_rate, final_weekly_rate, final_monthly_rate, minimum_stay)
     values ($1, $2, 'EUR', '2027-01-01', '2027-02-01', 1, 1, 1, 1, 1, 1, 1)`,
    [client.account, rental.id],
  );
  return { client, rental };
}

const tables = [
  "rates_tables", "seasons", "periods", "rates_rules", "rates_rules_seasons", "rentals_fees_seasons", "special_offers",
  "nightly_rate_maps", "mid_term_rate_maps", "rates", "tax_rules", "rentals_taxes", "fees_taxes", "applications_periods_rentals",
  "discount_codes", "discount_codes_rentals", "discount_code_usages",
]; // biome-ignore format: keep the list compact

let ours: Awaited<ReturnType<typeof aFixture>>;
let theirs: Awaited<ReturnType<typeof aFixture>>;

beforeAll(async () => {
  theirs = await aFixture(service);
  ours = await aFixture(service);
});

describe("the database itself", () => {
  test.each(tables)("refuses a row of %s that refers to another account", async (table) => {
    const keys = await service.sql(
      `select conname as name, confrelid::regclass::text as target,
         (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[2])::text as column,
         (select attname from pg_attribute where attrelid = confrelid and attnum = confkey[2])::text as target_column
       from pg_constraint where contype = 'f' and conrelid = $1::regclass and array_length(conkey, 1) = 2`,
      [table],
    );
    if (table !== "rates_tables" && table !== "discount_codes") expect(keys.length).toBeGreaterThan(0);
    for (const { name, target, column, target_column: targetColumn } of keys) {
      const [foreign] = await service.sql(
        `select ${targetColumn} as value from ${target} where account_id = $1 and ${targetColumn} not in (
           select ${targetColumn} from ${target} where account_id = $2) limit 1`,
        [theirs.client.account, ours.client.account],
      );
      expect(foreign, `${name} has something to point at`).toBeDefined();
      const also = column === "rental_id" && table === "nightly_rate_maps" ? ", id = $1" : "";
      const pointing = service.sql(`update ${table} set ${column} = $1${also} where account_id = $2`, [
        foreign?.value,
        ours.client.account,
      ]);
      await expect(pointing, String(name)).rejects.toSatisfy(refusedFor("23503", name));
    }
  });

  test.each(tables)("shows rows of %s only to their own account", async (table) => {
    const [{ name } = { name: "" }] = await service.sql("select current_database() as name");
    const client = new pg.Client({ ...inject("application"), database: String(name) });
    await client.connect();
    try {
      const accounts = async () =>
        (await client.query(`select distinct account_id::integer from ${table}`)).rows.map((row) => row.account_id);
      expect(await accounts()).toEqual([]);
      // On a cluster, the setting must reach the workers too.
      await client.query("begin");
      await client.query("set local citus.propagate_set_commands = 'local'");
      await client.query(`set local roost.accounts = '{${ours.client.account}}'`);
      expect(await accounts()).toEqual([ours.client.account]);
    } finally {
      await client.end();
    }
  });
});

describe("scopes", () => {
  test.each<[string, readonly Scope[], readonly Scope[]]>([
    ["/rates_tables", ["rates_read", "rates_write"], ["public", "rentals_write"]],
    ["/seasons", ["rates_read", "rates_write"], ["public", "rentals_write"]],
    ["/periods", ["rates_read", "rates_write"], ["public"]],
    ["/rates_rules", ["rates_read", "rates_write"], ["public"]],
    ["/nightly_rate_maps", ["rates_read", "rates_write"], ["public"]],
    ["/mid_term_rate_maps", ["rates_read", "rates_write"], ["public"]],
    ["/special_offers", ["public", "rates_write"], ["rates_read"]],
    ["/taxes", ["public", "rates_read", "rates_write"], ["bookings_read"]],
    ["/tax_rules", ["public"], ["rates_write"]],
    ["/rentals_taxes", ["public", "rentals_write"], ["rates_write"]],
    ["/fees_taxes", ["public", "rates_write"], ["rentals_write"]],
    ["/applications_periods_rentals", ["applications_read", "applications_write"], ["public", "rentals_write"]],
    ["/booking/discount_codes", ["discount_code_read", "discount_code_write"], ["discount_code_usage_read"]],
    ["/booking/discount_code_usages", ["discount_code_usage_read"], ["discount_code_read"]],
  ])("restricts reads of %s to its scopes", async (path, admitted, refused) => {
    const { account } = ours.client;
    for (const [scopes, status] of [
      [admitted, 200],
      [refused, 403],
    ] as const) {
      for (const scope of scopes) {
        const client = await service.aClient(account, { scopes: [scope] });
        expect((await client.get(path)).status, scope).toBe(status);
      }
    }
  });

  test("refuses writes with read scopes", async () => {
    const reader = await service.aClient(ours.client.account, {
      scopes: ["rates_read", "public", "discount_code_read"],
    });
    for (const [path, root] of [
      ["/rates_tables", "rates_tables"],
      [`/rentals/${ours.rental.id}/special_offers`, "special_offers"],
      ["/taxes", "taxes"],
      ["/booking/discount_codes", "discount_codes"],
    ])
      expect((await reader.post(path ?? "", { [root ?? ""]: [{}] })).status, path).toBe(403);
  });
});

test("deletes a rental's own price records with the rental", async () => {
  const fixture = await aFixture(service);
  const { client, rental } = fixture;
  await service.sql("update bookings set canceled_at = now() where account_id = $1", [client.account]);
  expect((await client.delete(`/rentals/${rental.id}`)).status).toBe(204);
  for (const root of [
    "special_offers",
    "rentals_taxes",
    "applications_periods_rentals",
    "nightly_rate_maps",
    "mid_term_rate_maps",
  ]) {
    const list = await client.get(`/${root}?updated_since=2020-01-01T00:00:00Z`);
    expect(list.json, root).toMatchObject({ [root]: [], meta: { deleted_ids: [expect.anything()] } });
  }
  const { rates_table: table } = linksOf(rental);
  expect((await client.delete(`/rates_tables/${table}`)).status).toBe(204);
});
