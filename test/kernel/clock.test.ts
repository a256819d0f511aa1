import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();
const sources = join(import.meta.dirname, "../../src");

/** Code that reads the machine's time or day, and SQL that depends on the session's time zone. */
const clocks =
  /\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b|\b(current_date|current_timestamp|localtimestamp|CURRENT_DATE|CURRENT_TIMESTAMP)\b/;

test("only the composition root reads the machine's clock", async () => {
  const files = (await readdir(sources, { recursive: true })).filter((name) => /\.(ts|sql)$/.test(name));
  const readers = files.filter((name) => clocks.test(readFileSync(join(sources, name), "utf8")));
  expect(files.length).toBeGreaterThan(300);
  expect(readers).toEqual(["app/clock.ts"]);
});

test("the service and its database agree on the current time, also with a shifted clock", async () => {
  const before = Date.now();
  const [row] = await service.sql("select (extract(epoch from clock_timestamp()) * 1000)::float as now");
  expect(Number(row?.now)).toBeGreaterThanOrEqual(before);
  expect(Number(row?.now)).toBeLessThanOrEqual(Date.now() + 1);
});
