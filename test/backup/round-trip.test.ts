import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { beforeAll, expect, inject, test } from "vitest";
import { directoryStore } from "../../src/app/files/directory-store.ts";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import { newFileKey } from "../../src/kernel/files/files.ts";
import { roost, roostHere } from "../cli/roost.ts";
import { ApiClient, recordsOf } from "../harness/client.ts";
import { urlOf } from "../harness/databases.ts";
import { testKey } from "../harness/secrets.ts";
import { useService } from "../harness/service.ts";
import { catalogOf } from "../migrations/catalog.ts";
import { aDirectory, plainSettings, Service, serverOf } from "../start/service.ts";
import { fillEveryTable } from "../upgrade/fill.ts";
import { emptyTables } from "../upgrade/fixture.ts";
import { everyRow, everySequence } from "./rows.ts";

const service = useService();
let source: ServerAddress;
let client: ApiClient;
const key = newFileKey();
const bytes = randomBytes(300_000);

beforeAll(async () => {
  const fixture = await fillEveryTable(service);
  client = fixture.client;
  // A row larger than any buffer, with every character that COPY escapes.
  await service.sql(
    "update mails set content = content || jsonb_build_object('inviter', repeat(E'ä\\n\\t\\\\\\\\.', 200000)) where id = (select min(id) from mails)",
  );
  await service.sql(
    "insert into stored_files (account_id, key, content_type, bytes, sha256, kept_at) values ($1, $2, 'image/png', $3, '\\x00', now())",
    [fixture.account, key, bytes.length],
  );
  const [row] = await service.sql("select current_database()::text as name");
  source = { ...inject("owner"), database: String(row?.name) };
}, 300_000);

const settings = () => ({ DATABASE_URL: urlOf(source), ROOST_SECRETS_KEY: testKey.toString("hex") });

/** The settings of the source, with one file in its store. */
async function sourceSettings(): Promise<Record<string, string>> {
  const directory = `${await aDirectory()}/files`;
  const path = join(await aDirectory(), "picture");
  await writeFile(path, bytes);
  await directoryStore(directory).put(key, path, "image/png");
  return { ...settings(), ROOST_FILES_DIR: directory };
}

test("restores a database with rows in every table into an embedded one, on which the service then runs", async () => {
  expect(await emptyTables(source)).toEqual([]);
  const feed = await client.get("/events");
  const file = join(await aDirectory(), "roost.backup");
  const made = await roost(await sourceSettings(), ["backup", file, "--with-secrets-key"]);
  expect(made.code, made.err).toBe(0);
  expect(made.out).toContain("It includes the secrets key: protect the file.");
  expect(made.out).toContain("It includes 1 attachments and photos.\n");

  const plain = await plainSettings();
  const { ROOST_DATA_DIR: directory = "" } = plain;
  const restored = await roost(plain, ["restore", file]);
  expect(restored).toMatchObject({ code: 0 });
  expect(restored.out).toContain("Restored 1 attachments and photos.\n");
  expect(restored.out).toContain(`The key in ${directory}.secrets-key decrypts its secrets.\n`);
  expect(await buffer(await directoryStore(join(directory, "files")).read(key))).toEqual(bytes);

  const running = await new Service({ ...plain, ROOST_WORKER: "off" }).ready();
  const there = await serverOf(directory);
  const [rows, expected] = [await everyRow(there), await everyRow(source)];
  // A start changes these.
  for (const table of ["feed_epochs", "amenities"]) {
    delete rows[table];
    delete expected[table];
  }
  expect(rows).toEqual(expected);
  expect(await everySequence(there)).toEqual(await everySequence(source));
  expect(await catalogOf(there)).toEqual(await catalogOf(source));

  const reader = new ApiClient(`http://127.0.0.1:${plain.ROOST_HTTP_PORT}`, client.token);
  const ids = async (of: ApiClient): Promise<unknown[]> =>
    recordsOf(await of.get("/bookings"), "bookings").map(({ id, final_price, updated_at }) => [
      id,
      final_price,
      updated_at,
    ]);
  expect(await ids(reader)).toEqual(await ids(client));
  // A restore starts a new epoch, so old cursors are gone.
  const { after } = JSON.parse(feed.text).meta;
  expect((await client.get(`/events?after=${after}`)).status).toBe(200);
  expect((await reader.get(`/events?after=${after}`)).status).toBe(410);
  expect(running.complaints).toEqual([]);
});

test("a backup without the secrets key says where the key is, and a restore says that it is needed", async () => {
  const file = join(await aDirectory(), "roost.backup");
  const made = await roostHere(settings(), ["backup", file, "--without-files"]);
  expect(made.out).toContain("It does not include attachments or photos.\n");
  expect(made.out).toContain("It does not include the secrets key: keep a copy of ROOST_SECRETS_KEY elsewhere.");
  expect((await readFile(file)).includes(testKey)).toBe(false);
  const directory = await aDirectory();
  const restored = await roostHere({ ROOST_DATA_DIR: directory }, ["restore", file]);
  expect(restored).toMatchObject({ code: 0 });
  expect(restored.out).toContain(
    `Its secrets need a key that is not in ${directory}.secrets-key: put the key there before you start Roost.\n`,
  );
});
