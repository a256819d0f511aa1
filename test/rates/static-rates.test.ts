import { describe, expect, test } from "vitest";
import { dayOfInstant, formatDay } from "../../src/core/day.ts";
import { RateBooks } from "../../src/modules/pricing/rates/books/rate-books.ts";
import { pricesVersion, pricesVersionJoins, ratesVersion } from "../../src/modules/pricing/rates/prices-version.ts";
import { ratesOf, rebuildRates } from "../../src/modules/pricing/rates/static/rebuild-rates.ts";
import { rebuildStaleRates } from "../../src/modules/pricing/rates/static/rebuild-stale-rates.ts";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aFee, aRental, aRentalsFee, aTax, created, idsOf, linksOf, read } from "../harness/factories.ts";
import { baseUrl, useService } from "../harness/service.ts";
import { refusedFor } from "../harness/violations.ts";
import { aPeriod, aRatesTable, aRule, aSeason, changed, dayAhead } from "./factories.ts";

const service = useService();

const anOwner = async () => service.aClient(await service.anAccount());
const today = () => dayOfInstant(Date.now());

/** Runs the job for all stale rentals, `ahead` days from today. Fails on any error. */
const rebuilt = (ahead = 0): Promise<number> =>
  rebuildStaleRates(service.database, today() + ahead, (_rental, error) => {
    throw error;
  });

/** The version of a rental's static rates. */
async function versionOf({ id }: Json): Promise<string> {
  const text = `select ${ratesVersion} as version from rentals ${pricesVersionJoins("= rentals.account_id")} where rentals.id = $1`;
  return String((await service.sql(text, [id]))[0]?.version);
}

/** A rental's rates in order of their first nights. */
async function ratesIn(client: ApiClient, { id }: Json): Promise<Json[]> {
  const rates: Json[] = [];
  for (let page = 1; ; page++) {
    const some = recordsOf(await client.get(`/rates?rental_id=${id}&page=${page}`), "rates");
    rates.push(...some);
    if (some.length < 100) break;
  }
  return rates.toSorted((a, b) => (String(a.start_date) < String(b.start_date) ? -1 : 1));
}

/** A rental's runs: first and last night as days from today, with the final nightly and weekly rates. */
async function runsOf(client: ApiClient, rental: Json): Promise<unknown[][]> {
  const ahead = (date: unknown) => Math.round(Date.parse(String(date)) / 86_400_000) - today();
  return (await ratesIn(client, rental)).map((rate) => [
    ahead(rate.start_date),
    ahead(rate.end_date),
    rate.final_nightly_rate,
    rate.final_weekly_rate,
  ]);
}

/** A rental with two separate seasons: its rates are base, first, base, second, base. */
async function aSeasonalRental(client: ApiClient) {
  const table = await aRatesTable(client);
  const spring = await aSeason(client, table, { ratio_percentage: "120", minimum_stay: 2 });
  const summer = await aSeason(client, table, { ratio_percentage: "200", minimum_stay: 7 });
  const early = await aPeriod(client, spring, 10, 19);
  const late = await aPeriod(client, summer, 100, 149);
  const rental = await aRental(client, { base_rate: "100", sleeps: 2, rates_table_id: table.id });
  return { client, table, spring, summer, early, late, rental };
}

