import { join } from "node:path";
import { expect, test } from "vitest";
import { bytesOf, productionPackages, root } from "./production-packages.ts";

const mebibyte = 1024 * 1024;

test("a production install takes less than 380 MB and has no development packages", async () => {
  const packages = await productionPackages();
  const sizes = await Promise.all(packages.map(async (path) => ({ path, bytes: await bytesOf(join(root, path)) })));
  const largest = sizes.toSorted((one, other) => other.bytes - one.bytes).slice(0, 8);
  const lines = largest.map(({ path, bytes }) => `${(bytes / mebibyte).toFixed(0)} MB ${path}`);
  const sum = sizes.reduce((bytes, each) => bytes + each.bytes, 0) / mebibyte;
  expect(sum, `the largest:\n${lines.join("\n")}`).toBeLessThan(380);
  // Guards against an empty sum.
  expect(sum).toBeGreaterThan(150);
  const developing = /node_modules\/(@typescript\/|typescript|vitest|@biomejs|playwright|@sparticuz|@swc\/core)/;
  expect(packages.filter((path) => developing.test(path))).toEqual([]);
});
