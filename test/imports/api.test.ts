import { describe, expect, test } from "vitest";
import { serviceDependencies } from "../../src/app/dependencies.ts";
import { eraseOldImports } from "../../src/app/jobs/erase-imports.ts";
import { performImport } from "../../src/modules/records/imports/resource/perform-import.ts";
import { type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aRental } from "../harness/factories.ts";
import { daysBefore } from "../harness/moments.ts";
import { aMember } from "../harness/people.ts";
import { testSecrets } from "../harness/secrets.ts";
import { fullScopes, useService } from "../harness/service.ts";
import { ended, imported } from "./importing.ts";

/** Imports by the API (docs/guides/import.md). */
const service = useService({ endpoints: {} });
const aManager = async () => service.aClient(await service.anAccount());

const rentals = "external_reference,name,sleeps\nR1,Villa Aurora,6\nR2,Casa Luz,2\n";
const bookings = "external_reference,rental,start_at,end_at,client.fullname\n";
const base64 = (text: string) => Buffer.from(text).toString("base64");
const posting = (client: ApiClient, content: string, values: Json) =>
  client.post("/imports", { imports: [{ file: base64(content), ...values }] });
const namesIn = async (client: ApiClient) => recordsOf(await client.get("/rentals"), "rentals").map(({ name }) => name);
const content = ["file_name", "file_size", "columns", "first_lines", "problems", "warnings", "expires_at"];