describe("the figures", () => {
  test("splits static rates at season borders, in the shape of the reference's sample", async () => {
    const { client, rental, table } = await aSeasonalRental(await anOwner());
    await aRule(client, table, { kind: "stay_at_least", percentage: "-10", variables: { length: 7, unit: "days" } });
    await aRule(client, table, { kind: "stay_at_least", percentage: "-25", variables: { length: 28, unit: "days" } });
    await rebuilt();
    const answer = await client.get(`/rates?rental_id=${rental.id}`);
    expect(answer.json.links).toMatchObject({ "rates.rental": `${baseUrl}/api/v3/rentals/{rates.rental}` });
    const rates = await ratesIn(client, rental);
    expect(rates[1]).toEqual({
      links: { account: client.account, rental: rental.id },
      id: expect.any(Number),
      currency: "EUR",
      start_date: dayAhead(10),
      end_date: dayAhead(19),
      initial_nightly_rate: "120.0",
      initial_weekly_rate: "840.0",
      initial_monthly_rate: "3600.0",
      final_nightly_rate: "120.0",
      final_weekly_rate: "756.0",
      final_monthly_rate: "2700.0",
      minimum_stay: 2,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(await runsOf(client, rental)).toEqual([
      [-1, 9, "100.0", "630.0"],
      [10, 19, "120.0", "756.0"],
      [20, 99, "100.0", "630.0"],
      [100, 149, "200.0", "1260.0"],
      [150, 1094, "100.0", "630.0"],
    ]);
    expect(linksOf(await read(client, "rentals", rental.id)).rates).toEqual(
      idsOf(rates)
        .map(Number)
        .toSorted((one, other) => one - other),
    );
    const [, one] = rates;
    expect((await client.get(`/rates/${one?.id}`)).json.rates).toEqual([one]);
  });

  test("contains overrides of nights, and follows when one is deleted", async () => {
    const client = await anOwner();
    const rental = await aRental(client, { base_rate: "100" });
    const nights = { start_date: dayAhead(12), end_date: dayAhead(14), rate: "75", minimum_stay: 3 };
    const override = await created(client, `/rentals/${rental.id}/rate_overrides`, "rate_overrides", nights);
    await rebuilt();
    expect(await runsOf(client, rental)).toEqual([
      [-1, 11, "100.0", "700.0"],
      [12, 14, "75.0", "525.0"],
      [15, 1094, "100.0", "700.0"],
    ]);
    await client.delete(`/rate_overrides/${override.id}`);
    await rebuilt();
    expect(await runsOf(client, rental)).toEqual([[-1, 1094, "100.0", "700.0"]]);
  });

  test("applies weekend rules and ignores rules that depend on today or on bookings", async () => {
    const client = await anOwner();
    const table = await aRatesTable(client);
    const rental = await aRental(client, { base_rate: "100", rates_table_id: table.id });
    await aRule(client, table);
    for (const kind of ["early_booking", "late_booking"]) {
      await aRule(client, table, { kind, percentage: "-50", variables: { length: 10, unit: "days" } });
    }
    await aRule(client, table, {
      kind: "charge_at_least_if_available",
      percentage: null,
      variables: { length: 5, unit: "days" },
    });
    await rebuilt();
    const rates = await ratesIn(client, rental);
    expect(rates.length).toBeGreaterThan(300);
    for (const { start_date, end_date, initial_nightly_rate, final_nightly_rate } of rates) {
      const weekday = new Date(`${start_date}T00:00:00Z`).getUTCDay();
      const expected = weekday === 5 || weekday === 6 ? "120.0" : "100.0";
      expect([initial_nightly_rate, final_nightly_rate], `${start_date} to ${end_date}`).toEqual([expected, expected]);
    }
  });

  test("uses externally managed nights and leaves gaps for nights without a rate", async () => {
    const client = await anOwner();
    const rental = await aRental(client, { base_rate: "1", nightly_rates_managed_externally: true });
    await changed(client, `/nightly_rate_maps/${rental.id}`, "nightly_rate_maps", {
      start_date: dayAhead(0),
      rates_map: "80,80,0,90",
    });
    await rebuilt();
    expect(await runsOf(client, rental)).toEqual([
      [0, 1, "80.0", "560.0"],
      [3, 3, "90.0", "630.0"],
    ]);
  });

  test("ignores fees, even one without an exchange rate", async () => {
    const client = await anOwner();
    const rental = await aRental(client, { base_rate: "100", currency: "EUR" });
    const fee = await aFee(client, { currency: "USD" });
    await service.sql("insert into exchange_rates (currency, day, rate) values ('USD', '2020-01-01', 1.1)");
    await aRentalsFee(client, rental, fee, { status: "required", always_applied: true });
    await service.sql("delete from exchange_rates");
    await rebuilt();
    expect(await runsOf(client, rental)).toEqual([[-1, 1094, "100.0", "700.0"]]);
    expect(await read(client, "rentals", rental.id)).toMatchObject({ min_price: "100.0", max_price: "100.0" });
  });

  test("omits rates that are too large to store, without failing", async () => {
    const client = await anOwner();
    const rental = await aRental(client, { base_rate: "9999999999.99" });
    await rebuilt();
    expect(await ratesIn(client, rental)).toEqual([]);
    expect(await rebuilt()).toBe(0);
  });
});

describe("the id of a rate", () => {
  test("keeps all rates when an unrelated record changes", async () => {
    const { client, rental } = await aSeasonalRental(await anOwner());
    await rebuilt();
    const [rates, record] = [await ratesIn(client, rental), await read(client, "rentals", rental.id)];
    const fee = await aFee(client);
    await changed(client, `/fees/${fee.id}`, "fees", { rate: "77" });
    expect(await rebuilt()).toBe(0);
    expect(await ratesIn(client, rental)).toEqual(rates);
    expect((await read(client, "rentals", rental.id)).updated_at).toBe(record.updated_at);
  });

  test("changes only a season's own rate with its price", async () => {
    const { client, rental, summer } = await aSeasonalRental(await anOwner());
    await rebuilt();
    const before = await ratesIn(client, rental);
    await service.sql("update rates set updated_at = '2020-01-01' where rental_id = $1", [rental.id]);
    await changed(client, `/seasons/${summer.id}`, "seasons", { ratio_percentage: "180" });
    await rebuilt();
    const after = await ratesIn(client, rental);
    expect(idsOf(after)).toEqual(idsOf(before));
    expect(after.map(({ final_nightly_rate }) => final_nightly_rate)).toEqual([
      "100.0",
      "120.0",
      "100.0",
      "180.0",
      "100.0",
    ]);
    const moved = after.filter(({ updated_at }) => updated_at !== "2020-01-01T00:00:00Z");
    expect(idsOf(moved)).toEqual([before[3]?.id]);
    const since = await client.get(`/rates?rental_id=${rental.id}&updated_since=2021-01-01T00:00:00Z`);
    expect(idsOf(recordsOf(since, "rates"))).toEqual(idsOf(moved));
    expect(Object(since.json.meta).deleted_ids).toEqual([]);
  });

  test("moves the borders of rates with a season", async () => {
    const { client, rental, early } = await aSeasonalRental(await anOwner());
    await rebuilt();
    const before = await ratesIn(client, rental);
    for (const [start, end] of [
      [12, 25],
      [5, 14],
    ]) {
      await changed(client, `/periods/${early.id}`, "periods", {
        start_date: dayAhead(start ?? 0),
        end_date: dayAhead(end ?? 0),
      });
      await rebuilt();
      const after = await ratesIn(client, rental);
      expect(idsOf(after)).toEqual(idsOf(before));
      expect((await runsOf(client, rental)).slice(0, 3).map(([first, last]) => [first, last])).toEqual([
        [-1, Number(start) - 1],
        [start, end],
        [Number(end) + 1, 99],
      ]);
    }
  });

  test("merges three rates into one when a season ends and lists the deleted ids", async () => {
    const { client, rental, early } = await aSeasonalRental(await anOwner());
    await rebuilt();
    const [first, second, third, fourth, fifth] = await ratesIn(client, rental);
    await client.delete(`/periods/${early.id}`);
    await rebuilt();
    expect(idsOf(await ratesIn(client, rental))).toEqual(idsOf([first, fourth, fifth].map((rate) => rate ?? {})));
    const since = await client.get("/rates?updated_since=2020-01-01T00:00:00Z");
    expect(Object(since.json.meta).deleted_ids).toEqual([second?.id, third?.id]);
    expect((await client.get(`/rates/${second?.id}`)).status).toBe(404);
  });

  test("moves only the last rate's end at midnight and ends past rates", async () => {
    const { client, rental } = await aSeasonalRental(await anOwner());
    await rebuilt();
    const before = await ratesIn(client, rental);
    await service.sql("update rates set updated_at = '2020-01-01' where rental_id = $1", [rental.id]);
    const record = await read(client, "rentals", rental.id);
    expect(await rebuilt(1)).toBeGreaterThan(0);
    const after = await ratesIn(client, rental);
    const old = before.map((rate) => ({ ...rate, updated_at: "2020-01-01T00:00:00Z" }));
    expect(after.slice(0, -1)).toEqual(old.slice(0, -1));
    expect(after.at(-1)).toMatchObject({ id: before.at(-1)?.id, start_date: dayAhead(150), end_date: dayAhead(1095) });
    expect((await read(client, "rentals", rental.id)).updated_at).toBe(record.updated_at);
    // The first run has passed by the day on which yesterday is the first night of the second.
    await rebuilt(10);
    expect((await ratesIn(client, rental))[0]?.id).toBe(before[0]?.id);
    await rebuilt(11);
    expect((await ratesIn(client, rental))[0]).toMatchObject({ id: before[1]?.id, start_date: dayAhead(10) });
    // If a clock runs backwards, the night returns and rates still do not overlap.
    await rebuilt(0);
    expect((await runsOf(client, rental)).map(([first, last]) => [first, last])).toEqual([
      [-1, 9],
      [10, 19],
      [20, 99],
      [100, 149],
      [150, 1094],
    ]);
  });
});

describe("a rental's min_price and max_price", () => {
  test("sets min_price and max_price to the lowest and highest night and touches the rental, not its prices", async () => {
    const { client, rental, summer } = await aSeasonalRental(await anOwner());
    const version = async () => {
      const [row] = await service.sql(
        `select ${pricesVersion} as version from rentals ${pricesVersionJoins("= rentals.account_id")} where rentals.id = $1`,
        [rental.id],
      );
      return row?.version;
    };
    await service.sql("alter table rentals disable trigger rental_changed");
    await service.sql("update rentals set updated_at = '2020-01-01' where id = $1", [rental.id]);
    await service.sql("alter table rentals enable trigger rental_changed");
    const before = await version();
    await rebuilt();
    expect(await version()).toBe(before);
    const record = await read(client, "rentals", rental.id);
    expect(record).toMatchObject({ min_price: "100.0", max_price: "200.0" });
    expect(record.updated_at).not.toBe("2020-01-01T00:00:00Z");
    await changed(client, `/seasons/${summer.id}`, "seasons", { ratio_percentage: "300" });
    await rebuilt();
    expect(await read(client, "rentals", rental.id)).toMatchObject({ min_price: "100.0", max_price: "300.0" });
    await changed(client, `/rentals/${rental.id}`, "rentals", { base_rate: null });
    await rebuilt();
    expect(await read(client, "rentals", rental.id)).toMatchObject({ min_price: null, max_price: null });
    expect(linksOf(await read(client, "rentals", rental.id)).rates).toEqual([]);
  });

  test("filters rentals by min_price and max_price", async () => {
    const client = await anOwner();
    const [cheap, dear] = [await aRental(client, { base_rate: "80" }), await aRental(client, { base_rate: "220.5" })];
    const unpriced = await aRental(client);
    await rebuilt();
    const found = async (query: string) => idsOf(recordsOf(await client.get(`/rentals?${query}`), "rentals"));
    expect(await found("min_price=80")).toEqual([cheap.id, dear.id]);
    expect(await found("min_price=81")).toEqual([dear.id]);
    expect(await found("max_price=220")).toEqual([cheap.id]);
    expect(await found("min_price=0&max_price=100000")).not.toContain(unpriced.id);
  });
});

describe("the job", () => {
  test("rebuilds only stale rentals, by the same version in database and code", async () => {
    const { client, rental } = await aSeasonalRental(await anOwner());
    await rebuilt();
    expect(await rebuilt()).toBe(0);
    await aBooking(client, rental);
    expect(await rebuilt()).toBe(0);
    const alone = await aRental(client, { base_rate: "10" });
    expect(await rebuilt()).toBe(1);
    for (const { id } of [rental, alone]) {
      const [row] = await service.sql(
        `select rates_built.version, ${ratesVersion} as current, built_on::text from rentals ${pricesVersionJoins("= rentals.account_id")}
         join rates_built on rates_built.account_id = rentals.account_id and rates_built.rental_id = rentals.id where rentals.id = $1`,
        [id],
      );
      expect(row).toMatchObject({ version: row?.current, built_on: formatDay(today()) });
    }
  });

  test("rebuilds more rentals than one batch", async () => {
    const account = await service.anAccount();
    await service.sql(
      "insert into rentals (account_id, name, currency, base_rate) select $1, 'Flat', 'EUR', 50 from generate_series(1, 230)",
      [account],
    );
    expect(await rebuilt()).toBeGreaterThanOrEqual(230);
    const [row] = await service.sql("select count(*)::integer from rates where account_id = $1", [account]);
    expect(row?.count).toBe(230);
    // Other tests rebuild all existing rentals for several days.
    await service.sql("update rentals set deleted_at = now() where account_id = $1", [account]);
    await rebuilt();
  });

  test("reports a failing rental, retries it later, and continues with the others", async () => {
    const client = await anOwner();
    const rentals = [
      await aRental(client, { base_rate: "50" }),
      await aRental(client, { base_rate: "60" }),
      await aRental(client, { base_rate: "70" }),
      await aRental(client, { base_rate: "80" }),
    ];
    const [first, unreadable, unwritable, last] = rentals;
    await service.sql("update rentals set base_rate = 'NaN' where id = $1", [unreadable?.id]);
    await service.sql(
      "create function refuse_rates() returns trigger language plpgsql as $$ begin raise 'no rates today'; end $$",
    );
    await service.sql(
      `create trigger refuse_rates before insert on rates for each row when (new.rental_id = ${unwritable?.id}) execute function refuse_rates()`,
    );
    const reports: unknown[] = [];
    await rebuildStaleRates(service.database, today(), (rental, error) => reports.push([rental, String(error)]));
    expect(reports).toEqual([
      [unreadable?.id, expect.stringContaining("NaN")],
      [unwritable?.id, expect.stringContaining("no rates today")],
    ]);
    for (const rental of [first, last]) expect(await ratesIn(client, rental ?? {})).toHaveLength(1);
    expect(await ratesIn(client, unwritable ?? {})).toEqual([]);
    await service.sql("drop trigger refuse_rates on rates");
    await service.sql("drop function refuse_rates");
    await service.sql("update rentals set base_rate = 60 where id = $1", [unreadable?.id]);
    await rebuilt();
    for (const rental of rentals) expect(await ratesIn(client, rental)).toHaveLength(1);
  });

  test("stops rebuilding when it is aborted", async () => {
    const client = await anOwner();
    const rental = await aRental(client, { base_rate: "50" });
    const closing = new AbortController();
    closing.abort();
    expect(await rebuildStaleRates(service.database, today(), () => undefined, closing.signal)).toBe(0);
    expect(await ratesIn(client, rental)).toEqual([]);
    await rebuilt();
    expect(await ratesIn(client, rental)).toHaveLength(1);
  });

  test("rebuilds each rental once when several processes run", async () => {
    const client = await anOwner();
    const { rental, spring } = await aSeasonalRental(client);
    const others = [];
    for (const name of ["One", "Two", "Three"]) others.push(await aRental(client, { name, base_rate: "49" }));
    await rebuilt();
    const before = await ratesIn(client, rental);
    for (let round = 0; round < 5; round++) {
      await changed(client, `/seasons/${spring.id}`, "seasons", { ratio_percentage: String(130 + round) });
      for (const { id } of others)
        await changed(client, `/rentals/${id}`, "rentals", { base_rate: String(50 + round) });
      const counts = await Promise.all([rebuilt(), rebuilt(), rebuilt(), rebuilt()]);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4);
      const after = await ratesIn(client, rental);
      expect(idsOf(after)).toEqual(idsOf(before));
      expect(after[1]?.final_nightly_rate).toBe(`${130 + round}.0`);
    }
  });

  test("blocks no read and skips a rental that stays locked", async () => {
    const { client, rental, spring } = await aSeasonalRental(await anOwner());
    await rebuilt();
    const before = await ratesIn(client, rental);
    await changed(client, `/seasons/${spring.id}`, "seasons", { ratio_percentage: "150" });
    const scope = service.database.within([client.account]);
    const key = { account: client.account, rental: Number(rental.id) };
    await scope.transaction(async (transaction) => {
      const books = await new RateBooks().of(transaction, [key.account], [key.rental], today());
      const priced = books.get(key.rental);
      if (!priced) throw new Error("The rental has no book.");
      const computed = { version: await versionOf(rental), runs: await ratesOf(priced.book, today()) };
      expect(await rebuildRates(transaction, key, computed, today())).toBe(true);
      // Not committed yet: readers see the old rates, and another process finds the rental locked.
      expect(await ratesIn(client, rental)).toEqual(before);
      expect(await rebuilt()).toBe(0);
    });
    expect((await ratesIn(client, rental))[1]).toMatchObject({ id: before[1]?.id, final_nightly_rate: "150.0" });
    expect(await rebuilt()).toBe(0);
  });

  test("stores computed rates although prices changed meanwhile and rebuilds the rental again", async () => {
    const { client, rental, spring } = await aSeasonalRental(await anOwner());
    const scope = service.database.within([client.account]);
    const key = { account: client.account, rental: Number(rental.id) };
    const version = await versionOf(rental);
    const books = await scope.transaction((transaction) =>
      new RateBooks().of(transaction, [key.account], [key.rental], today()),
    );
    const book = books.get(key.rental)?.book;
    if (!book) throw new Error("The rental has no book.");
    const computed = { version, runs: await ratesOf(book, today()) };
    await changed(client, `/seasons/${spring.id}`, "seasons", { ratio_percentage: "150" });
    expect(await scope.transaction((transaction) => rebuildRates(transaction, key, computed, today()))).toBe(true);
    expect((await ratesIn(client, rental))[1]?.final_nightly_rate).toBe("120.0");
    await rebuilt();
    expect((await ratesIn(client, rental))[1]?.final_nightly_rate).toBe("150.0");
    // Rates from older prices never replace current ones.
    expect(await scope.transaction((transaction) => rebuildRates(transaction, key, computed, today()))).toBe(false);
  });

  test("keeps rebuilding every rental of an account whose prices change all the time", async () => {
    const client = await anOwner();
    await service.sql("update applications set rate_limit = 1000000");
    const table = await aRatesTable(client);
    const season = await aSeason(client, table, { ratio_percentage: "100" });
    await aPeriod(client, season, 10, 19);
    const fee = await aFee(client);
    await service.sql(
      "insert into rentals (account_id, name, currency, base_rate, rates_table_id) select $1, 'Flat', 'EUR', 50, $2 from generate_series(1, 100)",
      [client.account, table.id],
    );
    let isWriting = true;
    const write = async (): Promise<void> => {
      for (let ratio = 101; isWriting; ratio = ratio < 300 ? ratio + 1 : 101) {
        await changed(client, `/seasons/${season.id}`, "seasons", { ratio_percentage: String(ratio) });
        await changed(client, `/fees/${fee.id}`, "fees", { rate: String(ratio) });
        await service.sql("update rentals set base_rate = base_rate + 1 where account_id = $1 and id % 10 = $2", [
          client.account,
          ratio % 10,
        ]);
      }
    };
    const writing = write();
    const rounds = [await rebuilt(), await rebuilt()].map((count) => count >= 100);
    isWriting = false;
    await writing;
    expect(rounds).toEqual([true, true]);
    const [row] = await service.sql("select count(distinct rental_id)::integer from rates where account_id = $1", [
      client.account,
    ]);
    expect(row?.count).toBe(100);
    await service.sql("update rentals set deleted_at = now() where account_id = $1", [client.account]);
    await rebuilt();
  });

  test("finds no stale rental after changes to fees, taxes, offers, other attributes or bookings", async () => {
    const { client, rental } = await aSeasonalRental(await anOwner());
    const [fee, tax] = [await aFee(client), await aTax(service, Number(client.account))];
    await rebuilt();
    const owned = `account_id = ${client.account}`;
    await changed(client, `/fees/${fee.id}`, "fees", { rate: "77" });
    await changed(client, `/taxes/${tax.id}`, "taxes", { name: "Another" });
    const own = await aRentalsFee(client, rental, fee, { status: "required" });
    await changed(client, `/rentals_fees/${own.id}`, "rentals_fees", { status: "public" });
    await service.sql(`update accounts_applications set default_price_increase = 7 where ${owned}`);
    await changed(client, `/rentals/${rental.id}`, "rentals", {
      balance_due: 3,
      permit_number: "X",
      damage_deposit: "9",
    });
    await aBooking(client, rental);
    expect(await rebuilt()).toBe(0);
  });

  test("finds a rental stale after a change to each attribute behind its static rates", async () => {
    const { client, rental } = await aSeasonalRental(await anOwner());
    await aRental(client, { base_rate: "10" });
    await rebuilt();
    const changes: Json[] = [
      { base_rate: "101" },
      { base_rate_kind: "weekly" },
      { currency: "USD" },
      { sleeps: 3 },
      { absolute_min_price: "7" },
      { rates_table_id: null },
      { nightly_rates_managed_externally: true },
    ];
    for (const change of changes) {
      await changed(client, `/rentals/${rental.id}`, "rentals", change);
      expect(await rebuilt(), JSON.stringify(change)).toBe(1);
    }
    await changed(client, `/nightly_rate_maps/${rental.id}`, "nightly_rate_maps", {
      start_date: dayAhead(0),
      rates_map: "80,90",
    });
    expect(await rebuilt()).toBe(1);
  });
});

describe("the rates of a deleted rental", () => {
  test("deletes the rates with their rental", async () => {
    const client = await anOwner();
    const rental = await aRental(client, { base_rate: "50" });
    await rebuilt();
    const [rate] = await ratesIn(client, rental);
    await client.delete(`/rentals/${rental.id}`);
    expect(await ratesIn(client, rental)).toEqual([]);
    const since = await client.get("/rates?updated_since=2020-01-01T00:00:00Z");
    expect(Object(since.json.meta).deleted_ids).toEqual([rate?.id]);
    expect(await rebuilt()).toBe(1);
    expect(await rebuilt()).toBe(0);
  });

  test("ends the rates of a rental that was deleted without them", async () => {
    const client = await anOwner();
    const rental = await aRental(client, { base_rate: "50" });
    await rebuilt();
    await service.sql("update rentals set deleted_at = now() where id = $1", [rental.id]);
    expect(await ratesIn(client, rental)).toHaveLength(1);
    await rebuilt();
    expect(await ratesIn(client, rental)).toEqual([]);
    expect(await rebuilt()).toBe(0);
  });
});

test("refuses overlapping rates in the database at commit", async () => {
  const client = await anOwner();
  const rental = await aRental(client, { base_rate: "50" });
  await rebuilt();
  const [rate] = await service.sql(
    "select currency, end_date::text as day from rates where account_id = $1 and rental_id = $2",
    [client.account, rental.id],
  );
  const doubled = service.sql(
    `insert into rates (account_id, rental_id, currency, start_date, end_date, initial_nightly_rate, initial_weekly_rate,
       initial_monthly_rate, final_nightly_rate, final_weekly_rate, final_monthly_rate, minimum_stay)
     values ($1, $2, $3, $4, $4::date + 1, 1, 1, 1, 1, 1, 1, 1)`,
    [client.account, rental.id, rate?.currency, rate?.day],
  );
  await expect(doubled).rejects.toSatisfy(refusedFor("23P01", "no_night_has_two_rates"));
});
