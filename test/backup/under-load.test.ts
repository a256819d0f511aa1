import { join } from "node:path";
import { expect, test } from "vitest";
import { ArchiveWriter } from "../../src/database/backup/archive-writer.ts";
import { dumpTables } from "../../src/database/backup/dump.ts";
import { backupForm } from "../../src/database/backup/manifest.ts";
import { manifestEntry } from "../../src/database/backup/restore.ts";
import { inSnapshot } from "../../src/database/backup/snapshot.ts";
import { roost, roostHere } from "../cli/roost.ts";
import { ApiClient, recordOf } from "../harness/client.ts";
import { urlOf } from "../harness/databases.ts";
import { aMigratedDirectory } from "../start/migrated-directory.ts";
import { aDirectory, aToken, plainSettings, Service, serverOf } from "../start/service.ts";
import { anEmptyDatabase, asSuperuser } from "./databases.ts";
import { butEpochs, everyRow } from "./rows.ts";

/** Writes through the API continuously from several clients until stopped. */
function writers(url: string, token: string, rental: number) {
  let stopped = false;
  let written = 0;
  const write = async (writer: number): Promise<void> => {
    const client = new ApiClient(url, token);
    for (let round = 0; !stopped; round++) {
      const made = await client.post("/clients", { clients: [{ fullname: `Guest ${writer}-${round}` }] });
      expect(made.status).toBe(201);
      const day = new Date(Date.UTC(2040 + writer, 0, 1 + round)).toISOString().slice(0, 10);
      const next = new Date(Date.UTC(2040 + writer, 0, 2 + round)).toISOString().slice(0, 10);
      const stay = { start_at: day, end_at: next, client_id: recordOf(made, "clients").id };
      const booked = await client.post(`/rentals/${rental}/bookings`, { bookings: [stay] });
      expect(booked.status, booked.text).toBe(201);
      written++;
    }
  };
  const all = Promise.all([1, 2, 3, 4].map(write));
  return {
    async reached(count: number): Promise<void> {
      while (written < count) await Promise.race([all, new Promise((resolve) => setTimeout(resolve, 20))]);
    },
    async stop(): Promise<number> {
      stopped = true;
      await all;
      return written;
    },
    get written() {
      return written;
    },
  };
}

test("a backup taken under load contains exactly its snapshot, and restores elsewhere without a superuser", async () => {
  const directory = await aMigratedDirectory();
  const settings = await plainSettings(directory);
  const service = await new Service(settings).ready();
  const owner = await serverOf(directory);
  const { account, token } = await aToken(owner);
  const url = `http://127.0.0.1:${settings.ROOST_HTTP_PORT}`;
  const client = new ApiClient(url, token);
  const rental = recordOf(await client.post("/rentals", { rentals: [{ name: "Cottage" }] }), "rentals");
  const load = writers(url, token, Number(rental.id));
  await load.reached(20);

  const file = join(await aDirectory(), "snapshot.backup");
  const seen = await inSnapshot(owner, async (snapshot) => {
    const { rows } = await snapshot.client.query<{ id: string }>("select pg_export_snapshot() as id");
    // Rows change between the snapshot and the dump.
    await load.reached(load.written + 20);
    const archive = new ArchiveWriter(file, Date.now());
    const { client: _, tables, takenAt, jobQueue, ...about } = snapshot;
    const manifest = {
      ...about,
      ...{ roost: "backup", form: backupForm, release: "0", taken_at: takenAt, job_queue: jobQueue },
      tables: tables.map(({ name, columns }) => ({ name, columns })),
      ...{ files: "left out", secrets_key: false },
    };
    await archive.add(manifestEntry, Buffer.from(JSON.stringify(manifest)));
    const written = await dumpTables(snapshot, archive, () => undefined);
    await archive.finish({ ...written, files: { count: 0, bytes: 0, missing: 0 } });
    return everyRow(owner, rows[0]?.id);
  });
  // The command does the same while the service runs.
  const whole = join(await aDirectory(), "command.backup");
  const made = await roost({ ROOST_DATA_DIR: directory }, ["backup", whole, "--json"]);
  expect(made.code, made.err).toBe(0);
  const before = load.written;
  await load.stop();
  expect(await service.signal("SIGTERM")).toEqual({ code: 0, signal: null });

  const target = await anEmptyDatabase();
  const there = { DATABASE_URL: urlOf(target), ROOST_DATA_DIR: await aDirectory() };
  const restored = await roostHere(there, ["restore", file]);
  expect(restored.code, restored.err).toBe(0);
  expect(butEpochs(await everyRow(asSuperuser(target)))).toEqual(butEpochs(seen));

  // The restored state is consistent despite writes during the command.
  const second = await anEmptyDatabase();
  const plain = await plainSettings();
  const elsewhere = { ...plain, DATABASE_URL: urlOf(second) };
  expect(await roostHere(elsewhere, ["restore", whole])).toMatchObject({ code: 0 });
  await new Service(elsewhere).ready();
  const reader = new ApiClient(`http://127.0.0.1:${plain.ROOST_HTTP_PORT}`, token, account);
  const total = async (path: string): Promise<number> => {
    const answer = await reader.get(`${path}?per_page=1`);
    expect(answer.status, answer.text).toBe(200);
    return Number(answer.headers.get("x-total-count"));
  };
  const [clients, bookings] = [await total("/clients"), await total("/bookings")];
  expect(bookings).toBeGreaterThanOrEqual(40);
  expect(bookings).toBeLessThanOrEqual(before);
  // Each writer creates the guest before the booking.
  expect(clients - bookings).toBeGreaterThanOrEqual(0);
  expect(clients - bookings).toBeLessThanOrEqual(4);
});
