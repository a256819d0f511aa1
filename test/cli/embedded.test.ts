import { startEmbeddedPostgres } from "@roost/embedded-postgres";
import { expect, test } from "vitest";
import { aMigratedDirectory } from "../start/migrated-directory.ts";
import { roost, roostHere } from "./roost.ts";

test("commands work on the embedded database with or without a running service", async () => {
  // test/backup/round-trip.test.ts covers a command that creates the database.
  const directory = await aMigratedDirectory();
  const settings = { ROOST_DATA_DIR: directory };

  const alone = await roost(settings, ["demo", "--seed", "7", "--json"]);
  expect(JSON.parse(alone.out)).toEqual({
    made: true,
    accounts: 2,
    rentals: 14,
    clients: 90,
    bookings: 150,
    owner: { email: "demo@example.com", password: expect.any(String) },
  });

  const service = await startEmbeddedPostgres({ directory, settings: { fsync: "off" } });
  try {
    const beside = await roostHere(settings, ["token", "issue", "--account", "1", "--scopes", "public"]);
    expect(beside).toMatchObject({ code: 0, err: "" });
    expect(beside.out).toMatch(/^roost_[\w-]{43}\n$/);
  } finally {
    await service.stop();
  }

  const after = await roostHere(settings, ["demo"]);
  expect(after).toEqual({
    code: 0,
    out: "Nothing to do: the database already has 2 accounts, 14 rentals, 90 clients, 150 bookings.\n",
    err: "",
  });
});
