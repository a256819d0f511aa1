import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { useService } from "../harness/service.ts";
import { fillEveryTable } from "./fill.ts";
import { dump, emptyTables, writeFixture } from "./fixture.ts";

const service = useService();

/** Size limit for a fixture in the repository. */
const maxBytes = 400_000;

test("creates this release's fixture", async () => {
  const { version: release } = JSON.parse(
    await readFile(join(import.meta.dirname, "..", "..", "package.json"), "utf8"),
  );
  const { account, ids } = await fillEveryTable(service);
  const [row] = await service.sql("select current_database()::text as name");
  const address = { ...inject("owner"), database: String(row?.name) };
  expect(await emptyTables(address), "tables without a row: fill them in test/upgrade/fill.ts").toEqual([]);
  const bytes = await writeFixture(await dump(address, { release, account, ids: Object.fromEntries(ids) }));
  expect(bytes).toBeLessThan(maxBytes);
});
