import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { dayOfInstant, formatDay, millisecondsPerDay, parseDay } from "../../src/core/day.ts";
import { formatHundredths } from "../../src/core/hundredths.ts";
import { losKinds } from "../../src/core/pricing/los/records.ts";
import { quote, type StayPrice } from "../../src/core/pricing/quote.ts";
import type { RateBook } from "../../src/core/pricing/rates/rate-book.ts";
import { bookFor, RateBooks } from "../../src/modules/pricing/rates/books/rate-books.ts";
import { readTakenNights } from "../../src/modules/pricing/rates/books/taken-nights.ts";
import { losRecordId } from "../../src/modules/pricing/rates/los/los-writer.ts";
import { exchangedAmount } from "../../src/modules/reference/exchange/exchanged-amount.ts";
import { type Answer, ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aFee, aRental, aRentalsFee, created, linksOf } from "../harness/factories.ts";
import { baseUrl, useService } from "../harness/service.ts";
import { aPeriod, aRatesTable, aRule, aSeason, aTaxOf, changed, dayAhead, refusal } from "./factories.ts";

const service = useService();

const today = () => dayOfInstant(Date.now());
const anOwner = async () => service.aClient(await service.anAccount());
const theRecords = async (client: ApiClient, query: string) =>
  recordsOf(await client.get(`/los_records?${query}`), "los_records");
const ratesOf = (record: Json | undefined): unknown[] => [record?.rates].flat();

/** A villa with many kinds of rules, fees, taxes and an offer. */
async function aVilla(client: ApiClient): Promise<Json> {
  const table = await aRatesTable(client);
  const season = await aSeason(client, table, { minimum_stay: 3 });
  await aPeriod(client, season, 40, 90);
  const inSeason = { always_applied: false, season_ids: [season.id] };
  await aRule(client, table);
  await aRule(client, table, {
    kind: "occupation_less_than",
    percentage: "-10",
    variables: { occupation_less_than: 3 },
  });
  await aRule(client, table, {
    kind: "additional_person_fixed_per_night",
    percentage: null,
    fixed_amount: "15.5",
    variables: { occupation_greater_than: 4 },
  });
  await aRule(client, table, { kind: "stay_at_least", percentage: "-12.5", variables: { length: 7, unit: "days" } });
  await aRule(client, table, { kind: "early_booking", percentage: "-5", variables: { length: 2, unit: "months" } });
  await aRule(client, table, { kind: "late_booking", percentage: "-20", variables: { length: 5, unit: "days" } });
  await aRule(client, table, { kind: "charge_at_least", percentage: null, variables: { length: 2, unit: "days" } });
  await aRule(client, table, { kind: "departure_only", percentage: null, variables: { days: [0, 6] }, ...inSeason });
  await aRule(client, table, { kind: "prevent_gap", percentage: null, variables: { length: 3, unit: "days" } });
  await aRule(client, table, {
    kind: "charge_at_least_if_available",
    percentage: null,
    variables: { length: 4, unit: "days" },
    ...inSeason,
  });
  const rental = await aRental(client, {
    base_rate: "133.33",
    sleeps: 4,
    sleeps_max: 6,
    rates_table_id: table.id,
    rounding_kind: "closest-marketing",
  });
  const fee = await aFee(client, { rate: "12.5", rate_kind: "fixed_per_person" });
  await aRentalsFee(client, rental, fee, { status: "required", always_applied: true });
  const tax = await aTaxOf(client, { percentage: "7.7" });
  await created(client, `/rentals/${rental.id}/rentals_taxes`, "rentals_taxes", {
    tax_id: tax.id,
    tax_included_in_rate: false,
  });
  const offer = { name_en: "Early", discount: 10, start_date: dayAhead(20), end_date: dayAhead(30) };
  await created(client, `/rentals/${rental.id}/special_offers`, "special_offers", offer);
  for (const start of [10, 33, 60]) {
    await aBooking(client, rental, { start_at: dayAhead(start), end_at: dayAhead(start + 4) });
  }
  return rental;
}

