import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Waits with a limit of their own, whose default may be a second. */
const ownLimits = /\bvi\.wait(For|Until)\(|\bexpect\s*\.poll\([^;]*\{[^;]*\btimeout:/;

test("tests wait until the run's limit, however slow the machine", () => {
  const files = globSync("{test,packages/*/test}/**/*.ts", { cwd: root });
  const found = files.filter((file) => ownLimits.test(readFileSync(join(root, file), "utf8")));
  expect(found).toEqual([]);
});
