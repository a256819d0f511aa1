import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { eraseAccountsJob } from "../../src/app/jobs/erase-accounts.ts";
import { resources } from "../../src/app/registry.ts";
import { writeFilesDirectory } from "../../src/interfaces/cli/files-directory.ts";
import { writeLinesFile } from "../../src/interfaces/cli/terminal/lines-file.ts";
import { QueryCache } from "../../src/kernel/read/query-cache.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";
import { performSteps } from "../../src/modules/money/payments/perform/perform-payment.ts";
import { reopenAccount } from "../../src/modules/platform/accounts/close-account.ts";
import { membershipsOf } from "../../src/modules/platform/people/memberships.ts";
import {
  closeWithExport,
  type ExportTargets,
  type IntoFile,
} from "../../src/modules/records/privacy/close-with-export.ts";
import type { ExportedAccount } from "../../src/modules/records/privacy/export-account.ts";
import { type ApiClient, type Json, recordOf } from "../harness/client.ts";
import { aBooking, aRental, created } from "../harness/factories.ts";
import { accountTables, digestOf, type Fixture } from "../harness/fixture.ts";
import { useService } from "../harness/service.ts";
import { aCompanyGuest, anInvoice, anIssuer, download } from "../invoices/factories.ts";
import { anAgent, anOwner, aToken } from "../mcp/fixture.ts";
import { aBusiness, aPayment, ledgerOf, order, performing, reconcile } from "../payments/factories.ts";
import { smallPicture } from "../photos/pictures.ts";
import { fillEveryTable } from "../upgrade/fill.ts";

const registry = new ResourceRegistry(resources);

/** A closed account is exported in full, then erased after 30 days (bookings.md, Personal data). */
const service = useService();
let directory: string;
let fixture: Fixture;
let whole: { readonly exported: ExportedAccount; readonly before: Json; readonly secrets: readonly string[] };
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "roost-closed-"));
  fixture = await fillEveryTable(service);
  const { account, client } = fixture;
  const before = await rowsOf(account);
  const [secret] = await service.sql(
    `select encode(link_salt, 'hex') as salt, (select encode(digest, 'hex') from access_tokens where account_id = $1 limit 1) as digest
     from bookings where account_id = $1 limit 1`,
    [account],
  );
  const { exported } = await close(account, join(directory, "whole.jsonl"));
  whole = { exported, before, secrets: [secret?.salt, secret?.digest, client.token].map(String) };
});
afterAll(() => rm(directory, { recursive: true }));

const cause = { actor: "Command:account close" };
const close = (account: number, file: string) =>
  closeWithExport(service.database, new QueryCache(registry), account, placesOf(file), cause);
const placesOf = (file: string): ExportTargets => ({
  files: service.files,
  intoFile: (work) => writeLinesFile(file, work),
  intoDirectory: (work) => writeFilesDirectory(`${file}.files`, work),
});
const reopen = (account: number) =>
  service.database.within([account]).transaction((transaction) => reopenAccount(transaction, account));
const eraseAll = () =>
  eraseAccountsJob(service.database).run({ signal: new AbortController().signal, report: () => undefined });
const closedDaysAgo = (account: number, days: number) =>
  service.sql("update accounts set closed_at = now() - make_interval(days => $2) where id = $1", [account, days]);

const anAttachment = (api: ApiClient, content: string) =>
  created(api, "/inbox/attachments", "attachments", { file: Buffer.from(content).toString("base64") });

/** An account's row counts by table, without empty tables. */
async function rowsOf(account: number): Promise<Record<string, number>> {
  const selects = (await accountTables(service)).map(
    (table) => `select '${table}' as name, count(*)::integer as count from ${table} where account_id = $1`,
  );
  const rows = await service.sql(selects.join(" union all "), [account]);
  return Object.fromEntries(rows.filter(({ count }) => count !== 0).map(({ name, count }) => [name, Number(count)]));
}

