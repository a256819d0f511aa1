import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseDay } from "../../src/core/day.ts";
import type { Database } from "../../src/database/connect/database.ts";
import { exchangeBetween } from "../../src/modules/reference/exchange/exchange-rate.ts";
import { readRatesFile } from "../../src/modules/reference/exchange/read-rates-file.ts";
import { roostHere, roostJson } from "../cli/roost.ts";
import { openApplicationDatabase } from "../harness/application-database.ts";
import { aDatabase, runSql, type TestDatabase, urlOf } from "../harness/databases.ts";

const daily = "Date, USD, JPY, CYP, CZK, \n28 July 2026, 1.0842, 163.25, 1.9558, 25.1, \n";
const history = "Date,USD,JPY,CYP,\n2026-07-28,1.0842,163.25,N/A,\n2026-07-27,1.08,162,N/A,\n";
const plain = "date,currency,rate\n2026-07-28,USD,1.0842\n2026-07-28,UAH,45.125\r\n\n2026-07-27,usd,1.08\n";

const day = (text: string): number => parseDay(text) ?? Number.NaN;

describe("a file of exchange rates", () => {
  test("reads the European Central Bank's daily file", () => {
    expect(readRatesFile(daily)).toEqual([
      { day: day("2026-07-28"), currency: "USD", rate: "1.0842" },
      { day: day("2026-07-28"), currency: "JPY", rate: "163.25" },
      { day: day("2026-07-28"), currency: "CZK", rate: "25.1" },
    ]);
  });

  test("reads the European Central Bank's history and skips days without a rate", () => {
    expect(readRatesFile(history).map(({ day, currency, rate }) => [day, currency, rate])).toEqual([
      [day("2026-07-28"), "USD", "1.0842"],
      [day("2026-07-28"), "JPY", "163.25"],
      [day("2026-07-27"), "USD", "1.08"],
      [day("2026-07-27"), "JPY", "162"],
    ]);
  });

  test("reads lines of date, currency and rate", () => {
    expect(readRatesFile(`\ufeff${plain}`).map(({ currency, rate }) => `${currency} ${rate}`)).toEqual([
      "USD 1.0842",
      "UAH 45.125",
      "USD 1.08",
    ]);
  });

  test.each([
    ["", 'line 1: must be a header such as "date,currency,rate" or "Date, USD, JPY"'],
    ["USD,1.08\n", 'line 1: must be a header such as "date,currency,rate" or "Date, USD, JPY"'],
    ["Date, Dollars\n", 'line 1: "dollars" is not a currency'],
    ["PK\u0003\u0004", "the file is a zip archive: unpack it first"],
    ["Date, CYP\n2026-07-28, 1.9\n", "the file has no rate of a currency that Roost supports"],
    [
      "date,currency,rate\n2026-02-30,USD,1\n2026-07-28,USD\n2026-07-28,USD,free\n2026-07-28,Dollar,1\n2026-07-28,USD,0\n",
      'line 2: "2026-02-30" is not a date such as 2027-01-04 or 4 January 2027\n' +
        "line 3: has 2 values, but the header has 3\n" +
        'line 4: "free" is not a rate for USD\nline 5: "Dollar" is not a currency\nline 6: "0" is not a rate for USD',
    ],
    ["date,currency,rate\n2026-07-28,USD,1\n2026-07-28,USD,2\n", "line 3: repeats the rate of USD for the same day"],
    [
      `date,currency,rate\n${"x,USD,1\n".repeat(13)}`,
      expect.stringMatching(/^line 2: "x" is not a date(.|\n)*line 11:.*\n… and 3 more$/),
    ],
  ])("refuses the rates file %j with an error per line", (text, message) => {
    expect(() => readRatesFile(text)).toThrow(expect.objectContaining({ message }));
  });
});

describe("exchange rates in the database", () => {
  let own: TestDatabase;
  let database: Database;
  let settings: Record<string, string>;
  const folder = mkdtempSync(join(tmpdir(), "roost-test-"));

  beforeAll(async () => {
    own = await aDatabase();
    database = await openApplicationDatabase(own.application, 2);
    settings = { DATABASE_URL: urlOf(own.owner) };
  });
  afterAll(async () => {
    await database.close();
    await own.drop();
    await rm(folder, { recursive: true, force: true });
  });

  function aFile(content: string): string {
    const path = join(folder, `${Math.random()}.csv`);
    writeFileSync(path, content);
    return path;
  }

  test("loads exchange rates by command, skips loaded ones, and corrects changed ones", async () => {
    const [whole, corrected] = [aFile(history), aFile("date,currency,rate\n2026-07-28,USD,1.09\n")];
    const load = (file: string) => roostJson(settings, ["exchange-rates", "load", file]);
    expect(await load(whole)).toEqual({ rates: 4, changed: 4 });
    expect(await load(whole)).toEqual({ rates: 4, changed: 0 });
    expect(await load(corrected)).toEqual({ rates: 1, changed: 1 });
    const ran = await roostHere(settings, ["exchange-rates", "load", corrected]);
    expect(ran).toEqual({
      code: 0,
      out: `Loaded 1 exchange rates from ${corrected}; 0 are new or changed.\n`,
      err: "",
    });
  });

  test("keeps the stored rates when the file is invalid or missing", async () => {
    const wrong = aFile("date,currency,rate\n2026-07-28,USD,9\n2026-07-28,JPY,none\n");
    expect(await roostHere(settings, ["exchange-rates", "load", wrong])).toEqual({
      code: 1,
      out: "",
      err: `error: ${wrong}: line 3: "none" is not a rate for JPY\n`,
    });
    const missing = await roostHere(settings, ["exchange-rates", "load", join(folder, "none.csv")]);
    expect([missing.code, missing.err]).toEqual([1, expect.stringMatching(/^error: Cannot read .*none\.csv: ENOENT/)]);
    const rows = await runSql(own.owner, "select from exchange_rates where rate = 9");
    expect(rows.rowCount).toBe(0);
  });

  test("exchanges between any two currencies by the newest rates on or before a day", async () => {
    await runSql(own.owner, "delete from exchange_rates");
    await runSql(
      own.owner,
      `insert into exchange_rates (currency, day, rate) values
       ('USD', '2026-07-20', 1.25), ('USD', '2026-07-28', 1.5), ('JPY', '2026-07-27', 150)`,
    );
    const between = (from: string, to: string, on: string) =>
      database.transaction((transaction) => exchangeBetween(transaction, from, to, day(on)), "read");
    const factor = async (from: string, to: string, on: string) => {
      const exchange = await between(from, to, on);
      return exchange && Number(exchange.numerator) / Number(exchange.denominator);
    };
    expect(await factor("EUR", "USD", "2026-07-27")).toBe(1.25);
    expect(await factor("EUR", "USD", "2026-08-01")).toBe(1.5);
    expect(await factor("USD", "EUR", "2026-08-01")).toBe(0.66666667);
    expect(await factor("USD", "JPY", "2026-08-01")).toBe(100);
    expect(await factor("USD", "USD", "2020-01-01")).toBe(1);
    expect(await between("USD", "JPY", "2026-08-01")).toMatchObject({ day: day("2026-07-27") });
    expect(await factor("EUR", "USD", "2026-07-19")).toBeUndefined();
    expect(await factor("EUR", "GBP", "2026-08-01")).toBeUndefined();
  });
});
