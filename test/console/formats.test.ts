import { globSync, readFileSync } from "node:fs";
import { languages, regionalLocale } from "@roost/messages/languages.ts";
import { expect, test } from "vitest";
import { formatLocale, formatsOf } from "../../packages/console/src/components/formats.ts";
import { writtenDay } from "../../packages/console/src/components/written-day.ts";
import { shownNumber, writtenNumber } from "../../packages/console/src/components/written-number.ts";
import { writtenDiscount } from "../../packages/console/src/screens/booking/discount.ts";

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
  const files = globSync("packages/console/src/**/*.tsx").filter((file) => !/(money|decimal)-input\.tsx$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  const others = files.filter((file) =>
    /<DecimalInput\b[^>]*\bisAmount\b|decimals=\{[^}]*[dD]igits/.test(readFileSync(file, "utf8")),
  );
  expect(others).toEqual([]);
});

test("every other number with decimals is entered in a DecimalInput: a browser's own field has the browser's decimal sign", () => {
  const files = globSync("packages/console/src/**/*.tsx").filter((file) => !file.endsWith("/decimal-input.tsx"));
  const others = files.filter((file) => {
    const text = readFileSync(file, "utf8");
    const inputs = text.match(/<NumberInput\b[\s\S]*?\/>/g) ?? [];
    return (
      inputs.some((input) => !input.includes("allowDecimal={false}")) ||
      /step(=|: )\{?"any"|inputMode="decimal"/.test(text)
    );
  });
  expect(others).toEqual([]);
});

const [english, german, french, swiss] = [
  ...([
    { decimal: ".", group: "," },
    { decimal: ",", group: "." },
  ] as const),
  ...([
    { decimal: ",", group: "\u{202f}" },
    { decimal: ".", group: "’" },
  ] as const),
];

test.each([
  ["1234.5", "1234.5", undefined],
  ["1.234,50 €", "1234.50", "1234.50"],
  ["€1,234.50", "1234.50", "1234.50"],
  ["1 234,50 €", "1234.50", "1234.50"],
  ["1\u{202f}234,50\u{a0}€", "1234.50", "1234.50"],
  ["CHF 1’234.50", "1234.50", "1234.50"],
  ["R$ 12,50", undefined, "12.50"],
  ["12,34,567.5", "1234567.5", "1234567.5"],
  ["1,250", "1250", "1.250"],
  ["1.250", "1.250", "1250"],
  ["0,125", undefined, "0.125"],
  ["12,05", undefined, "12.05"],
  ["12.05", "12.05", undefined],
  ["1,2050", undefined, "1.2050"],
  ["1.", "1", undefined],
  ["007", "7", "7"],
  ["−12", "-12", "-12"],
  ["€ -5", "-5", "-5"],
  ["1.2.3", undefined, undefined],
  ["12 50", undefined, undefined],
  ["1,234,56", undefined, undefined],
  ["ten", undefined, undefined],
  ["", undefined, undefined],
])("the number %j is %s in English and %s in German", (text, inEnglish, inGerman) => {
  expect(writtenNumber(text, english)).toBe(inEnglish);
  expect(writtenNumber(text, german)).toBe(inGerman);
});

test.each(languages)("an amount reads as it is shown, in %s and every country", (language) => {
  // In Cape Verde, the decimal sign of a Portuguese amount is the dollar sign.
  const others = countries
    .filter((country) => country !== "CV")
    .filter((country) => {
      const { money, separators } = formatsOf(formatLocale(language, country));
      return writtenNumber(money(1_234_567.5, "EUR"), separators) !== "1234567.50";
    });
  expect(others).toEqual([]);
});

test("only the account's own sign separates thousands", () => {
  expect([french, swiss].map((signs) => writtenNumber("1.250", signs))).toEqual(["1.250", "1.250"]);
});

test("without thousands, as in percentages, a point and a comma both begin the decimals", () => {
  expect(["12,5", "12.5", "1,250"].map((text) => writtenNumber(text, { decimal: ".", group: "" }))).toEqual([
    "12.5",
    "12.5",
    "1.250",
  ]);
});

test("shows a number with the account's signs, and reads what it shows", () => {
  expect(shownNumber("1234567.5", german, 2)).toBe("1.234.567,50");
  expect(shownNumber("-1234.0", swiss, 0)).toBe("-1’234");
  expect(shownNumber("0.125", english, 2)).toBe("0.125");
  expect(shownNumber("ten", english, 2)).toBe("ten");
  for (const signs of [english, german, french, swiss])
    for (const number of ["0", "7.5", "-999.99", "1000", "12345.67", "-1234567.05"])
      expect(Number(writtenNumber(shownNumber(number, signs, 2), signs))).toBe(Number(number));
});

test.each([
  ["12,5 %", "12.5%"],
  ["%10", "10%"],
  ["50 €", "50"],
  ["1.000,50", "1000.50"],
  ["101 %", undefined],
  ["-5", undefined],
  ["ten", undefined],
])("the discount %j is %s", (text, discount) => {
  expect(writtenDiscount(text, english)).toBe(discount);
  expect(writtenDiscount(text, german)).toBe(discount);
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
