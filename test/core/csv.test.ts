import { expect, test } from "vitest";
import { csvOf, harmlessCell } from "../../src/core/csv.ts";

test("cells with commas, quotes or line breaks stand in quotes, and every line ends with CR LF", () => {
  expect(
    csvOf([
      ["a", "b,c", 'say "hi"'],
      ["", "two\nlines", "1.50"],
    ]),
  ).toBe('a,"b,c","say ""hi"""\r\n,"two\nlines",1.50\r\n');
});

test("what a spreadsheet would take for a formula gets an apostrophe, full-width signs as well", () => {
  for (const sign of ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"])
    expect(harmlessCell(`${sign}1+1`)).toBe(`'${sign}1+1`);
  for (const text of ["Villa = Aurora", "1-2", "", "'quoted"]) expect(harmlessCell(text)).toBe(text);
});
