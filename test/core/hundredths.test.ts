import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatHundredths, largestHundredths, parseHundredths } from "../../src/core/hundredths.ts";
import { bookingReference } from "../../src/core/reference.ts";

describe("an amount in hundredths", () => {
  test.each([
    ["0", 0],
    ["50.25", 5025],
    ["50.2", 5020],
    ["3000.0", 300_000],
    ["007", 700],
    ["+5", 500],
    ["-5.01", -501],
    ["1.2300", 123],
    [" 12 ", 1200],
    ["9999999999.99", largestHundredths],
  ])("reads %j as %i", (text, hundredths) => {
    expect(parseHundredths(text)).toBe(hundredths);
  });

  test.each(["", "abc", "1.234", "1,5", "1e3", ".5", "5.", "--1", "1 000", "٣", "0x10", "99999999999999", "NaN"])(
    "refuses %j",
    (text) => {
      expect(parseHundredths(text)).toBeUndefined();
    },
  );

  test.each([
    [0, "0.0"],
    [300_000, "3000.0"],
    [5025, "50.25"],
    [5020, "50.2"],
    [5, "0.05"],
    [-5, "-0.05"],
    [-501, "-5.01"],
    [largestHundredths, "9999999999.99"],
  ])("writes %i as %j", (hundredths, text) => {
    expect(formatHundredths(hundredths)).toBe(text);
  });

  test("is never minus zero", () => {
    expect(Object.is(parseHundredths("-0.00"), 0)).toBe(true);
  });

  test("is formatted and parsed back, with at least one decimal and no superfluous zero", () => {
    fc.assert(
      fc.property(fc.integer({ min: -largestHundredths, max: largestHundredths }), (hundredths) => {
        const text = formatHundredths(hundredths);
        expect(text).toMatch(/^-?(0|[1-9]\d*)\.(\d|\d[1-9])$/);
        expect(parseHundredths(text)).toBe(hundredths);
      }),
    );
  });
});

describe("a reference", () => {
  test.each([
    [1, "000001"],
    [35, "00000Z"],
    [36, "000010"],
    [80, "000028"],
    [982_468_349, "G8XPFH"],
    [2_176_782_336, "1000000"],
  ])("of booking %i is %s", (id, reference) => {
    expect(bookingReference(id)).toBe(reference);
  });
});
