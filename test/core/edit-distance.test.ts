import { expect, test } from "vitest";
import { editDistance, nearest } from "../../src/core/edit-distance.ts";

test("what is added, taken away, replaced or swapped with its neighbour counts once each", () => {
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

test("of several texts that are as near as each other the first one is the nearest, and of none there is none", () => {
  expect(nearest("data", ["date", "dart", "data dir"])).toBe("date");
  expect(nearest("data", [])).toBeUndefined();
});
