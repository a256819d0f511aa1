import { expect, test } from "vitest";
import { changedRate } from "../../packages/console/src/components/prices/changed-rate.ts";

/** The preview of changed prices, and the prices that it writes (console.md, Rates). */
test.each([
  ["1.15", 10, 2, "1.27"],
  ["0.5", 1, 2, "0.51"],
  ["99.95", -10, 2, "89.96"],
  ["10.10", 12.5, 2, "11.36"],
  ["1050", 5, 0, "1103"],
  ["100", -120, 2, "0.00"],
])("%s changed by %d percent, with %d decimals, is %s", (rate, by, digits, changed) => {
  expect(changedRate(rate, { how: "percent", by }, digits)).toBe(changed);
});

test("a set or added amount is exact", () => {
  expect(changedRate("0.1", { how: "amount", by: 0.2 }, 2)).toBe("0.30");
  expect(changedRate("80", { how: "set", by: 1234.5 }, 2)).toBe("1234.50");
  expect(changedRate("80", { how: "amount", by: -100 }, 0)).toBe("0");
});