/** The lines of an export file. */
async function linesOf(file: string): Promise<Json[]> {
  const text = await readFile(file, "utf8");
  expect(text.endsWith("}\n")).toBe(true);
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("an account's export is complete, uses the API's names, and omits secrets", async () => {
  const { account } = fixture;
  const { exported, before, secrets } = whole;
  expect((await accountTables(service)).filter((table) => before[table] === undefined)).toEqual([]);
  const file = join(directory, "whole.jsonl");
  const [first, ...lines] = await linesOf(file);
  const last = lines.pop();
  expect([first, last]).toEqual([{ account, left_out: exported.leftOut }, { rows: exported.rows }]);
  expect(exported.leftOut).toEqual(
    expect.arrayContaining(["access_tokens.digest", "bookings.payment_url", "users.password_digest"]),
  );
  const tableOf = ({ resource, table }: Json): string =>
    typeof resource === "string" ? registry.get(resource).table : String(table);
  const counts = Object.fromEntries([...Map.groupBy(lines, tableOf)].map(([table, rows]) => [table, rows.length]));
  // Closing an account changes its record and its settings.
  const noted = {
    record_count_changes: Number(before.record_count_changes) + 1,
    change_outbox: Number(before.change_outbox) + 2,
  };
  expect(counts).toEqual({ ...before, accounts: 1, users: 1, ...noted });
  expect(lines).toContainEqual({
    resource: "clients",
    record: expect.objectContaining({ id: fixture.ids.get("clients"), fullname: "Ada Guest" }),
  });
  expect(lines).toContainEqual({ table: "memberships", row: expect.objectContaining({ account_id: account }) });
  const text = await readFile(file, "utf8");
  for (const secret of secrets) expect(text).not.toContain(secret);
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect((await readdir(directory)).filter((name) => name.endsWith(".partial"))).toEqual([]);
});

test("an account's files are exported unchanged, and missing ones are reported", async () => {
  const api = await service.aClient(await service.anAccount());
  const [kept, lost] = [await anAttachment(api, "House rules"), await anAttachment(api, "Lost")];
  const rental = await aRental(api);
  const sent = { photo: smallPicture };
  const photo = await created(api, `/rentals/${rental.id}/photos`, "photos", sent);
  const keys = await service.sql("select key from stored_files where account_id = $1 order by id", [api.account]);
  await service.files.delete(String(keys[1]?.key));
  const file = join(directory, "files.jsonl");
  const { saved } = await close(api.account, file);
  expect(saved).toEqual({ count: 2, missing: [`attachment-${lost.id}.txt`] });
  expect((await readdir(`${file}.files`)).sort()).toEqual([`attachment-${kept.id}.txt`, `photo-${photo.id}.png`]);
  expect(await readFile(join(`${file}.files`, `attachment-${kept.id}.txt`), "utf8")).toBe("House rules");
  expect((await readFile(join(`${file}.files`, `photo-${photo.id}.png`))).toString("base64")).toBe(smallPicture);
});

test("an account's invoices are exported with their files as issued", async () => {
  const api = await anIssuer(service);
  const booking = await aBooking(api, await aRental(api), {
    client_id: (await aCompanyGuest(api)).id,
    initial_price: "500",
  });
  const invoice = await anInvoice(api, booking);
  const pdf = await download(api, invoice.pdf_url);
  const file = join(directory, "invoices.jsonl");
  const { saved } = await close(Number(api.account), file);
  expect(saved).toEqual({ count: 2, missing: [] });
  expect(await readFile(join(`${file}.files`, `invoice-${invoice.id}.pdf`))).toEqual(pdf.bytes);
  expect(await readFile(join(`${file}.files`, `invoice-${invoice.id}.xml`), "utf8")).toContain("Durand SARL");
  expect(await linesOf(file)).toContainEqual({
    resource: "invoices",
    record: expect.objectContaining({ id: invoice.id, total_amount: "500.0", lines: invoice.lines }),
  });
});

test("thirty days after closing, no table has the account's rows, and other accounts keep theirs", async () => {
  const { account } = fixture;
  const people = await service.sql("select user_id::integer as id from memberships where account_id = $1", [account]);
  const both = await anOwner(service, [account, await service.anAccount()]);
  const others = (
    await service.sql("select id::integer from accounts where id <> $1 and closed_at is null", [account])
  ).map(({ id }) => Number(id));
  const untouched = await digestOf(service, others);
  await eraseAll();
  await closedDaysAgo(account, 29);
  await eraseAll();
  expect(await rowsOf(account)).not.toEqual({});

  await closedDaysAgo(account, 30);
  // Simulates processes that die midway repeatedly, and a second one running at the same time.
  for (let times = 0; times < 5; times++)
    await Promise.all([1, 2].map(() => service.database.read({ text: "select erase_closed_account(3)" }, [])));
  await eraseAll();
  expect(await rowsOf(account)).toEqual({});
  expect(await service.sql("select from accounts where id = $1", [account])).toEqual([]);
  const queued = "select from graphile_worker._private_jobs where payload ->> 'account' = $1";
  expect(await service.sql(queued, [String(account)])).toEqual([]);
  const left = await service.sql("select id::integer from users where id = any($1)", [
    [...people.map(({ id }) => id), both],
  ]);
  expect(left).toEqual([{ id: both }]);
  expect(await service.sql("select from sessions where user_id = any($1)", [people.map(({ id }) => id)])).toEqual([]);
  expect(await digestOf(service, others)).toEqual(untouched);
});

test("the erasure order covers all tables, and all of them name the account alike", async () => {
  const ordered = await service.sql("select account_tables()::text as name");
  expect(ordered.map(({ name }) => name).toSorted()).toEqual((await accountTables(service)).toSorted());
  const named = await service.sql(
    `select conrelid::regclass::text as table, attname::text as column from pg_constraint
     join pg_attribute on attrelid = conrelid and attnum = conkey[1] where contype = 'f' and confrelid = 'accounts'::regclass`,
  );
  expect(named.filter(({ column }) => column !== "account_id")).toEqual([]);
  // A cluster lacks some of the following keys (docs/design/cluster.md).
  if (inject("workers").length > 0) return;
  // A new table that refers to users needs handling in `erase_user`.
  const ofUsers = await service.sql(
    `select conrelid::regclass::text as table from pg_constraint where contype = 'f' and confrelid = 'users'::regclass order by 1`,
  );
  expect(ofUsers.map(({ table }) => table)).toEqual([
    ...["agent_tokens", "applications", "authorization_codes", "grants"],
    // A host and an import remain without a user (on delete set null).
    ...[
      "hosts",
      "imports",
      "invitations",
      "memberships",
      "password_resets",
      // A proposal names its agent and its people only while they exist.
      ...["proposals", "proposals"],
      "push_devices",
      "second_factors",
      "sessions",
      // An endpoint keeps its person's row, without a name: it must not read more once they are gone.
      "webhook_endpoints",
    ],
  ]);
});

test("a person referenced by another account's application grant keeps a row without a name", async () => {
  const [account, other] = [await service.anAccount(), await service.aClient(await service.anAccount())];
  const person = await anOwner(service, [account]);
  await service.sql(
    "insert into grants (account_id, application_id, user_id, scopes) values ($1, $2, $3, '{public}')",
    [other.account, other.application, person],
  );
  await close(account, join(directory, "people.jsonl"));
  await closedDaysAgo(account, 31);
  await eraseAll();
  const rows = await service.sql("select email, fullname from users where id = $1", [person]);
  expect(rows).toEqual([{ email: `erased-${person}@erased.invalid`, fullname: "(erased)" }]);
});

test("a closed account refuses everything until it is reopened", async () => {
  const { client, booking } = await aBusiness(service);
  const { account } = client;
  const person = await anOwner(service, [account]);
  const agent = await anAgent(service, await aToken(service, [account]));
  const page = String(booking.payment_url).replace(/^https:\/\/[^/]+/, service.url);
  const state = async () => [
    (await client.get("/bookings")).status,
    (await client.post("/sources", { sources: [{ name: crypto.randomUUID() }] })).status,
    (await agent.content("api_v3_list", { resource: "sources" }).catch(() => ({ refused: true }))).refused ?? false,
    (await fetch(page)).status,
    (await membershipsOf(service.database, person)).length,
  ];
  const open = await state();
  expect(open).toEqual([200, 201, false, 200, 1]);
  await close(account, join(directory, "works.jsonl"));
  expect(await state()).toEqual([401, 401, true, 404, 0]);
  expect(await (await fetch(page)).text()).toContain("no longer takes bookings or payments");
  await reopen(account);
  expect(await state()).toEqual(open);
  await expect(reopen(account)).rejects.toMatchObject({ messages: { account: [`${account} is not closed`] } });
});

test("no job charges a closed account, while refunds and other accounts continue", async () => {
  const { client, booking, gateway } = await aBusiness(service);
  const { account } = client;
  const placed = await aPayment(client, booking, order(gateway));
  const performWaiting = async () => {
    await service.sql(
      "update payment_steps set due_at = now() - interval '5 minutes', sent_at = null where account_id = $1",
      [account],
    );
    await reconcile(service, client);
    await performSteps(performing(service, account), Number(placed.id));
  };
  await close(account, join(directory, "charges.jsonl"));
  await performWaiting();
  expect(await ledgerOf(service, client)).toEqual([]);
  await reopen(account);
  await performWaiting();
  expect(await ledgerOf(service, client)).toContain("charge 10000 done");
  expect(recordOf(await client.get(`/payments/${placed.id}`), "payments").paid_at).not.toBeNull();
});

test("a failed export reopens the account and leaves no file, and nothing is erased without an export", async () => {
  const account = await service.anAccount();
  await anAttachment(await service.aClient(account), "Kept");
  const failed = join(directory, "failed.jsonl");
  const intoFile: IntoFile = (work) =>
    writeLinesFile(failed, async (write) => {
      await work(write);
      throw new Error("The disk is full.");
    });
  const places = { ...placesOf(failed), intoFile };
  const failing = closeWithExport(service.database, new QueryCache(registry), account, places, cause);
  await expect(failing).rejects.toThrow("The disk is full.");
  expect((await readdir(directory)).filter((name) => name.startsWith("failed"))).toEqual([]);
  expect(await service.sql("select closed_at from accounts where id = $1", [account])).toEqual([{ closed_at: null }]);
  await closedDaysAgo(account, 40);
  await eraseAll();
  expect(await service.sql("select from accounts where id = $1", [account])).toHaveLength(1);
  const { closed } = await close(account, join(directory, "later.jsonl"));
  expect(closed.wasOpen).toBe(false);
  // The thirty days start with the export.
  expect((closed.erasedAt - closed.closedAt) / 86_400_000).toBe(30);
  await eraseAll();
  expect(await service.sql("select from accounts where id = $1", [account])).toHaveLength(1);
  await reopen(account);
});
