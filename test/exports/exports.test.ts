import { describe, expect, test } from "vitest";
import { formatDay } from "../../src/core/day.ts";
import { readLines } from "../../src/modules/records/imports/reading/read-lines.ts";
import { type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, aSource, created } from "../harness/factories.ts";
import { aMember } from "../harness/people.ts";
import { useService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { allLines } from "../imports/all-lines.ts";
import { importerInto } from "../imports/importer.ts";
import { aCompanyGuest, acted, anInvoice, download as invoiceFile, letterhead } from "../invoices/factories.ts";
import { download, exporterFrom } from "./exporter.ts";

/** Moving out (docs/guides/export.md): archives that an import reads back. */
const service = useService({ endpoints: {} });
const exporting = exporterFrom(service);
const importing = importerInto(service);
const aManager = async () => service.aClient(await service.anAccount());

const linesIn = (text: string | undefined): Json[] =>
  (text ?? "")
    .split("\n")
    .filter(Boolean)
    .map((line): Json => Object(JSON.parse(line)));

describe("an archive", () => {
  test("has each kind as CSV and as JSON lines with the same values, formulas disarmed", async () => {
    const client = await aManager();
    const rental = await aRental(client, {
      name: "=1+1 Villa",
      notes: '\'=2\n+3, "quoted"',
      headline_en: "-By the sea",
      house_rules_en: "Quiet from 10 p.m.\n\nNo parties.",
    });
    await aGuest(client, {
      fullname: "@Ada Guest",
      phones: [{ label: "default", number: "+491701234567" }],
    });
    const { record, files } = await exporting(client);
    expect(recordsOf(await client.get("/exports"), "exports")).toMatchObject([{ id: record.id, state: "done" }]);
    expect([...files.keys()]).toEqual(
      ["rentals", "clients", "bookings", "payments", "rates", "invoices"].flatMap((kind) => [
        `${kind}.csv`,
        `${kind}.jsonl`,
      ]),
    );
    expect(record.files).toEqual(
      [...files].map(([name, text]) => ({
        name,
        kind: name.split(".")[0],
        lines: linesIn(files.get(name.replace(".csv", ".jsonl"))).length,
        bytes: Buffer.byteLength(text),
      })),
    );
    expect(files.get("rentals.csv")).toContain(`"'=1+1 Villa"`);
    for (const kind of ["rentals", "clients"]) {
      const csv = await readLines(Buffer.from(files.get(`${kind}.csv`) ?? ""));
      const values = (await allLines(csv)).map((line) =>
        Object.entries(line.values).filter(([, value]) => value !== ""),
      );
      const json = linesIn(files.get(`${kind}.jsonl`));
      expect(values.map((entries) => Object.fromEntries(entries))).toEqual(
        json.map((line) => Object.fromEntries(Object.entries(line).map(([name, value]) => [name, textOf(value)]))),
      );
    }
    expect(linesIn(files.get("rentals.jsonl"))).toMatchObject([
      { external_reference: String(rental.id), name: "=1+1 Villa", headline_en: "-By the sea" },
    ]);
  });

  test("begins its CSV files with a byte order mark on request, and holds only the chosen kinds", async () => {
    const { files } = await exporting(await aManager(), { byte_order_mark: true, kinds: ["clients", "rates"] });
    expect([...files.keys()]).toEqual(["clients.csv", "clients.jsonl", "rates.csv", "rates.jsonl"]);
    expect([files.get("clients.csv")?.codePointAt(0), files.get("clients.jsonl")]).toEqual([0xfeff, ""]);
  });

  test("has no erased guest, and is erased when a guest is", async () => {
    const client = await aManager();
    const [erased, other] = [await aGuest(client, { fullname: "Erased Person" }), await aGuest(client)];
    const stay = await aBooking(client, await aRental(client), { client_id: erased.id });
    const before = await exporting(client);
    expect(before.files.get("clients.jsonl")).toContain("Erased");
    expect((await client.post(`/clients/${erased.id}/forget`)).status).toBe(200);
    const now = recordOf(await client.get(`/exports/${before.record.id}`), "exports");
    expect(now).toMatchObject({ state: "erased", archive_url: null, archive_size: null, expires_at: null });
    await expect(download(service, before.record)).rejects.toThrow("404");
    const after = await exporting(client);
    expect(linesIn(after.files.get("clients.jsonl"))).toMatchObject([{ external_reference: String(other.id) }]);
    const [line] = linesIn(after.files.get("bookings.jsonl"));
    expect([line?.start_at, line?.client]).toEqual([stay.start_at, undefined]);
  });

  test("is erased a week after it was written", async () => {
    const client = await aManager();
    const { record } = await exporting(client, { kinds: ["rates"] });
    expect(Date.parse(String(record.expires_at))).toBeGreaterThan(Date.parse(String(record.finished_at)) + 6.9 * 864e5);
    await service.sql(
      `update graphile_worker._private_jobs set run_at = now() where payload->'payload'->>'export' = $1`,
      [record.id],
    );
    await until(async () => {
      const now = recordOf(await client.get(`/exports/${record.id}`), "exports");
      return now.state === "erased";
    });
  });
});

describe("an archive's invoices", () => {
  async function anInvoicedStay() {
    const account = await service.anAccount();
    const application = await service.aClient(account);
    const settings = { preferences_general_settings: [{ ...letterhead, invoice_prefix: "R/" }] };
    expect((await application.put(`/preferences_general_settings/${account}`, settings)).status).toBe(200);
    const guest = await aCompanyGuest(application);
    const booking = await aBooking(application, await aRental(application), {
      ...{ client_id: guest.id, initial_price: "500", external_reference: "HM7" },
    });
    return { account, application, guest, booking, owner: await aMember(service, account, "owner") };
  }

  test("have their lines, and the PDF and UBL files as issued", async () => {
    const { application, booking, owner } = await anInvoicedStay();
    const invoice = await anInvoice(application, booking, { notes: "Thank you" });
    const credit = await acted(application, invoice, "credit");
    const { record, files } = await exporting(owner, { kinds: ["invoices"] });
    const exported = linesIn(files.get("invoices.jsonl"));
    expect(exported).toMatchObject([
      {
        ...{ external_reference: String(invoice.id), booking: "HM7", kind: "invoice", number: invoice.number },
        ...{ total_amount: "500.0", currency: "EUR", issued_on: invoice.issued_on, notes: "Thank you" },
        ...{ buyer: { company: "Durand SARL" }, lines: invoice.lines, vat: invoice.vat },
      },
      { kind: "credit_note", number: credit.number, credited_number: invoice.number, total_amount: "-500.0" },
    ]);
    const csv = await readLines(Buffer.from(files.get("invoices.csv") ?? ""));
    expect((await allLines(csv)).map(({ values }) => values.number)).toEqual([invoice.number, credit.number]);
    for (const { id, number, pdf_url, ubl_url } of [invoice, credit]) {
      const name = `invoices/${String(number).replaceAll("/", "-")}-${id}`;
      expect(files.get(`${name}.pdf`)).toBe((await invoiceFile(application, pdf_url)).bytes.toString("utf8"));
      expect(files.get(`${name}.xml`)).toBe((await invoiceFile(application, ubl_url)).bytes.toString("utf8"));
    }
    expect(record.files).toMatchObject([
      { name: "invoices.csv", lines: 2 },
      { name: "invoices.jsonl", lines: 2 },
      { name: "invoices/", kind: "invoices", lines: 4, bytes: expect.any(Number) },
    ]);
    expect([...files.keys()]).toHaveLength(6);
  });

  test("of an erased guest have the recipient and the files only for the account's own people", async () => {
    const { application, guest, booking, owner } = await anInvoicedStay();
    await anInvoice(application, booking);
    expect((await application.post(`/clients/${guest.id}/forget`)).status).toBe(200);
    const [own, others] = [await exporting(owner), await exporting(application)];
    const shown = ({ files }: typeof own) => ({
      buyer: "buyer" in (linesIn(files.get("invoices.jsonl"))[0] ?? {}),
      files: [...files.keys()].filter((name) => name.startsWith("invoices/")).length,
      named: [...files].some(([, text]) => text.includes("Durand SARL")),
    });
    expect(linesIn(others.files.get("invoices.jsonl"))).toMatchObject([{ total_amount: "500.0" }]);
    expect([shown(own), shown(others)]).toEqual([
      { buyer: true, files: 2, named: true },
      { buyer: false, files: 0, named: false },
    ]);
  });
});

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

describe("a caller", () => {
  test("exports the kinds that it can read, and no other", async () => {
    const account = await service.anAccount();
    const client = await service.aClient(account, { scopes: ["exports_write", "clients_read"] });
    const { record } = await exporting(client);
    expect(record.kinds).toEqual(["clients"]);
    const refused = await client.post("/exports", { exports: [{ kinds: ["bookings", "secrets"] }] });
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      {
        kinds: [
          "has bookings, which this token cannot read",
          "has an unknown kind: secrets. Kinds: rentals, clients, bookings, payments, rates, invoices",
        ],
      },
    ]);
  });

  test("sees a restricted guest only as the account's own people", async () => {
    const account = await service.anAccount();
    const application = await service.aClient(account);
    const guest = await aGuest(application, { fullname: "Restricted Person" });
    expect((await application.post(`/clients/${guest.id}/restrict_processing`)).status).toBe(200);
    const owner = await aMember(service, account, "owner");
    const [own, others] = [await exporting(owner), await exporting(application)];
    expect([own, others].map(({ files }) => files.get("clients.jsonl")?.includes("Restricted"))).toEqual([true, false]);
  });

  test("sees no export of another application, whose scopes it may lack", async () => {
    const account = await service.anAccount();
    const owner = await aMember(service, account, "owner");
    const { record } = await exporting(owner);
    const application = await service.aClient(account, { scopes: ["exports_write", "clients_read"] });
    const { record: own } = await exporting(application);
    const other = await service.aClient(account, { scopes: ["exports_write", "audit_read"] });
    const seenBy = async (client: ApiClient) => [
      recordsOf(await client.get("/exports"), "exports").map(({ id }) => id),
      (await client.get(`/exports/${record.id}`)).status,
      recordsOf(await client.get("/audit_entries?resource=exports"), "audit_entries").length,
    ];
    expect(await seenBy(other)).toEqual([[], 404, 0]);
    expect(recordsOf(await application.get("/exports"), "exports").map(({ id }) => id)).toEqual([own.id]);
    expect(await seenBy(await aMember(service, account, "manager"))).toEqual([[record.id, own.id], 200, 2]);
  });

  test("needs the right: owners and managers have it", async () => {
    const account = await service.anAccount();
    const answers = [];
    for (const role of ["manager", "accountant", "cleaner", "viewer"] as const)
      answers.push((await (await aMember(service, account, role)).post("/exports", { exports: [{}] })).status);
    expect(answers).toEqual([201, 403, 403, 403]);
  });

  test("waits while ten exports are running", async () => {
    const client = await aManager();
    await service.sql(
      "insert into exports (account_id, kinds, of_account) select $1, '{rates}', true from generate_series(1, 10)",
      [client.account],
    );
    const refused = await client.post("/exports", { exports: [{}] });
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      { base: ["10 exports are still running. Wait until one ends"] },
    ]);
    // A process that died without ending its export does not close the door for good.
    await service.sql("update exports set created_at = now() - interval '2 hours' where account_id = $1", [
      client.account,
    ]);
    expect((await client.post("/exports", { exports: [{}] })).status).toBe(201);
  });
});