/** A rental with externally managed rates; some nights have none. */
async function anExternalRental(client: ApiClient): Promise<Json> {
  const rental = await aRental(client, { sleeps: 2, base_rate: "1", nightly_rates_managed_externally: true });
  const nights = Array.from({ length: 300 }, (_, night) => (night % 50 === 49 ? "0" : `${100 + night}`));
  await changed(client, `/nightly_rate_maps/${rental.id}`, "nightly_rate_maps", {
    start_date: dayAhead(0),
    rates_map: nights.join(","),
    minimum_stays_map: nights.map((_, night) => 1 + (night % 3)).join(","),
  });
  return rental;
}

const aWeeklyRental = (client: ApiClient): Promise<Json> =>
  aRental(client, { currency: "JPY", base_rate: "100000", base_rate_kind: "weekly", sleeps_max: 3 });

/** A rental's rate book, read independently of the service's cache. */
async function theBook({ account, application }: ApiClient, { id }: Json): Promise<RateBook> {
  const rental = Number(id);
  return service.database.within([account]).transaction(async (transaction) => {
    const priced = (await new RateBooks().of(transaction, [account], [rental], today())).get(rental);
    const taken = await readTakenNights(transaction, [account], [rental], {
      from: today() - 500,
      until: today() + 3000,
    });
    if (!priced) throw new Error("The rental has no book.");
    return bookFor(priced, application, taken.get(rental) ?? []);
  }, "read");
}

const priceOfKind: Readonly<Record<string, (price: StayPrice) => number>> = {
  rental_price_before_special_offers: (price) => price.beforeSpecialOffers,
  rental_price: (price) => price.rentalPrice,
  final_price: (price) => price.finalPrice,
};

/** A token of the application itself, without an account. */
async function anOwnToken(application: number): Promise<ApiClient> {
  const token = `roost_${randomBytes(32).toString("base64url")}`;
  await service.sql(
    "insert into access_tokens (digest, application_id, scopes) values (sha256($1::text::bytea), $2, '{public}')",
    [token, application],
  );
  return new ApiClient(service.url, token, 0, application);
}

const indexOfKind = (kind: unknown) =>
  ["rental_price_before_special_offers", "rental_price", "final_price"].indexOf(String(kind));

