import { describe, expect, test } from "vitest";
import { pricesVersion, pricesVersionJoins } from "../../src/modules/pricing/rates/prices-version.ts";
import { type ApiClient, type Json, recordOf } from "../harness/client.ts";
import { aBooking, aFee, aRental, aRentalsFee, created } from "../harness/factories.ts";
import { LockWaits } from "../harness/lock-waits.ts";
import { ownerOf } from "../harness/own-objects.ts";
import { useService } from "../harness/service.ts";
import { aPeriod, aRatesTable, aRule, aSeason, aTaxOf, changed, dayAhead } from "./factories.ts";

const service = useService();

/** A rental with all records behind its prices, and a neighbour of the same account without them. */
async function aPricedRental() {
  const client = await service.aClient(await service.anAccount());
  const table = await aRatesTable(client);
  const season = await aSeason(client, table);
  const period = await aPeriod(client, season, 10, 20);
  const rule = await aRule(client, table);
  const rental = await aRental(client, { base_rate: "100", rates_table_id: table.id });
  const neighbour = await aRental(client, { rates_table_id: (await aRatesTable(client)).id });
  const fee = await aFee(client);
  const rentalsFee = await aRentalsFee(client, rental, fee);
  const tax = await aTaxOf(client);
  return { client, table, season, period, rule, rental, neighbour, fee, rentalsFee, tax };
}

async function versionsOf({ id }: Json): Promise<[unknown, unknown]> {
  const [row] = await service.sql(
    `select ${pricesVersion} as prices, rentals.calendar_version as calendar from rentals ${pricesVersionJoins("= rentals.account_id")} where rentals.id = $1`,
    [id],
  );
  return [row?.prices, row?.calendar];
}

type Fixture = Awaited<ReturnType<typeof aPricedRental>>;
type Change = (fixture: Fixture) => Promise<unknown>;

const put = (client: ApiClient, root: string, { id }: Json, attributes: Json) =>
  changed(client, `/${root}/${id}`, root, attributes);
const post = async (client: ApiClient, path: string, root: string, attributes: Json) =>
  recordOf(await client.post(path, { [root]: [attributes] }), root);

/** Changes to one rental's prices only. */
const own: Readonly<Record<string, Change>> = {
  "the base rate": ({ client, rental }) => put(client, "rentals", rental, { base_rate: "90" }),
  "another rates table": ({ client, rental, neighbour: _ }) => put(client, "rentals", rental, { rates_table_id: null }),
  "a season": ({ client, season }) => put(client, "seasons", season, { ratio_percentage: "90" }),
  "a new season": ({ client, table }) => aSeason(client, table),
  "a deleted season": ({ client, season }) => client.delete(`/seasons/${season.id}`),
  "a period": ({ client, period }) => put(client, "periods", period, { end_date: dayAhead(30) }),
  "a new period": ({ client, season }) => aPeriod(client, season, 50, 60),
  "an archived period": ({ client, period }) => client.delete(`/periods/${period.id}`),
  "a rule": ({ client, rule }) => put(client, "rates_rules", rule, { percentage: "30" }),
  "the seasons of a rule": ({ client, rule, season }) => put(client, "rates_rules", rule, { season_ids: [season.id] }),
  "a deleted rule": ({ client, rule }) => client.delete(`/rates_rules/${rule.id}`),
  "a rentals fee": ({ client, rentalsFee }) => put(client, "rentals_fees", rentalsFee, { status: "required" }),
  "the seasons of a rentals fee": ({ client, rentalsFee, season }) =>
    put(client, "rentals_fees", rentalsFee, { season_ids: [season.id] }),
  "an archived rentals fee": ({ client, rentalsFee }) => client.delete(`/rentals_fees/${rentalsFee.id}`),
  "a special offer": ({ client, rental }) =>
    post(client, `/rentals/${rental.id}/special_offers`, "special_offers", {
      name: "Early",
      discount: 10,
      start_date: dayAhead(1),
      end_date: dayAhead(2),
    }),
  "an override of nights": ({ client, rental }) =>
    post(client, `/rentals/${rental.id}/rate_overrides`, "rate_overrides", {
      rate: "90",
      start_date: dayAhead(1),
      end_date: dayAhead(2),
    }),
  "a tax on the rental": ({ client, rental, tax }) =>
    post(client, `/rentals/${rental.id}/rentals_taxes`, "rentals_taxes", {
      tax_id: tax.id,
      tax_included_in_rate: true,
    }),
  "an override of a price increase": ({ client, rental }) =>
    post(client, "/applications_periods_rentals", "applications_periods_rentals", {
      application_id: client.application,
      rental_id: rental.id,
      price_increase: "5",
      start_date: dayAhead(1),
      end_date: dayAhead(2),
    }),
  "a nightly rate map": async ({ client, rental }) => {
    await put(client, "rentals", rental, { nightly_rates_managed_externally: true });
    const [before] = await versionsOf(rental);
    await put(client, "nightly_rate_maps", rental, { start_date: dayAhead(0), rates_map: "1" });
    expect((await versionsOf(rental))[0]).not.toBe(before);
  },
  "a mid-term rate map": async ({ client, rental }) => {
    const [row] = await service.sql("select id from mid_term_rate_maps where rental_id = $1", [rental.id]);
    await put(client, "mid_term_rate_maps", { id: row?.id }, { start_date: dayAhead(0), map: "1" });
  },
  "a manual update in the database": ({ rental }) =>
    service.sql("update rentals set absolute_min_stay = 3 where id = $1", [rental.id]),
};

