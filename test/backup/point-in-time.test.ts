import { chmod, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ApiClient, recordOf, recordsOf } from "../harness/client.ts";
import { runSql } from "../harness/databases.ts";
import { until } from "../harness/until.ts";
import { aMigratedDirectory } from "../start/migrated-directory.ts";
import { aDirectory, aToken, plainSettings, Service, serverOf } from "../start/service.ts";
import { roostQuietly } from "./quietly.ts";

test("recovers the embedded database to a moment between two bookings: only the first exists", async () => {
  const directory = await aMigratedDirectory();
  const places = await aDirectory();
  // If the test runs as root, the server runs as another user.
  await chmod(places, 0o755);
  const [archive, base] = [join(places, "archive"), join(places, "base")];
  const settings: Record<string, string> = { ...(await plainSettings(directory)), ROOST_WAL_ARCHIVE: archive };
  const service = await new Service(settings).ready();
  const server = await serverOf(directory);
  const { token } = await aToken(server);
  const url = (port = ""): string => `http://127.0.0.1:${port}`;
  const client = new ApiClient(url(settings.ROOST_HTTP_PORT), token);
  const rental = recordOf(await client.post("/rentals", { rentals: [{ name: "Cottage" }] }), "rentals");
  const book = async (month: string): Promise<unknown> => {
    const stay = { start_at: `2041-${month}-01`, end_at: `2041-${month}-08` };
    return recordOf(await client.post(`/rentals/${rental.id}/bookings`, { bookings: [stay] }), "bookings").id;
  };
  const made = await roostQuietly(settings, ["backup", "--base", base]);
  expect(made).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringContaining(`With the archive in ${archive} from `),
  });
  const first = await book("01");
  const [{ moment }] = (
    await runSql(
      server,
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment`,
    )
  ).rows;
  const cursor = JSON.parse((await client.get("/events")).text).meta.after;
  const second = await book("02");
  // An unfinished log file is archived within five minutes; the test forces it.
  const [{ file }] = (await runSql(server, "select pg_walfile_name(pg_switch_wal()) as file")).rows;
  await until(async () => (await readdir(archive)).includes(String(file)));
  expect(await service.signal("SIGTERM")).toEqual({ code: 0, signal: null });

  const target = await plainSettings();
  const words = ["restore", "--base", base, "--archive", archive, "--to"];
  expect(await roostQuietly(target, [...words, "yesterday"])).toMatchObject({
    code: 1,
    err: 'error: --to is "yesterday". It must be a time with a zone, such as 2026-11-22T20:15:00Z, or "latest".\n',
  });
  expect((await roostQuietly(target, [...words, "2100-01-01T00:00:00Z"])).err).toBe(
    'error: The archive ends before 2100-01-01T00:00:00Z, so nothing was recovered. Use an earlier time, or "latest".\n',
  );
  const recovered = await roostQuietly(target, [...words, String(moment)]);
  expect(recovered).toMatchObject({ code: 0, err: "" });
  expect((await roostQuietly(target, [...words, String(moment)])).err).toMatch(
    /^error: .* already contains a database\. Recover into another directory\.\n$/,
  );

  await new Service(target).ready();
  const reader = new ApiClient(url(target.ROOST_HTTP_PORT), token);
  const ids = recordsOf(await reader.get("/bookings"), "bookings").map(({ id }) => id);
  expect(ids).toEqual([first]);
  expect(ids).not.toContain(second);
  expect((await reader.get(`/events?after=${cursor}`)).status).toBe(410);
  // The second booking's nights are free again.
  const stay = { start_at: "2041-02-01", end_at: "2041-02-08" };
  expect((await reader.post(`/rentals/${rental.id}/bookings`, { bookings: [stay] })).status).toBe(201);
});

test("a base backup promises a recovery only if the running server archives its log", async () => {
  const directory = await aMigratedDirectory();
  const places = await aDirectory();
  await chmod(places, 0o755);
  const settings = await plainSettings(directory);
  await new Service(settings).ready();
  const elsewhere = { ...settings, ROOST_WAL_ARCHIVE: join(places, "archive") };
  const made = await roostQuietly(elsewhere, ["backup", "--base", join(places, "base")]);
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining("does not archive its write-ahead log") });
});