describe("a record", () => {
  test("returns a record in the shape of the reference's sample", async () => {
    const client = await anOwner();
    const rental = await aRental(client, { base_rate: "50", sleeps_max: 9 });
    const answer = await client.get(`/los_records?rental_id=${rental.id}&kinds=final_price`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/vnd.api+json; charset=utf-8");
    expect(answer.json.meta).toMatchObject({ "X-Total-Count": "1", "X-Total-Pages": "1", "X-Per-Page": "10" });
    expect(answer.json.links).toMatchObject({
      "los_records.rental": `${baseUrl}/api/v3/rentals/{los_records.rental}`,
    });
    const records = recordsOf(answer, "los_records");
    expect(records).toHaveLength(1096);
    const nights = Array.from({ length: 30 }, (_, index) => `${50 * (index + 1)}.0`);
    expect(records[0]).toEqual({
      links: { account: client.account, rental: rental.id },
      id: expect.any(Number),
      kind: "final_price",
      day: dayAhead(0),
      min_occupancy: 1,
      max_occupancy: 9,
      original_currency: "EUR",
      currency: "EUR",
      exchange_rate: "1.0",
      rates: nights,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    expect(records.map(({ day }) => day)).toEqual(Array.from({ length: 1096 }, (_, index) => dayAhead(index)));
  });

  test.each([
    ["a villa with rules, fees, taxes, offers and bookings", aVilla],
    ["a rental with externally managed rates", anExternalRental],
    ["a weekly rental in a currency without decimals", aWeeklyRental],
  ])("matches quotes to the cent for %s", async (_, make) => {
    const client = await anOwner();
    await changed(client, `/applications/${client.application}`, "applications", { default_price_increase: "3" });
    const rental = await make(client);
    const book = await theBook(client, rental);
    const records = await theRecords(client, `rental_id=${rental.id}`);
    const asked = today();
    let priced = 0;
    for (const [index, record] of records.entries()) {
      if (index % 41 > 2) continue;
      const arrival = parseDay(String(record.day)) ?? 0;
      for (const adults of [Number(record.min_occupancy), Number(record.max_occupancy)]) {
        const expected = Array.from({ length: 30 }, (_night, nights) => {
          const stay = { arrival, departure: arrival + nights + 1, adults, children: 0 };
          const { refusals, price } = quote(book, stay, asked);
          return formatHundredths(
            price && refusals.length === 0 ? (priceOfKind[String(record.kind)]?.(price) ?? -1) : 0,
          );
        });
        expect(record.rates, `${record.kind} of ${record.day} for ${adults}`).toEqual(expected);
        priced += expected.filter((price) => price !== "0.0").length;
      }
    }
    expect(priced).toBeGreaterThan(1000);
  });

  test("returns 0.0 for refused stays and covers every occupancy of every day once", async () => {
    const client = await anOwner();
    const table = await aRatesTable(client);
    await aPeriod(client, await aSeason(client, table, { minimum_stay: 7 }), 0, 400);
    const fee = await aFee(client, { rate_kind: "fixed_per_person" });
    const rental = await aRental(client, { base_rate: "100", sleeps_max: 4, rates_table_id: table.id });
    await aRentalsFee(client, rental, fee, { status: "required", always_applied: true });
    const records = await theRecords(client, `rental_id=${rental.id}&kinds=final_price`);
    const first = records.filter(({ day }) => day === dayAhead(0));
    expect(first.map(({ min_occupancy, max_occupancy }) => [min_occupancy, max_occupancy])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 4],
    ]);
    for (const [index, record] of first.entries()) {
      expect(ratesOf(record).slice(0, 6)).toEqual(Array<string>(6).fill("0.0"));
      expect(ratesOf(record)[6]).toBe(`${7 * 150 + 50 * (index + 1)}.0`);
    }
  });

  test("prices nights that are already taken", async () => {
    const client = await anOwner();
    const rental = await aRental(client, { base_rate: "100" });
    await aBooking(client, rental, { start_at: dayAhead(1), end_at: dayAhead(5) });
    const [, booked] = await theRecords(client, `rental_id=${rental.id}&kinds=rental_price`);
    expect(ratesOf(booked).slice(0, 3)).toEqual(["100.0", "200.0", "300.0"]);
  });

  test("gives each record a stable, derivable id", async () => {
    const client = await anOwner();
    const rentals = [await aVilla(client), await aRental(client, { base_rate: "10" })];
    const query = `rental_id=${rentals.map(({ id }) => id)}`;
    const records = await theRecords(client, query);
    const ids = records.map(({ id }) => Number(id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every(Number.isSafeInteger)).toBe(true);
    const [{ kind, day, min_occupancy, links } = {}] = records;
    const epochDay = Date.parse(String(day)) / millisecondsPerDay;
    const rental = Number(Object(links).rental);
    expect(ids[0]).toBe(((rental * 65_536 + epochDay) * 3 + indexOfKind(kind)) * 128 + Number(min_occupancy));
    await changed(client, `/rentals/${rentals[1]?.id}`, "rentals", { base_rate: "20" });
    expect((await theRecords(client, query)).map(({ id }) => id)).toEqual(ids);
    const largest = { day: 65_535, kind: "final_price" as const, minOccupancy: 100 };
    expect(Number.isSafeInteger(losRecordId(357_000_000, largest))).toBe(true);
  });

  test("orders records by rental, day, kind and occupancy", async () => {
    const client = await anOwner();
    const [villa, cottage] = [await aVilla(client), await aRental(client, { base_rate: "10" })];
    const records = await theRecords(client, `rental_id=${cottage.id},${villa.id}`);
    const positions = records.map((record) => [
      Number(linksOf(record).rental),
      Date.parse(String(record.day)),
      indexOfKind(record.kind),
      Number(record.min_occupancy),
    ]);
    const sorted = positions.toSorted((a, b) => {
      const differing = a.findIndex((value, index) => value !== b[index]);
      return (a[differing] ?? 0) - (b[differing] ?? 0);
    });
    expect(positions).toEqual(sorted);
    expect(Number(villa.id)).toBeLessThan(Number(cottage.id));
  });
});

describe("a request for records", () => {
  test("returns only the requested kinds and fields", async () => {
    const client = await anOwner();
    const rental = await aRental(client, { base_rate: "10" });
    const records = await theRecords(
      client,
      `rental_id=${rental.id}&kinds=final_price,rental_price&fields=rates,links,day`,
    );
    expect(records).toHaveLength(2 * 1096);
    expect(Object.keys(records[0] ?? {})).toEqual(["links", "day", "rates"]);
    const kinds = await theRecords(client, `rental_id=${rental.id}&fields=kind`);
    expect(kinds.slice(0, 3)).toEqual(losKinds.map((kind) => ({ kind })));
  });

  test("refuses an invalid parameter by name", async () => {
    const client = await anOwner();
    const { id } = await aRental(client);
    const details = async (query: string) => {
      const [status, errors] = refusal(await client.get(`/los_records${query}`));
      const [{ code, details: sentence }] = [Object([errors].flat()[0])];
      return [status, code, sentence];
    };
    const known = "rental_id, kinds, exchange_to_currency, updated_since, fields, page, after, per_page";
    const kinds = losKinds.join(", ");
    const bad = (sentence: string | RegExp) => [400, "bad_request", expect.stringMatching(sentence)];
    const missing = "The parameter rental_id is required. Use a comma-separated list of rental ids.";
    expect(await details("")).toEqual(bad(missing));
    expect(await details("?rental_id=")).toEqual(bad(missing));
    expect(await details("?rental_id=one")).toEqual(bad("The parameter rental_id must be an array of ids."));
    const many = Array.from({ length: 101 }, (_, index) => index + 1);
    expect(await details(`?rental_id=${many}`)).toEqual(bad("has 101 rentals. Send at most 100"));
    for (const value of ["", "price", "final_price,", "final_price,x"]) {
      expect(await details(`?rental_id=${id}&kinds=${value}`)).toEqual(
        bad(`The parameter kinds must be a comma-separated list of: ${kinds}.`),
      );
    }
    expect(await details(`?rental_id=${id}&exchange_to_currency=XXX`)).toEqual(
      bad("exchange_to_currency must be one of"),
    );
    expect(await details(`?rental_id=${id}&updated_since=yesterday`)).toEqual(bad("updated_since must be a time"));
    expect(await details(`?rental_id=${id}&fields=price`)).toEqual(
      bad("fields names price, which is not an attribute of los_records"),
    );
    expect(await details(`?rental_id=${id}&include=rental`)).toEqual(
      bad(`Unknown parameter include. Length-of-stay records cannot include others. Known parameters: ${known}.`),
    );
    expect(await details(`?rental_id=${id}&rental=1`)).toEqual(
      bad(`Unknown parameter rental. Known parameters: ${known}.`),
    );
    for (const name of ["page", "per_page"]) {
      expect(await details(`?rental_id=${id}&${name}=0`)).toEqual(
        bad(`The parameter ${name} must be a positive integer.`),
      );
    }
  });

  test("returns nothing for a deleted, unknown or foreign rental", async () => {
    const [client, stranger] = [await anOwner(), await anOwner()];
    const [own, gone, theirs] = [await aRental(client), await aRental(client), await aRental(stranger)];
    await client.delete(`/rentals/${gone.id}`);
    const records = await theRecords(
      client,
      `rental_id=${theirs.id},${gone.id},${own.id},999999999999&kinds=final_price`,
    );
    expect(new Set(records.map((record) => linksOf(record).rental))).toEqual(new Set([own.id]));
    for (const { id } of [gone, theirs]) expect(await theRecords(client, `rental_id=${id}`)).toEqual([]);
  });

  test("returns only published rentals to a public token", async () => {
    const client = await anOwner();
    const [hidden, shown] = [await aRental(client), await aRental(client)];
    await service.sql("update rentals set published_at = now() where id = $1", [shown.id]);
    const portal = await anOwnToken(client.application);
    const records = await theRecords(portal, `rental_id=${hidden.id},${shown.id}&kinds=final_price&fields=links`);
    expect(records).toHaveLength(1096);
    expect(linksOf(records[0] ?? {}).rental).toBe(shown.id);
  });

  test("applies the calling application's own price increase", async () => {
    const client = await anOwner();
    const other = await service.aClient(client.account);
    const rental = await aRental(client, { base_rate: "100" });
    await changed(client, `/applications/${client.application}`, "applications", { default_price_increase: "10" });
    await created(client, "/applications_periods_rentals", "applications_periods_rentals", {
      application_id: client.application,
      rental_id: rental.id,
      price_increase: "25",
      start_date: dayAhead(1),
      end_date: dayAhead(2),
    });
    const firstNights = async (reader: ApiClient) =>
      (await theRecords(reader, `rental_id=${rental.id}&kinds=rental_price`))
        .slice(0, 4)
        .map((record) => ratesOf(record)[0]);
    expect(await firstNights(client)).toEqual(["110.0", "125.0", "125.0", "110.0"]);
    expect(await firstNights(other)).toEqual(["100.0", "100.0", "100.0", "100.0"]);
  });
});

describe("exchange_to_currency", () => {
  test("converts each price at the newest rates and reports the rate", async () => {
    await service.sql(
      `insert into exchange_rates (currency, day, rate) values ('USD', $1, 1.0834), ('CHF', $1, 0.95), ('CHF', $2, 0.9)
       on conflict do nothing`,
      [dayAhead(-1), dayAhead(-9)],
    );
    const client = await anOwner();
    const rental = await aRental(client, { base_rate: "99.99", currency: "USD" });
    const plain = await theRecords(client, `rental_id=${rental.id}&kinds=final_price`);
    const query = `rental_id=${rental.id}&kinds=final_price&exchange_to_currency=`;
    const [francs] = await theRecords(client, `${query}CHF`);
    expect(francs).toMatchObject({ original_currency: "USD", currency: "CHF", exchange_rate: "0.87686912" });
    const exchange = { numerator: 95_000_000n, denominator: 108_340_000n, day: 0 };
    const expected = ratesOf(plain[0]).map((price) =>
      formatHundredths(exchangedAmount(Math.round(Number(price) * 100), exchange, "CHF")),
    );
    expect(ratesOf(francs)).toEqual(expected);
    expect((await theRecords(client, `${query}USD`))[0]).toEqual(plain[0]);
    const [status, errors] = refusal(await client.get(`/los_records?${query}THB`));
    expect(status).toBe(400);
    expect(errors).toEqual([
      {
        code: "bad_request",
        details: "The parameter exchange_to_currency is THB, but there is no exchange rate from USD to THB.",
      },
    ]);
  });

  test("keeps refused stays refused in another currency", async () => {
    await service.sql(
      "insert into exchange_rates (currency, day, rate) values ('GBP', $1, 0.85) on conflict do nothing",
      [dayAhead(-1)],
    );
    const client = await anOwner();
    const rental = await aRental(client, { base_rate: null });
    const [record] = await theRecords(client, `rental_id=${rental.id}&exchange_to_currency=GBP`);
    expect(ratesOf(record)).toEqual(Array<string>(30).fill("0.0"));
  });
});

describe("pages", () => {
  const aVillage = async (size: number) => {
    const client = await anOwner();
    const rows = await service.sql(
      "insert into rentals (account_id, name, base_rate) select $1, 'Cottage ' || n, 100 + n from generate_series(1, $2::integer) as n returning id::integer",
      [client.account, size],
    );
    const ids = rows.map(({ id }) => id);
    const asking = (query: string, headers = {}) =>
      client.get(`/los_records?rental_id=${ids}&kinds=final_price&fields=links,day${query}`, headers);
    return { client, ids, asking };
  };
  const rentalsIn = (answer: Answer) => [
    ...new Set(recordsOf(answer, "los_records").map((record) => linksOf(record).rental)),
  ];

  test("pages by rentals, at most ten, each with all its records", async () => {
    const { ids, asking } = await aVillage(12);
    for (const query of ["", "&per_page=11"]) {
      const answer = await asking(query);
      expect(rentalsIn(answer)).toEqual(ids.slice(0, 10));
      expect(recordsOf(answer, "los_records")).toHaveLength(10 * 1096);
      expect(answer.headers.get("x-total-count")).toBe("12");
      expect([answer.headers.get("x-total-pages"), answer.headers.get("x-per-page")]).toEqual(["2", "10"]);
    }
    const second = await asking("&page=2");
    expect(rentalsIn(second)).toEqual(ids.slice(10));
    expect(second.json.meta).toMatchObject({ "X-Total-Count": "12", "X-Total-Pages": "2" });
    const past = await asking("&page=3");
    expect([past.status, past.json.los_records, past.headers.get("x-total-count")]).toEqual([200, [], "12"]);
  });

  test("links successive pages and gives each its own entity tag", async () => {
    const { client, ids, asking } = await aVillage(5);
    const seen: unknown[] = [];
    const tags = new Set<string | null>();
    let answer = await asking("&per_page=2");
    for (let page = 1; page <= 3; page++) {
      expect(Object.keys(answer.json)).toEqual(["los_records", "links", "meta"]);
      seen.push(...rentalsIn(answer));
      tags.add(answer.headers.get("etag"));
      const { next } = Object(Object(answer.json.meta).Link);
      expect(answer.headers.get("link")?.includes('rel="next"')).toBe(page < 3);
      if (next) answer = await client.get(String(next).replace(`${baseUrl}/api/v3`, ""));
    }
    expect(seen).toEqual(ids);
    expect(tags.size).toBe(3);
    const again = await asking("&per_page=2", { "if-none-match": [...tags][0] ?? "" });
    expect([again.status, again.text]).toEqual([304, ""]);
  });

  test("continues after a rental that was deleted between pages", async () => {
    const { client, ids, asking } = await aVillage(4);
    const first = await asking("&per_page=2");
    const { next } = Object(Object(first.json.meta).Link);
    await client.delete(`/rentals/${ids[0]}`);
    const second = await client.get(String(next).replace(`${baseUrl}/api/v3`, ""));
    expect(rentalsIn(second)).toEqual(ids.slice(2));
    expect(Object(Object(second.json.meta).Link).next).toBeUndefined();
    const other = new URL(String(next)).searchParams.get("after");
    const foreign = await client.get(`/los_records?rental_id=${ids[3]}&after=${other}`);
    expect(foreign.status).toBe(400);
  });

  test("counts only changed rentals with updated_since", async () => {
    const { ids, asking } = await aVillage(4);
    // All records change at midnight, so only a later time distinguishes rentals.
    const soon = new Date(Date.now() + 60_000).toISOString();
    // Triggers would overwrite the time.
    await service.withoutTriggers(`update rentals set prices_changed_at = '${soon}' where id in (${ids.slice(2)})`);
    const answer = await asking(`&per_page=1&updated_since=${soon}`);
    expect(rentalsIn(answer)).toEqual([ids[2]]);
    expect(answer.headers.get("x-total-count")).toBe("2");
    expect(rentalsIn(await asking(`&per_page=1&page=2&updated_since=${soon}`))).toEqual([ids[3]]);
    const all = await asking("&per_page=1&updated_since=2020-01-01T00:00:00Z");
    expect(all.headers.get("x-total-count")).toBe("4");
  });
});

/** A villa with all records behind its prices. */
async function aChangeableVilla() {
  const client = await anOwner();
  const table = await aRatesTable(client);
  const season = await aSeason(client, table);
  const period = await aPeriod(client, season, 10, 20);
  const rule = await aRule(client, table);
  await aRule(client, table, { kind: "prevent_gap", percentage: null, variables: { length: 3, unit: "days" } });
  const rental = await aRental(client, { base_rate: "100", rates_table_id: table.id });
  const fee = await aFee(client);
  await aRentalsFee(client, rental, fee, { status: "required", always_applied: true });
  const tax = await aTaxOf(client);
  return { client, table, season, period, rule, rental, fee, tax };
}

type Villa = Awaited<ReturnType<typeof aChangeableVilla>>;

const put = (client: ApiClient, root: string, { id }: Json, attributes: Json) =>
  changed(client, `/${root}/${id}`, root, attributes);

const changes: Readonly<Record<string, (villa: Villa) => Promise<unknown>>> = {
  "a rule": ({ client, rule }) => put(client, "rates_rules", rule, { percentage: "30" }),
  "a deleted rule": ({ client, rule }) => client.delete(`/rates_rules/${rule.id}`),
  "a season": ({ client, season }) => put(client, "seasons", season, { ratio_percentage: "90" }),
  "a period": ({ client, period }) => put(client, "periods", period, { end_date: dayAhead(30) }),
  "the base rate": ({ client, rental }) => put(client, "rentals", rental, { base_rate: "90" }),
  "the nightly rate map": async ({ client, rental }) => {
    await put(client, "rentals", rental, { nightly_rates_managed_externally: true });
    await put(client, "nightly_rate_maps", rental, { start_date: dayAhead(0), rates_map: "70,80,90" });
  },
  "a fee": ({ client, fee }) => put(client, "fees", fee, { rate: "55" }),
  "a tax": ({ client, rental, tax }) =>
    created(client, `/rentals/${rental.id}/rentals_taxes`, "rentals_taxes", {
      tax_id: tax.id,
      tax_included_in_rate: false,
    }),
  "an offer": ({ client, rental }) =>
    created(client, `/rentals/${rental.id}/special_offers`, "special_offers", {
      name_en: "Early",
      discount: 10,
      start_date: dayAhead(1),
      end_date: dayAhead(2),
    }),
  "the application's price increase": ({ client }) =>
    put(client, "applications", { id: client.application }, { default_price_increase: "5" }),
  "a booking that affects its rules": ({ client, rental }) =>
    aBooking(client, rental, { start_at: dayAhead(30), end_at: dayAhead(33) }),
};

describe("the next response", () => {
  test.each(Object.entries(changes))("reflects a change of %s", async (_, change) => {
    const villa = await aChangeableVilla();
    // One kind suffices: all three are computed together and compared with quotes above.
    const path = `/los_records?rental_id=${villa.rental.id}&kinds=final_price`;
    const before = await villa.client.get(path);
    const tag = before.headers.get("etag") ?? "";
    expect((await villa.client.get(path, { "if-none-match": tag })).status).toBe(304);
    await change(villa);
    const after = await villa.client.get(path, { "if-none-match": tag });
    expect(after.status).toBe(200);
    expect(after.headers.get("etag")).not.toBe(tag);
    const prices = (answer: typeof after) => recordsOf(answer, "los_records").map(ratesOf);
    expect(prices(after)).not.toEqual(prices(before));
    const book = await theBook(villa.client, villa.rental);
    const final = recordsOf(after, "los_records");
    for (const ahead of [0, 1, 9, 12, 25, 28, 33, 34]) {
      const arrival = today() + ahead;
      const quoted = Array.from({ length: 30 }, (_night, nights) => {
        const { refusals, price } = quote(
          book,
          { arrival, departure: arrival + nights + 1, adults: 1, children: 0 },
          today(),
        );
        return formatHundredths(price && refusals.length === 0 ? price.finalPrice : 0);
      });
      expect(final.find(({ day }) => day === formatDay(arrival))?.rates).toEqual(quoted);
    }
  });

  test("reflects an expired hold before the job cancels it", async () => {
    const { client, rental } = await aChangeableVilla();
    const path = `/los_records?rental_id=${rental.id}&kinds=rental_price&fields=rates`;
    const free = await client.get(path);
    const hold = await aBooking(client, rental, {
      start_at: dayAhead(30),
      end_at: dayAhead(33),
      tentative_expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const held = await client.get(path);
    expect(held.text).not.toBe(free.text);
    await service.sql("update bookings set tentative_expires_at = now() + interval '1 second' where id = $1", [
      hold.id,
    ]);
    await client.get(path);
    const isOver = () => service.sql("select from bookings where id = $1 and tentative_expires_at <= now()", [hold.id]);
    await expect.poll(isOver).toHaveLength(1);
    const expired = await client.get(path, { "if-none-match": held.headers.get("etag") ?? "" });
    expect(expired.status).toBe(200);
    expect(expired.text).toBe(free.text);
  });

  test("reflects a newly loaded exchange rate", async () => {
    const client = await anOwner();
    const rental = await aRental(client, { base_rate: "100" });
    const fee = await aFee(client, { currency: "HUF", rate: "4000" });
    await service.sql("insert into exchange_rates (currency, day, rate) values ('HUF', $1, 500)", [dayAhead(-1)]);
    await aRentalsFee(client, rental, fee, { status: "required", always_applied: true });
    await service.sql("delete from exchange_rates where currency = 'HUF'");
    const path = `/los_records?rental_id=${rental.id}&kinds=final_price`;
    const rate = (value: number) =>
      service.sql(
        `insert into exchange_rates (currency, day, rate) values ('HUF', $1, $2)
         on conflict (currency, day) do update set rate = excluded.rate, loaded_at = excluded.loaded_at`,
        [dayAhead(-1), value],
      );
    const night = async () => ratesOf(recordsOf(await client.get(path), "los_records")[0])[0];
    // A required fee without an exchange rate leaves no price rather than a wrong one, and the response explains it.
    expect(await night()).toBe("0.0");
    const why = { rental_id: rental.id, kind: "no_exchange_rate", from_currency: "HUF", to_currency: "EUR" };
    expect((await client.get(path)).json.meta).toMatchObject({ refusals: [why] });
    await rate(400);
    const known = await client.get(path);
    expect(known.json.meta).not.toHaveProperty("refusals");
    expect(await night()).toBe("110.0");
    await rate(200);
    expect((await client.get(path, { "if-none-match": known.headers.get("etag") ?? "" })).status).toBe(200);
    expect(await night()).toBe("120.0");
  });
});

describe("updated_since", () => {
  const midnight = () => new Date(today() * millisecondsPerDay).toISOString();
  const justAfter = () => new Date(today() * millisecondsPerDay + 1000).toISOString();
  const listed = async ({ client, rental }: Villa, since: string) =>
    (await theRecords(client, `rental_id=${rental.id}&kinds=final_price&fields=day&updated_since=${since}`)).length > 0;

  /** A villa without recent changes. */
  async function anOldVilla(): Promise<Villa> {
    const villa = await aChangeableVilla();
    const { client, rental, table } = villa;
    const longAgo = "now() - interval '40 days'";
    await service.withoutTriggers(
      `update rentals set prices_changed_at = ${longAgo}, calendar_changed_at = ${longAgo} where id = ${rental.id}`,
      `update rates_tables set prices_changed_at = ${longAgo} where id = ${table.id}`,
      `update accounts set prices_changed_at = ${longAgo} where id = ${client.account}`,
    );
    return villa;
  }

  test("lists all records after midnight, when they all change", async () => {
    const villa = await anOldVilla();
    expect(await listed(villa, midnight())).toBe(true);
    expect(await listed(villa, justAfter())).toBe(false);
    const [record] = await theRecords(villa.client, `rental_id=${villa.rental.id}`);
    expect(record?.created_at).toBe(midnight().replace(".000Z", "Z"));
  });

  test.each(Object.entries(changes))("lists a rental after a change of %s", async (_, change) => {
    const villa = await anOldVilla();
    await change(villa);
    expect(await listed(villa, justAfter())).toBe(true);
    expect(await listed(villa, new Date(Date.now() + 3_600_000).toISOString())).toBe(false);
  });

  test("lists a rental whose hold expired only if its rules depend on bookings", async () => {
    const villa = await anOldVilla();
    const careless = await anOldVilla();
    for (const rule of await theRules(careless)) await careless.client.delete(`/rates_rules/${rule.id}`);
    await service.withoutTriggers(
      `update rates_tables set prices_changed_at = now() - interval '40 days' where id = ${careless.table.id}`,
      `update rentals set prices_changed_at = now() - interval '40 days' where id = ${careless.rental.id}`,
    );
    for (const { client, rental } of [villa, careless]) {
      const until = new Date(Date.now() + 3_600_000).toISOString();
      const hold = await aBooking(client, rental, { tentative_expires_at: until });
      await service.withoutTriggers(
        `update bookings set tentative_expires_at = now() - interval '1 second' where id = ${hold.id}`,
        `update rentals set calendar_changed_at = now() - interval '40 days' where id = ${rental.id}`,
      );
    }
    expect(await listed(villa, justAfter())).toBe(true);
    expect(await listed(careless, justAfter())).toBe(false);
  });

  const theRules = async ({ client }: Villa) => recordsOf(await client.get("/rates_rules"), "rates_rules");
});
