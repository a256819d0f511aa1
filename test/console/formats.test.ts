import { globSync, readFileSync } from "node:fs";
import { languages, regionalLocale } from "@roost/messages/languages.ts";
import { expect, test } from "vitest";
import { formatLocale, formatsOf } from "../../packages/console/src/components/formats.ts";
import { writtenDay } from "../../packages/console/src/components/written-day.ts";

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const countries = letters.flatMap((one) => letters.map((other) => one + other));

test.each(languages)("formats %s as mails do when the account has no country", (language) => {
  expect(formatLocale(language, null)).toBe(regionalLocale(language));
  expect(formatLocale(language, "CH")).toBe(`${language}-CH`);
});

test("names the zone of a time where the reader's clock shows another one", () => {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const other = own === "Pacific/Kiritimati" ? "Europe/Lisbon" : "Pacific/Kiritimati";
  const time = "2026-05-05T10:00:00Z";
  expect(formatsOf("en-GB", own).moment(time)).not.toContain(own);
  expect(formatsOf("en-GB", other).moment(time)).toContain(`(${other})`);
  expect(formatsOf("en-GB", own).moment(time, other)).toBe(formatsOf("en-GB", other).moment(time));
});

test("writes amounts and dates by Portugal's rules, not Brazil's", () => {
  const formats = formatsOf(formatLocale("pt", null));
  expect(formats.money("12345.6", "EUR")).toBe("12\u00a0345,60\u00a0€");
  expect(formats.money("12345.6", "EUR")).not.toBe(formatsOf("pt").money("12345.6", "EUR"));
});

test("reads and writes the signs in amounts as it shows them", () => {
  expect(formatsOf("de-DE").separators).toEqual({ decimal: ",", group: "." });
  expect(formatsOf("en-GB").separators).toEqual({ decimal: ".", group: "," });
  for (const language of languages) {
    const { separators, money } = formatsOf(formatLocale(language, null));
    expect(money(1_234_567.5, "EUR"), language).toContain(`${separators.group}567${separators.decimal}50`);
  }
});

test.each(languages)(
  "writes percentages in %s by the language, with the decimal sign of amounts in every country",
  (language) => {
    const others = countries.filter((country) => {
      const { percent, separators } = formatsOf(formatLocale(language, country));
      return !new RegExp(`^12\\${separators.decimal}5[\u00a0\u202f ]?%$`).test(percent("12.5"));
    });
    expect(others).toEqual([]);
  },
);

test("every amount in a currency is entered in a MoneyInput", () => {
  const files = globSync("packages/console/src/**/*.tsx").filter((file) => !file.endsWith("/money-input.tsx"));
  expect(files.length).toBeGreaterThan(100);
  const others = files.filter((file) => /decimalScale=\{[^}]*[dD]igits/.test(readFileSync(file, "utf8")));
  expect(others).toEqual([]);
});

const day = (text: string): number => Date.parse(text) / 86_400_000;

test.each(languages)("a date field in %s reads what it shows, and ISO 8601, in every country", (language) => {
  const [may, december] = [day("2026-05-12"), day("2026-12-05")];
  const misread = countries.filter((country) => {
    const locale = formatLocale(language, country);
    const { dateInNumbers } = formatsOf(locale);
    const read = (text: string) => writtenDay(text, locale, may);
    return ![may, december].every((one) => read(dateInNumbers(one)) === one) || read("2026-12-05") !== december;
  });
  expect(misread).toEqual([]);
});

test("every date is entered in a DayInput: a browser's own field has the browser's order", () => {
  const files = globSync("packages/console/src/**/*.tsx");
  const others = files.filter((file) => /type\b.*"(date|datetime-local|month|week)"/.test(readFileSync(file, "utf8")));
  expect(others).toEqual([]);
});
