import { expect, test } from "vitest";
import { editDistance, nearest } from "../../src/core/edit-distance.ts";

test("insertions, deletions, replacements and swaps count once each", () => {
  const distances = [
    ["", ""],
    ["port", "port"],
    ["port", ""],
    ["port", "ports"],
    ["port", "pot"],
    ["port", "part"],
    ["port", "prot"],
    ["kitten", "sitting"],
  ].map(([a = "", b = ""]) => editDistance(a, b));
  expect(distances).toEqual([0, 0, 4, 1, 1, 1, 1, 3]);
});

test("the first of equally near texts is the nearest, and no text is nearest of none", () => {
  expect(nearest("data", ["date", "dart", "data dir"])).toBe("date");
  expect(nearest("data", [])).toBeUndefined();
});
