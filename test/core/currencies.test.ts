import { expect, test } from "vitest";
import { countriesIn } from "../../packages/console/src/components/lists/countries.ts";
import { countryCodes } from "../../src/core/countries.ts";
import { currencies } from "../../src/core/currencies.ts";
import { minorUnit, wholeCurrencies } from "../../src/core/rounding.ts";

test("currencies without a minor unit are whole, and those with three decimals are left out", () => {
  const digitsOf = (currency: string) =>
    new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits;
  expect([...wholeCurrencies].filter((currency) => digitsOf(currency) !== 0)).toEqual([]);
  expect(currencies.filter((currency) => Number(digitsOf(currency)) > 2)).toEqual([]);
  const units = Object.fromEntries(
    ["SEK", "NOK", "MXN", "ZAR", "HUF", "KRW", "ISK"].map((one) => [one, minorUnit(one)]),
  );
  expect(units).toEqual({ SEK: 1, NOK: 1, MXN: 1, ZAR: 1, HUF: 1, KRW: 100, ISK: 100 });
  expect(currencies).toEqual(expect.arrayContaining([...Object.keys(units), ...wholeCurrencies]));
});

test("the console offers exactly the countries that the API takes", () => {
  const offered = countriesIn("en").map(({ value }) => value);
  expect(offered.toSorted()).toEqual([...countryCodes].toSorted());
});
