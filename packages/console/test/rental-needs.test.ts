import { expect, test } from "vitest";
import { isBookable } from "../src/screens/rental-editor/readiness/needs.ts";

const bare = {
  city: null,
  country_code: null,
  time_zone: "Europe/Paris",
  sleeps: null,
  sleeps_max: null,
  base_rate: null,
  min_price: null,
  nightly_rates_managed_externally: false,
  links: {},
};

test.each([
  ["no price", {}, false],
  ["a base rate", { base_rate: "100.00" }, true],
  ["priced periods only", { min_price: "80.00" }, true],
  ["nights priced one by one", { nightly_rates_managed_externally: true, min_price: "80.00" }, true],
  [
    "a base rate that nights priced one by one do not use",
    { nightly_rates_managed_externally: true, base_rate: "100.00" },
    false,
  ],
])("a rental with %s", (_, prices, bookable) => {
  expect(isBookable({ ...bare, ...prices })).toBe(bookable);
});