/** Changes to the prices of every rental of the account. */
const shared: Readonly<Record<string, Change>> = {
  "a fee": ({ client, fee }) => put(client, "fees", fee, { rate: "55" }),
  "a tax": ({ client, tax }) => put(client, "taxes", tax, { end_date: dayAhead(100) }),
  "the rules of a tax": ({ client, tax }) =>
    put(client, "taxes", tax, { tax_rules: [{ compared_attribute: "length_of_stay", comparator: ">", value: 3 }] }),
  "a tax on a fee": ({ client, fee, tax }) =>
    post(client, `/fees/${fee.id}/fees_taxes`, "fees_taxes", { tax_id: tax.id, tax_included_in_rate: false }),
  "the price increase of an application": ({ client }) =>
    put(client, "applications", { id: client.application }, { default_price_increase: "5" }),
};

describe("the version of a rental's prices", () => {
  test.each(Object.entries(own))("moves with %s, unlike the neighbour's", async (_, change) => {
    const fixture = await aPricedRental();
    const [before, beside] = [await versionsOf(fixture.rental), await versionsOf(fixture.neighbour)];
    await change(fixture);
    const after = await versionsOf(fixture.rental);
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).toBe(before[1]);
    expect(await versionsOf(fixture.neighbour)).toEqual(beside);
  });

  test.each(Object.entries(shared))("moves with %s, like the neighbour's", async (_, change) => {
    const fixture = await aPricedRental();
    const [before, beside] = [await versionsOf(fixture.rental), await versionsOf(fixture.neighbour)];
    await change(fixture);
    expect((await versionsOf(fixture.rental))[0]).not.toBe(before[0]);
    expect((await versionsOf(fixture.neighbour))[0]).not.toBe(beside[0]);
  });

  test("moves with a season of another table in which one of its fees applies", async () => {
    const { client, neighbour, fee, season } = await aPricedRental();
    await aRentalsFee(client, neighbour, fee, { season_ids: [season.id] });
    const before = await versionsOf(neighbour);
    await aPeriod(client, season, 50, 60);
    expect((await versionsOf(neighbour))[0]).not.toBe(before[0]);
  });

  test("moves with a season of another table that changes while a fee is added to it", async () => {
    const { client, rental, neighbour, fee, season, period } = await aPricedRental();
    const waits = new LockWaits(await ownerOf(service));
    const told: string[] = [];
    const [moving, making, between] = await service.database
      .within([client.account])
      .transaction(async (transaction) => {
        // The table's own rental: the last row that a season change touches.
        await transaction.run("select from nightly_rate_maps where account_id = $1 and id = $2 for update", [
          client.account,
          rental.id,
        ]);
        const change = put(client, "periods", period, { end_date: dayAhead(30) });
        await expect.poll(() => waits.count()).toBe(1);
        const fees = aRentalsFee(client, neighbour, fee, { season_ids: [season.id] }).then(() => told.push("made"));
        await expect.poll(async () => told.length > 0 || (await waits.count()) === 2).toBe(true);
        return [[change], [fees], (await versionsOf(neighbour))[0]] as const;
      });
    await Promise.all([...moving, ...making]);
    // The version read in between, with the old season, is no longer current.
    expect((await versionsOf(neighbour))[0]).not.toBe(between);
  });

  test("does not move with a refused or rolled back change or a booking", async () => {
    const { client, rental, season } = await aPricedRental();
    const before = await versionsOf(rental);
    await client.put(`/seasons/${season.id}`, { seasons: [{ minimum_stay: 0 }] });
    await aBooking(client, rental);
    expect((await versionsOf(rental))[0]).toBe(before[0]);
  });
});