describe("an import", () => {
  test("shows what it understood, changes nothing until it is applied, and is applied once", async () => {
    const client = await aManager();
    const feed = await client.get("/events");
    const checked = await imported(client, rentals, { kind: "rentals", apply: false });
    expect(checked).toMatchObject({
      ...{ state: "checked", encoding: "utf-8", delimiter: ",", profile: null, mapping: {}, error: null },
      ...{ lines_count: 2, created_count: 2, updated_count: 0, unchanged_count: 0, wrong_count: 0 },
      ...{ problems: [], warnings: [], sample: null, applied_at: null },
    });
    expect(checked.columns).toMatchObject([
      { name: "external_reference", attribute: "external_reference", ignored: false, reading: "text" },
      { name: "name", attribute: "name", examples: ["Villa Aurora", "Casa Luz"] },
      { name: "sleeps", attribute: "sleeps", reading: "number" },
    ]);
    expect(checked.attributes).toContain("base_rate");
    expect(checked.first_lines).toEqual([
      { line: 2, values: expect.anything(), read: { external_reference: "R1", name: "Villa Aurora", sleeps: "6" } },
      { line: 3, values: expect.anything(), read: { external_reference: "R2", name: "Casa Luz", sleeps: "2" } },
    ]);
    expect(await namesIn(client)).toEqual([]);
    expect((await client.post(`/imports/${checked.id}/apply`)).status).toBe(202);
    expect(await ended(client, checked.id)).toMatchObject({ state: "applied", applied_at: expect.any(String) });
    expect(await namesIn(client)).toEqual(["Villa Aurora", "Casa Luz"]);
    const query = `types=import.finished&wait=10&after=${JSON.parse(JSON.stringify(feed.json.meta)).after}`;
    expect(recordsOf(await client.get(`/events?${query}`), "events")).toMatchObject([{ type: "import.finished" }]);
    expect(errorsOf(await client.post(`/imports/${checked.id}/apply`))).toEqual({
      base: ["is applied: only a checked import can be applied"],
    });
    expect(
      errorsOf(await client.put(`/imports/${checked.id}`, { imports: [{ mapping: { ignore: ["name"] } }] })),
    ).toEqual({
      base: ["is applied: it can no longer be changed"],
    });
  });

  test("counts the guests of its good lines alone, and refuses one line for its additional cells", async () => {
    const client = await aManager();
    await aRental(client, { name: "Villa" });
    const lines = [
      "B1,Villa,2030-01-04,2030-01-08,Ada Guest",
      "B2,Villa,2030-01-05,2030-01-09,Grace Guest",
      "B3,Nowhere,2030-02-05,2030-02-09,Mary Guest",
      "B4,Villa,2030-03-05,2030-03-09,Joan, Guest",
    ];
    const found = await imported(client, `${bookings}${lines.join("\n")}\n`, { apply: false });
    expect(found).toMatchObject({ state: "checked", created_count: 1, wrong_count: 3, clients_count: 1 });
    expect(found.problems).toContainEqual({
      ...{ line: 5, column: null, reason: "has 6 cells, but line 1 names 5 columns" },
    });
  });

  test("is read from a form, and applied at once on request", async () => {
    const client = await aManager();
    const form = new FormData();
    form.set("kind", "rentals");
    form.set("dry_run", "false");
    form.set("mapping", JSON.stringify({ columns: { Objekt: "name" } }));
    form.set("file", new Blob([rentals.replace("name", "Objekt")]), "objekte.csv");
    const headers = { authorization: `Bearer ${client.token}` };
    const answer = await fetch(`${client.url}/api/v3/imports`, { method: "POST", headers, body: form });
    expect([answer.status, JSON.parse(await answer.text())]).toMatchObject([
      202,
      { imports: [{ state: "applying", file_name: "objekte.csv", dry_run: false }] },
    ]);
    const [created] = recordsOf(await client.get("/imports"), "imports");
    expect(await ended(client, created?.id)).toMatchObject({ state: "applied", created_count: 2 });
    expect(await namesIn(client)).toEqual(["Villa Aurora", "Casa Luz"]);
  });

  test("stops at unknown columns, and repeats the dry run with a changed mapping", async () => {
    const client = await aManager();
    const open = await imported(client, "external_reference,Objekt\nR1,Villa\n", { kind: "rentals" });
    expect(open).toMatchObject({ state: "needs_mapping", created_count: 0 });
    expect(open.columns).toMatchObject([{ attribute: "external_reference" }, { name: "Objekt", attribute: null }]);
    const changed = await client.put(`/imports/${open.id}`, {
      imports: [{ mapping: { columns: { Objekt: "name" } } }],
    });
    expect([changed.status, recordOf(changed, "imports").state]).toEqual([200, "checking"]);
    expect(await ended(client, open.id)).toMatchObject({ state: "checked", created_count: 1 });
  });

  test("imports the good lines on request, and gives the wrong ones back with their reasons", async () => {
    const client = await aManager();
    const wrong = await imported(client, `${rentals}R3,,-1\n`, { kind: "rentals" });
    expect(wrong).toMatchObject({ state: "checked", wrong_count: 1 });
    expect(wrong.problems).toMatchObject([
      { line: 4, column: "sleeps" },
      { line: 4, column: "name" },
    ]);
    expect(errorsOf(await client.post(`/imports/${wrong.id}/apply`))).toEqual({
      base: [expect.stringMatching(/^has wrong lines \(1\)/)],
    });
    const rejected = await client.get(`/imports/${wrong.id}/rejected?format=csv`);
    expect(rejected.text.split("\r\n").slice(0, 2)).toEqual([
      '"external_reference","name","sleeps","reasons"',
      `"R3",,-1,"sleeps: must be greater than or equal to 0; name: can't be blank"`,
    ]);
    const answer = await client.post(`/imports/${wrong.id}/apply`, { imports: [{ skip_wrong: true }] });
    expect(answer.status, answer.text).toBe(202);
    expect(await ended(client, wrong.id)).toMatchObject({ state: "applied", created_count: 2, wrong_count: 1 });
    expect(await namesIn(client)).toEqual(["Villa Aurora", "Casa Luz"]);
  });

  test.each([
    ["a quotation mark out of place", 'external_reference,name\nR1,"Villa\n', {}, "Line 2 cannot be read"],
    [
      "two columns for one attribute",
      "external_reference,name,Objekt\nR1,a,b\n",
      { columns: { Objekt: "name" } },
      "The columns name and Objekt both fill name.",
    ],
    ["an unknown constant", "external_reference,name\nR1,a\n", { constants: { colour: "red" } }, "Unknown columns"],
  ])("fails with a reason for %s", async (_, file, mapping, reason) => {
    const found = await imported(await aManager(), file, { kind: "rentals", mapping, apply: false });
    expect(found).toMatchObject({ state: "failed", error: expect.stringContaining(reason) });
  });

  test("is refused without a file, with both a mapping and a profile, or with an unreadable mapping", async () => {
    const client = await aManager();
    expect(errorsOf(await client.post("/imports", { imports: [{ kind: "rentals" }] }))).toEqual({
      file: ["can't be blank"],
    });
    const both = await posting(client, rentals, { kind: "bookings", profile: "airbnb", mapping: {} });
    expect(errorsOf(both)).toEqual({ profile: [expect.stringMatching(/^cannot be combined with mapping/)] });
    const unreadable = await posting(client, rentals, { kind: "rentals", mapping: { columns: 1 } });
    expect(errorsOf(unreadable)).toEqual({ mapping: [expect.stringMatching(/^is not valid at/)] });
  });
});