const moved = ["rentals", "clients", "bookings", "payments", "rates"] as const;

describe("an archive imported into another account", () => {
  test("exports the same files there, but for ids", async () => {
    const [from, into] = [await aManager(), await aManager()];
    await fill(from);
    const first = await exporting(from);
    for (const kind of moved) {
      const report = await importing(into, kind, first.files.get(`${kind}.csv`) ?? "");
      expect(report, kind).toMatchObject({ wrong: 0, problems: [] });
    }
    expect(linesIn(first.files.get("payments.jsonl"))).toMatchObject([
      { booking: expect.any(String), amount: "200.0" },
    ]);
    const second = await exporting(into);
    for (const kind of moved)
      expect(withoutIds(second.files.get(`${kind}.jsonl`)), kind).toEqual(withoutIds(first.files.get(`${kind}.jsonl`)));
    // The same file again changes nothing.
    for (const kind of moved) {
      const report = await importing(into, kind, first.files.get(`${kind}.csv`) ?? "");
      expect(report, kind).toMatchObject({ created: 0, updated: 0 });
    }
  });
});

/** Rentals with maps, guests with several addresses, and a booking in every state. */
async function fill(client: ApiClient): Promise<void> {
  const rental = await aRental(client, { base_rate: "120.50", sleeps: 4, nightly_rates_managed_externally: true });
  const map = recordOf(await client.get(`/nightly_rate_maps/${rental.id}`), "nightly_rate_maps");
  const changed = await client.put(`/nightly_rate_maps/${map.id}`, {
    nightly_rate_maps: [{ start_date: "2027-07-01", rates_map: "100,100,150.5", minimum_stays_map: "2,2,3" }],
  });
  expect(changed.status, changed.text).toBe(200);
  const source = await aSource(client, { name: "Airbnb" });
  const ada = await aGuest(client, {
    fullname: "Ada Guest",
    emails: [
      { label: "home", email: "ada@example.com" },
      { label: "work", email: "ada@example.org" },
    ],
  });
  const day = (index: number) => ({
    start_at: `${formatDay(47_000 + 10 * index)}`,
    end_at: formatDay(47_003 + 10 * index),
  });
  const paid = await aBooking(client, rental, {
    ...day(0),
    ...{ client_id: ada.id, source_id: source.id, final_price: "400", adults: 2, external_reference: "HM1" },
    notes: "-late",
  });
  await aBooking(client, rental, { ...day(1), external_reference: "HM1", initial_price: "300", discount: "10%" });
  await aBooking(client, rental, { ...day(2), unavailable: true, booked: false });
  await aBooking(client, rental, { ...day(3), booked: false, tentative_expires_at: "2089-01-01T00:00:00Z" });
  const payment = await created(client, `/bookings/${paid.id}/payments`, "payments", {
    ...{ kind: "cash", amount_in_cents: 30_000, currency: "EUR", paid_at: "2026-01-09T10:00:00Z", notes: "=in cash" },
  });
  const refund = { payments: [{ amount_in_cents: 10_000 }] };
  expect((await client.post(`/payments/${payment.id}/refund`, refund)).status).toBe(201);
  const canceled = await aBooking(client, rental, {
    ...day(3),
    start_at: formatDay(47_040),
    end_at: formatDay(47_042),
  });
  expect((await client.delete(`/bookings/${canceled.id}`)).status).toBe(204);
}

/** The lines of a file, whose references to records are numbered in order of appearance. */
function withoutIds(text: string | undefined): Json[] {
  const numbers = new Map<unknown, number>();
  const numberOf = (reference: unknown): unknown => {
    if (reference === undefined || reference === "HM1") return reference;
    const number = numbers.get(reference) ?? numbers.size;
    numbers.set(reference, number);
    return number;
  };
  return linesIn(text).map((line) => ({
    ...line,
    ...{
      external_reference: numberOf(line.external_reference),
      rental: numberOf(line.rental),
      ...(line.client === undefined ? {} : { client: numberOf(line.client) }),
    },
  }));
}