describe("the version of a rental's calendar", () => {
  test("moves the calendar version with bookings but not with their notes", async () => {
    const { client, rental, neighbour } = await aPricedRental();
    const versions = [(await versionsOf(rental))[1]];
    const note = async () => versions.push((await versionsOf(rental))[1]);
    const stay = await aBooking(client, rental);
    await note();
    await put(client, "bookings", stay, { notes: "Late" });
    await note();
    await put(client, "bookings", stay, { end_at: "2090-01-09T10:00:00Z" });
    await note();
    const beside = await versionsOf(neighbour);
    await put(client, "bookings", stay, { tentative_expires_at: new Date(Date.now() + 3_600_000).toISOString() });
    await note();
    await client.delete(`/bookings/${stay.id}`);
    await note();
    const [first, booked, noted, longer, held, canceled] = versions;
    expect(noted).toBe(booked);
    expect(new Set([first, booked, longer, held, canceled]).size).toBe(5);
    expect(await versionsOf(neighbour)).toEqual(beside);
  });

  test("moves once in each rental of a statement that books several, mirrors or blocks", async () => {
    const { client, rental, neighbour } = await aPricedRental();
    const beside = await aRental(client);
    await created(client, "/rental_link_groups", "rental_link_groups", { rental_ids: [rental.id, neighbour.id] });
    const all = async () =>
      (await Promise.all([rental, neighbour, beside].map(versionsOf))).map(([, calendar]) => Number(calendar));
    const [own = 0, linked = 0, other = 0] = await all();
    await aBooking(client, rental);
    expect(await all()).toEqual([own + 1, linked + 1, other]);
    await service.sql(
      `insert into bookings (account_id, rental_id, start_at, end_at, booked, unavailable, created_by_id, created_by_type, currency)
       select $1, rental, start_at, start_at + interval '1 day', false, true, $2, 'Application', 'EUR'
       from unnest($3::bigint[]) as rental cross join (values (timestamptz '2091-01-01 12:00Z'), ('2091-02-01 12:00Z')) as days (start_at)`,
      [client.account, client.application, `{${rental.id},${beside.id}}`],
    );
    expect(await all()).toEqual([own + 2, linked + 1, other + 1]);
  });

  test("moves the calendar version when the job ends an expired hold", async () => {
    const { client, rental } = await aPricedRental();
    const hold = await aBooking(client, rental, {
      tentative_expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    await service.sql("update bookings set tentative_expires_at = now() - interval '1 second' where id = $1", [
      hold.id,
    ]);
    const before = await versionsOf(rental);
    const [ended] = await service.sql("select expire_holds()::integer as count");
    expect(ended?.count).toBe(1);
    expect((await versionsOf(rental))[1]).not.toBe(before[1]);
  });
});