describe("an import's file", () => {
  test("is erased when it is discarded, when it is old, and when a guest is forgotten", async () => {
    const client = await aManager();
    await aRental(client, { name: "Villa" });
    const file = `${bookings}B1,Villa,2030-01-04,2030-01-08,Ada Guest\n`;
    const applied = await imported(client, file);
    const old = await imported(client, rentals, { kind: "rentals", apply: false });
    const discarded = await imported(client, rentals, { kind: "rentals", apply: false });
    expect((await client.delete(`/imports/${discarded.id}`)).status).toBe(204);
    expect((await client.get(`/imports/${discarded.id}`)).status).toBe(404);
    await service.sql("update imports set created_at = now() - interval '15 days' where account_id = $1 and id = $2", [
      client.account,
      old.id,
    ]);
    expect(await eraseOldImports(service.database)).toBe(1);
    const [guest] = recordsOf(await client.get("/clients"), "clients");
    expect((await client.post(`/clients/${guest?.id}/forget`)).status).toBe(200);
    for (const id of [applied.id, old.id]) {
      const erased = recordOf(await client.get(`/imports/${id}`), "imports");
      for (const name of content) expect(erased[name], name).toBeNull();
    }
    expect(recordOf(await client.get(`/imports/${applied.id}`), "imports")).toMatchObject({ created_count: 1 });
    const files = await service.sql("select from stored_files where account_id = $1 and ended_at is null", [
      client.account,
    ]);
    expect(files).toEqual([]);
    const again = await client.put(`/imports/${old.id}`, { imports: [{ skip_wrong: true }] });
    expect(errorsOf(again)).toEqual({ base: ["has no file: it was erased. Upload it again"] });
  });

  test("is not shown to another application, which may not read guests", async () => {
    const client = await aManager();
    await aRental(client, { name: "Villa" });
    const wrong = "B1,Nowhere,2030-01-04,2030-01-08,Zora Guest\n";
    const { id } = await imported(client, `${bookings}${wrong}`, { apply: false });
    const other = await service.aClient(client.account, { scopes: ["imports_write", "bookings_write"] });
    expect(recordsOf(await other.get("/imports"), "imports")).toEqual([]);
    const rejected = `/imports/${id}/rejected`;
    const answers = [
      await other.get(`/imports/${id}`),
      await other.get(rejected, { accept: "text/csv" }),
      await other.post(`/imports/${id}/apply`),
      await other.delete(`/imports/${id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const owner = await aMember(service, client.account, "owner");
    expect((await owner.get(rejected, { accept: "text/csv" })).text).toContain("Zora Guest");
  });

  test("belongs to its account and to the scope", async () => {
    const client = await aManager();
    const { id } = await imported(client, rentals, { kind: "rentals", apply: false });
    const others = fullScopes.filter((scope) => scope !== "imports_write");
    const narrow = await service.aClient(client.account, { scopes: others });
    expect((await narrow.get(`/imports/${id}`)).status).toBe(403);
    expect((await (await aManager()).get(`/imports/${id}/rejected`)).status).toBe(404);
  });
});

describe("payments", () => {
  const stays = `external_reference,rental,start_at,end_at,final_price,paid_amount,paid_at,payment_method\n`;

  test("are columns of bookings: recorded once, and corrected by the next file", async () => {
    const client = await aManager();
    await aRental(client, { name: "Villa" });
    const file = (paid: string) => `${stays}B1,Villa,2030-01-04,2030-01-08,400,${paid},2026-01-05,Überweisung\n`;
    expect(await imported(client, file("150"))).toMatchObject({ state: "applied", problems: [] });
    const paid = async () => recordsOf(await client.get("/payments"), "payments");
    expect(await paid()).toMatchObject([
      { amount_in_cents: 15_000, kind: "wiretransfer", currency: "EUR", paid_at: "2026-01-05T00:00:00Z" },
    ]);
    expect(await imported(client, file("150"))).toMatchObject({ unchanged_count: 1 });
    expect(await imported(client, file("400"))).toMatchObject({ updated_count: 1 });
    expect(await paid()).toMatchObject([{ amount_in_cents: 40_000 }]);
    const [booking] = recordsOf(await client.get("/bookings?from=2030-01-01"), "bookings");
    expect(booking).toMatchObject({ paid_amount: "400.0", payment_left_to_collect: "0.0" });
    const wrong = await imported(client, `${stays}B2,Villa,2030-02-04,2030-02-08,400,1.005,2999-01-05,barter\n`);
    for (const column of ["paid_amount", "paid_at", "payment_method"])
      expect(wrong.problems).toContainEqual(expect.objectContaining({ line: 2, column }));
  });

  test("without a time keep the time of their first import, and are canceled by a zero", async () => {
    const client = await aManager();
    await aRental(client, { name: "Villa" });
    const stay = (total: string, paid: string) => `B1,Villa,2030-01-04,2030-01-08,${total},${paid},,\n`;
    const two = `${stays}${stay("400", "150")}${stay("400", "50")}`;
    await imported(client, two);
    await service.sql(`update payments set paid_at = ${daysBefore("paid_at", 40)} where account_id = $1`, [
      client.account,
    ]);
    const paid = async () =>
      recordsOf(await client.get("/payments"), "payments").map(({ amount_in_cents: amount, paid_at: at }) => [
        amount,
        Math.round((Date.now() - Date.parse(String(at))) / 86_400_000),
      ]);
    expect(await imported(client, two)).toMatchObject({ unchanged_count: 1, updated_count: 0 });
    expect(await paid()).toEqual([
      [15_000, 40],
      [5000, 40],
    ]);
    const corrected = `${stays}${stay("420", "200")}${stay("420", "0")}`;
    expect(await imported(client, corrected)).toMatchObject({ updated_count: 1, problems: [] });
    expect(await paid()).toEqual([[20_000, 40]]);
    expect(await imported(client, corrected)).toMatchObject({ unchanged_count: 1 });
    expect(await imported(client, `${stays}${stay("420", "200")}${stay("420", "70")}`)).toMatchObject({
      ...{ updated_count: 1, problems: [] },
    });
    expect(await paid()).toEqual([
      [20_000, 40],
      [7000, 0],
    ]);
    const [booking] = recordsOf(await client.get("/bookings?from=2030-01-01"), "bookings");
    expect(booking).toMatchObject({ paid_amount: "270.0" });
  });

  test("are in the sums of their bookings, and a refused one keeps its booking out", async () => {
    const client = await aManager();
    await aRental(client, { name: "Villa" });
    // More than half of the greatest amount: it counts once.
    const most = "6000000000";
    const file = [
      `B1,Villa,2030-01-04,2030-01-08,400,${most},2026-01-05,Cash`,
      "B2,Villa,2030-02-04,2030-02-08,400,100,2999-01-05,Cash",
      "B3,Villa,2030-03-04,2030-03-08,400,0,,",
      "B4,Villa,2030-04-04,2030-04-08,400,50.50,,",
    ];
    const found = await imported(client, `${stays}${file.join("\n")}\n`, { skipWrong: true });
    expect(found).toMatchObject({ state: "applied", created_count: 3, wrong_count: 1 });
    const bookings = recordsOf(await client.get("/bookings?from=2030-01-01"), "bookings");
    const sums = bookings.map(
      ({ external_reference: reference, paid_amount: paid, bookings_payments_count: count }) => [
        reference,
        paid,
        count,
      ],
    );
    expect(sums.toSorted()).toEqual([
      ["B1", `${most}.0`, 1],
      ["B3", "0.0", 0],
      ["B4", "50.5", 1],
    ]);
    const paid = recordsOf(await client.get("/payments"), "payments").map(({ amount_in_cents: amount }) =>
      Number(amount),
    );
    expect(paid.toSorted((one, other) => one - other)).toEqual([5050, 600_000_000_000]);
  });

  test("are further lines of a booking that tell nothing else; other lines of its reference are wrong", async () => {
    const client = await aManager();
    await aRental(client, { name: "Villa" });
    const stay = (total: string, paid: string, on: string) =>
      `B1,Villa,2030-01-04,2030-01-08,${total},${paid},${on},Cash\n`;
    const two = `${stays}${stay("400", "150", "2026-01-05")}${stay("400", "250", "2026-02-05")}`;
    expect(await imported(client, two)).toMatchObject({ state: "applied", created_count: 1, problems: [] });
    expect(await imported(client, two)).toMatchObject({ unchanged_count: 1, updated_count: 0 });
    const [booking] = recordsOf(await client.get("/bookings?from=2030-01-01"), "bookings");
    expect(booking).toMatchObject({ final_price: "400.0", paid_amount: "400.0", bookings_payments_count: 2 });
    const wrong = await imported(client, `${two}${stay("500", "50", "2026-03-05")}${stay("400", "", "")}`);
    expect(wrong).toMatchObject({
      wrong_count: 2,
      problems: [4, 5].map((line) => ({ line, column: "external_reference", reason: "is already used by line 2" })),
    });
  });

  test("are records of their own, found by the booking's reference", async () => {
    const client = await aManager();
    await aRental(client, { name: "Villa" });
    await imported(client, `${bookings}B1,Villa,2030-01-04,2030-01-08,Ada Guest\n`);
    const file =
      "external_reference,booking,amount,paid_at,kind\nP1,B1,€ 120.50,2026-01-05 10:00,Visa\nP2,B1,80,2026-02-05,Cash\n";
    expect(await imported(client, file, { kind: "payments" })).toMatchObject({ state: "applied", created_count: 2 });
    expect(recordsOf(await client.get("/payments"), "payments")).toMatchObject([
      { amount_in_cents: 12_050, kind: "credit-card" },
      { amount_in_cents: 8000, kind: "cash" },
    ]);
    expect(await imported(client, file, { kind: "payments" })).toMatchObject({ unchanged_count: 2 });
    const wrong = await imported(client, "external_reference,booking,amount,paid_at\nP3,B9,10,2026-01-05\n", {
      kind: "payments",
    });
    expect(wrong.problems).toEqual([{ line: 2, column: "booking", reason: "must exist" }]);
  });
});

test("an interrupted run imports nothing, and is repeated from the start", async () => {
  const client = await aManager();
  const files = serviceDependencies(service.database, testSecrets, service.files);
  const [held] = await service.sql(
    `insert into imports (account_id, kind, state, created_by_application_id, stored_file_id, mapping)
     select $1, kind, 'applying', created_by_application_id, stored_file_id, '{}' from imports where account_id = $1 and id = $2 returning id`,
    [client.account, (await imported(client, rentals, { kind: "rentals", apply: false })).id],
  );
  const id = Number(held?.id);
  const ending = new AbortController();
  const environment = {
    scope: service.database.within([client.account]),
    account: { id: client.account },
    registry: files.queries.registry,
    ...{ secrets: testSecrets, files: service.files, now: files.clock(), signal: ending.signal },
  };
  await expect(performImport(environment, id, () => ending.abort())).rejects.toThrow();
  expect([recordOf(await client.get(`/imports/${id}`), "imports").state, await namesIn(client)]).toEqual([
    "applying",
    [],
  ]);
  const signal = new AbortController().signal;
  await performImport({ ...environment, signal }, id);
  expect(await namesIn(client)).toEqual(["Villa Aurora", "Casa Luz"]);
  expect(await performImport({ ...environment, signal }, id)).toBeUndefined();
});
