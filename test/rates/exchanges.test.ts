import { beforeAll, describe, expect, test } from "vitest";
import { parseDay } from "../../src/core/day.ts";
import { asShown, type Exchange, exchangeBetween } from "../../src/modules/reference/exchange/exchange-rate.ts";
import { exchangedAmount, exchangeRateText } from "../../src/modules/reference/exchange/exchanged-amount.ts";
import { useService } from "../harness/service.ts";

const service = useService();

/** Units for one euro. */
const rates = [
  ["USD", "2027-01-04", "1.1"],
  ["USD", "2027-01-05", "1.0834"],
  ["JPY", "2027-01-04", "160.5"],
  ["GBP", "2027-01-05", "0.83212345"],
];

beforeAll(async () => {
  for (const [currency, day, rate] of rates)
    await service.sql("insert into exchange_rates (currency, day, rate) values ($1, $2, $3)", [currency, day, rate]);
});

const epochDay = (date: string): number => {
  const day = parseDay(date);
  if (day === undefined) throw new Error(`${date} is no date.`);
  return day;
};

async function found(from: string, to: string, date = "2027-01-05"): Promise<Exchange | undefined> {
  return service.database.transaction((transaction) => exchangeBetween(transaction, from, to, epochDay(date)));
}

async function between(from: string, to: string, date?: string): Promise<Exchange> {
  const exchange = await found(from, to, date);
  if (!exchange) throw new Error(`No exchange from ${from} to ${to}.`);
  return exchange;
}

describe("a rate", () => {
  test.each([
    ["EUR", "USD", "1.0834"],
    ["USD", "EUR", "0.92302012"],
    ["JPY", "USD", "0.0067501558"],
    ["USD", "JPY", "148.14472956"],
    ["EUR", "EUR", "1.0"],
  ])("from %s to %s is shown with all the digits that are used", async (from, to, text) => {
    const exchange = await between(from, to);
    expect(exchangeRateText(exchange)).toBe(text);
    const [whole = "", decimals = ""] = text.split(".");
    const one = 10n ** BigInt(decimals.length);
    expect(exchange.numerator * one).toBe(BigInt(whole + decimals) * exchange.denominator);
  });

  test("reproduces a record's figures when multiplied", () => {
    // 461,500 yen in rupiah: 48,650,133.21 by the quotient of the two rates, 48,650,133.22 by the eight decimals that are shown.
    const exchange = { ...asShown(17_211_50000000n, 163_27000000n), day: 0 };
    const text = exchangeRateText(exchange);
    const byHand = (BigInt(text.replace(".", "")) * 461_500n * 100n + 50_000_000n) / 100_000_000n;
    expect(text.split(".")[1]).toHaveLength(8);
    expect(exchangedAmount(461_500_00, exchange, "IDR")).toBe(Number(byHand));
    expect(exchangedAmount(461_500_00, exchange, "IDR")).toBe(4_865_013_322);
  });
});

describe("an amount in another currency", () => {
  test.each([
    // 100 × 1.0834; 100 / 1.0834 = 92.302…
    ["EUR", "USD", 100_00, 108_34],
    ["USD", "EUR", 100_00, 92_30],
    // Yen have no decimals: 100 × 160.5, and 1.05 × 160.5 = 168.525.
    ["EUR", "JPY", 100_00, 16_050_00],
    ["EUR", "JPY", 1_05, 169_00],
    ["EUR", "JPY", 1_04, 167_00],
    // 0.01 × 160.5 = 1.605; half a yen rounds up: 1 × 160.5.
    ["EUR", "JPY", 1, 2_00],
    ["EUR", "JPY", 1_00, 161_00],
    ["JPY", "EUR", 1_000_00, 6_23],
    // Without the euro: 100 / 1.0834 × 160.5 = 14,814.47…, 1,000 / 160.5 × 1.0834 = 6.7501…
    ["USD", "JPY", 100_00, 14_814_00],
    ["JPY", "USD", 1_000_00, 6_75],
    ["GBP", "USD", 100_00, 130_20],
    ["EUR", "EUR", 12_34, 12_34],
    ["JPY", "JPY", 1_000_00, 1_000_00],
    ["EUR", "USD", 0, 0],
    ["EUR", "USD", -100_00, -108_34],
  ])("exchanges from %s to %s: %i hundredths are %i", async (from, to, amount, expected) => {
    expect(exchangedAmount(amount, await between(from, to), to)).toBe(expected);
  });

  test("rounds an exchanged amount half up once, away from zero, and exactly for large amounts", () => {
    const half: Exchange = { numerator: 1n, denominator: 2n, day: null };
    expect([1, 2, 3, -1, -3].map((amount) => exchangedAmount(amount, half, "USD"))).toEqual([1, 1, 2, -1, -2]);
    const third: Exchange = { numerator: 1n, denominator: 3n, day: null };
    expect([1, 2, 4, 5].map((amount) => exchangedAmount(amount, third, "USD"))).toEqual([0, 1, 1, 2]);
    expect([149_00, 150_00, 151_00].map((amount) => exchangedAmount(amount, third, "JPY"))).toEqual([
      50_00, 50_00, 50_00,
    ]);
    expect(exchangedAmount(75, { numerator: 2n, denominator: 3n, day: null }, "JPY")).toBe(1_00);
    expect(exchangedAmount(74, { numerator: 2n, denominator: 3n, day: null }, "JPY")).toBe(0);
    const finest: Exchange = { numerator: 100_000_001n, denominator: 100_000_000n, day: null };
    // 9,999,999,999.99 × 1.00000001 = 10,000,000,099.98999…
    expect(exchangedAmount(999_999_999_999, finest, "USD")).toBe(1_000_000_009_999);
  });
});

describe("the rate of an exchange", () => {
  test("has eight significant digits where it is small", async () => {
    expect(exchangeRateText(await between("JPY", "EUR"))).toBe("0.0062305296");
  });

  test.each([
    [{ numerator: 1n, denominator: 1n }, "1.0"],
    [{ numerator: 1_0834n, denominator: 1_0000n }, "1.0834"],
    [{ numerator: 1n, denominator: 1_000_000_000n }, "0.000000001"],
    [{ numerator: 120n, denominator: 10n }, "12.0"],
  ])("formats the exchange %o with all its decimals", (exchange, text) => {
    expect(exchangeRateText({ ...exchange, day: null })).toBe(text);
  });

  test("uses the newest rate on or before the day and reports the older of the two days", async () => {
    expect(exchangeRateText(await between("EUR", "USD", "2027-01-04"))).toBe("1.1");
    expect((await between("EUR", "USD", "2027-01-04")).day).toBe(epochDay("2027-01-04"));
    expect((await between("USD", "EUR", "2030-01-01")).day).toBe(epochDay("2027-01-05"));
    expect((await between("USD", "JPY")).day).toBe(epochDay("2027-01-04"));
    expect((await between("USD", "USD", "2020-01-01")).day).toBeNull();
  });

  test("finds no exchange before a currency's first day or for a currency without rates", async () => {
    expect(await found("EUR", "USD", "2027-01-03")).toBeUndefined();
    expect(await found("USD", "EUR", "2027-01-03")).toBeUndefined();
    expect(await found("GBP", "USD", "2027-01-04")).toBeUndefined();
    expect(await found("EUR", "CHF")).toBeUndefined();
    expect(await found("CHF", "JPY")).toBeUndefined();
  });
});
