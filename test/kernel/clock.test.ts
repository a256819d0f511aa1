import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const sources = join(import.meta.dirname, "../../src");

/** What asks the machine for the time, or the day, in TypeScript; and in SQL, the day in whatever zone the session has. */
const clocks =
  /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|\bTemporal\.Now\b|\bcurrent_date\b|\bcurrent_timestamp\b|\blocaltimestamp\b/i;

test("only the place where a house is put together reads the machine's clock: everything else is given the time", async () => {
  const files = (await readdir(sources, { recursive: true })).filter((name) => /\.(ts|sql)$/.test(name));
  const readers = files.filter((name) => clocks.test(readFileSync(join(sources, name), "utf8")));
  expect(files.length).toBeGreaterThan(300);
  expect(readers).toEqual(["house-parts.ts"]);
});
