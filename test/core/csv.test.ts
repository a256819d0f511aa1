import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { csvOf, unguarded } from "../../src/core/csv.ts";

test("text is quoted, numbers are not, and every line ends with CR LF", () => {
  expect(
    csvOf([
      ["a", "b,c", 'say "hi"'],
      ["", "two\nlines", "-1.50"],
    ]),
  ).toBe('"a","b,c","say ""hi"""\r\n,"two\nlines",-1.50\r\n');
});

test("a decimal comma comes with semicolons, and changes numbers only", () => {
  expect(csvOf([["Villa 1.5", "1.5", "-2807.10", "000123"]], ",")).toBe('"Villa 1.5";1,5;-2807,10;"000123"\r\n');
});

test.each([
  ["=1+1", "'=1+1"],
  ["＝1+1", "'＝1+1"],
  ["﹢1+1", "'﹢1+1"],
  ["  @SUM(1)", "  '@SUM(1)"],
  ["\u200b-2+3", "\u200b'-2+3"],
  ["\n1+1", "'\n1+1"],
  ["\t=1", "'\t'=1"],
  ["+49 170 1234567", "'+49 170 1234567"],
  ["Villa;=cmd|'/C calc'!A0", "Villa;'=cmd|'/C calc'!A0"],
  ["Villa, =1", "Villa, '=1"],
  ["Villa\t=1", "Villa\t'=1"],
  ["Villa\r\n=1", "Villa\r\n'=1"],
  ['Villa;"=1', `Villa;"'=1`],
  ["Villa = Aurora", "Villa = Aurora"],
  ["1-2", "1-2"],
  ["'quoted", "'quoted"],
  ["'=1", "''=1"],
  ["000123", "000123"],
  ["-00.5", "'-00.5"],
])("writes the text %j as %j", (text, written) => {
  expect(csvOf([[text]])).toBe(`"${written.replaceAll('"', '""')}"\r\n`);
});

const hostile = fc.string({
  unit: fc.constantFrom(..."=+-@＝＋－＠﹦ ,;\t\r\n\"'|a1", "\u00a0", "\u200b", "\u0000"),
  maxLength: 12,
});

test("no reader finds a formula, whatever its field separator", () => {
  fc.assert(
    fc.property(fc.array(fc.array(hostile, { minLength: 1, maxLength: 4 }), { minLength: 1 }), (rows) => {
      const text = csvOf(rows);
      for (const separator of [/,/, /;/, /\t/, /[,;\t]/])
        for (const field of text.split(/\r\n|[\r\n]/).flatMap((line) => line.split(separator))) {
          const seen = field.replace(/^[\s\p{Cc}\p{Cf}"]+/u, "");
          if (!/^-?\d+(\.\d+)?$/.test(field)) expect(seen).not.toMatch(/^[=+\-@＝＋－＠﹦]/);
        }
    }),
  );
});

test("a written text is read back unchanged", () => {
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 2, maxLength: 2 }), (row) => {
      const lines: unknown = parse(csvOf([row]));
      const [cells] = [lines].flat();
      expect([cells].flat().map((cell) => unguarded(String(cell)))).toEqual(row);
    }),
  );
});

test("a text of many line breaks takes as long as any other of its length", () => {
  const text = `a${"\n".repeat(100_000)}=1`;
  const before = process.cpuUsage();
  const guarded = `a${"\n".repeat(100_000)}'=1`;
  expect(csvOf([[text]]) === `"${guarded}"\r\n`).toBe(true);
  expect(unguarded(guarded) === text).toBe(true);
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
});
