import { languages, regionalLocale } from "@roost/messages/languages.ts";
import { expect, test } from "vitest";
import { formatLocale, formatsOf } from "../../packages/console/src/components/formats.ts";

test.each(languages)("formats %s as mails do when the account has no country", (language) => {
  expect(formatLocale(language, null)).toBe(regionalLocale(language));
  expect(formatLocale(language, "CH")).toBe(`${language}-CH`);
});

test("writes amounts and dates by Portugal's rules, not Brazil's", () => {
  const formats = formatsOf(formatLocale("pt", null));
  expect(formats.money("12345.6", "EUR")).toBe("12\u00a0345,60\u00a0€");
  expect(formats.money("12345.6", "EUR")).not.toBe(formatsOf("pt").money("12345.6", "EUR"));
});
