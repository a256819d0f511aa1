import { expect, test } from "vitest";
import { isBlankText, textValue, typedText } from "../../src/kernel/values/text.ts";

const signs = ["\u061c", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e"];
const isolates = ["\u2066", "\u2067", "\u2068", "\u2069"];

test.each([...signs, ...isolates])("a single-line text loses the direction sign %j", (sign) => {
  expect(textValue().accept(`${sign}Ines ${sign}Muster`)).toEqual({ value: "Ines Muster" });
});

test("a multi-line text keeps its bidirectional controls, and names keep the letters of every script", () => {
  expect(textValue({ multiline: true }).accept("\u202bשלום\n")).toEqual({ value: "\u202bשלום\n" });
  expect(textValue().accept("יעל כהן 👩\u200d🌾")).toEqual({ value: "יעל כהן 👩\u200d🌾" });
});

test("a text of direction signs and white space alone is blank", () => {
  for (const text of ["", " \t\n\ufeff", "\u202e", " \u200e\u2066 "]) expect(isBlankText(text)).toBe(true);
  for (const text of ["\u202ea", "0", null, 0]) expect(isBlankText(text)).toBe(false);
  expect(typedText(" \u202e\n", 100, true)).toBe("");
});
