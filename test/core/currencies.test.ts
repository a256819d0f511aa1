import { expect, test } from "vitest";
import { countriesIn } from "../../packages/console/src/components/lists/countries.ts";
import { countryCodes } from "../../src/core/countries.ts";
import { currencies } from "../../src/core/currencies.ts";
import { currencyFormat, decimalsOf } from "../../src/core/money-format.ts";
import { minorUnit, thousandthCurrencies, wholeCurrencies } from "../../src/core/rounding.ts";
import { currencyCode, decimal } from "../../src/kernel/attribute.ts";

test("currencies without a minor unit are whole, and all others have hundredths", () => {
  const digitsOf = (currency: string) =>
    new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits;
  expect([...wholeCurrencies].filter((currency) => digitsOf(currency) !== 0)).toEqual([]);
  const threeDecimals = currencies.filter((currency) => Number(digitsOf(currency)) > 2);
  expect([...thousandthCurrencies]).toEqual(expect.arrayContaining(threeDecimals));
  const units = Object.fromEntries(
    ["SEK", "NOK", "MXN", "ZAR", "HUF", "KRW", "ISK"].map((one) => [one, minorUnit(one)]),
  );
  expect(units).toEqual({ SEK: 1, NOK: 1, MXN: 1, ZAR: 1, HUF: 1, KRW: 100, ISK: 100 });
  expect(currencies).toEqual(expect.arrayContaining([...Object.keys(units), ...wholeCurrencies]));
});

test("each currency shows all decimals of its amounts, and whole amounts as usual", () => {
  for (const currency of currencies) {
    const parts = currencyFormat("en", currency).formatToParts(1234.5);
    const fraction = parts.find(({ type }) => type === "fraction")?.value ?? "";
    const digits = thousandthCurrencies.has(currency) ? 3 : decimalsOf(currency);
    expect([currency, fraction.length]).toEqual([currency, digits]);
  }
  expect(currencyFormat("hu", "HUF").format(1234.5)).toMatch(/234,50\sFt$/);
  expect(currencyFormat("hu", "HUF").format(1234)).toMatch(/234\sFt$/);
  expect(currencyFormat("en", "JPY").format(1234)).toBe("¥1,234");
  expect(currencyFormat("en", "EUR").format(1234)).toBe("€1,234.00");
});

test("a currency with three decimals takes amounts of 0.01, and shows the third digit", () => {
  const { accept } = currencyCode().type;
  for (const currency of thousandthCurrencies) {
    expect([accept(currency), minorUnit(currency), decimalsOf(currency)]).toEqual([{ value: currency }, 1, 2]);
    expect(currencyFormat("en", currency).format(12.34)).toBe(`${currency}\u00a012.340`);
  }
  expect(currencyFormat("de", "KWD").format(12.34)).toBe("12,340\u00a0KWD");
  expect(accept("XXX")).toHaveProperty("problem", expect.stringContaining("must be one of the currencies: AED, "));
});

test("an amount may end in zeros, but has at most two decimals in every currency", () => {
  const { accept } = decimal().type;
  expect([accept("12.340"), accept("12.34"), accept(12.34)]).toEqual(Array(3).fill({ value: 1234 }));
  const problem = "must be a decimal number with at most two decimals";
  expect([accept("12.345"), accept(12.345)]).toEqual([{ problem }, { problem }]);
});

test("the console offers exactly the countries that the API takes", () => {
  const offered = countriesIn("en").map(({ value }) => value);
  expect(offered.toSorted()).toEqual([...countryCodes].toSorted());
});
