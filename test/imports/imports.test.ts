import { describe, expect, test } from "vitest";
import { formatDay } from "../../src/core/day.ts";
import { readMapping } from "../../src/modules/records/imports/mapping.ts";
import { readLines } from "../../src/modules/records/imports/reading/read-lines.ts";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, aSource, linksOf } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { allLines } from "./all-lines.ts";
import { importerInto } from "./importer.ts";

/** Importing files (docs/guides/import.md). */
const service = useService();
const importing = importerInto(service);
const aManager = async () => service.aClient(await service.anAccount());

const all = async (client: ApiClient, root: string, more = "") => {
  const pages: Json[] = [];
  for (let page = 1; ; page++) {
    const records = recordsOf(await client.get(`/${root}?per_page=100&page=${page}${more}`), root);
    pages.push(...records);
    if (records.length < 100) return pages;
  }
};
const everything = "&from=2000-01-01&include_canceled=true";
const counts = ({ created, updated, unchanged, wrong }: Awaited<ReturnType<typeof importing>>) => [
  created,
  updated,
  unchanged,
  wrong,
];

describe("rentals and clients", () => {
  test("are created, found by reference, updated if changed, and skipped if unchanged", async () => {
    const client = await aManager();
    const rentals = "external_reference;name;sleeps;base_rate\nR1;Villa Aurora;6;120.50\nR2;Casa Luz;2;80\n";
    expect(counts(await importing(client, "rentals", `\uFEFF${rentals}`))).toEqual([2, 0, 0, 0]);
    expect(counts(await importing(client, "rentals", rentals))).toEqual([0, 0, 2, 0]);
    expect(counts(await importing(client, "rentals", rentals.replace("Casa Luz;2", "Casa Luz;4")))).toEqual([
      0, 1, 1, 0,
    ]);
    const stored = (await all(client, "rentals")).map(({ name, sleeps, base_rate }) => [name, sleeps, base_rate]);
    // Independent lines may be stored in any order.
    expect(stored.toSorted()).toEqual([
      ["Casa Luz", 4, "80.0"],
      ["Villa Aurora", 6, "120.5"],
    ]);
    const guests = `{"external_reference":"C1","fullname":"Ada Guest","email":"ada@example.com","city":"Lyon","country_code":"FR"}\n\n`;
    expect(counts(await importing(client, "clients", guests))).toEqual([1, 0, 0, 0]);
    const [ada] = await all(client, "clients");
    expect(ada).toMatchObject({
      fullname: "Ada Guest",
      emails: [{ email: "ada@example.com" }],
      addresses: [{ city: "Lyon", country_code: "FR" }],
    });
    // The import no longer compares the forgotten guest's data and does not restore it.
    expect((await client.post(`/clients/${ada?.id}/forget`)).status).toBe(200);
    expect(
      await service.sql("select digest from imported_records where kind = 'clients' and record_id = $1", [ada?.id]),
    ).toEqual([{ digest: null }]);
    const again = await importing(client, "clients", guests);
    expect([again.wrong, again.forgotten, (await all(client, "clients"))[0]?.fullname]).toEqual([0, 1, null]);
  });

  test("are only checked without --apply, and all are refused if one is wrong", async () => {
    const client = await aManager();
    const file = "external_reference,name,sleeps\nR1,Villa,6\nR2,,-1\n,Casa,2\nR1,Again,2\n";
    expect(counts(await importing(client, "rentals", "external_reference,name\nR1,Villa\n", { apply: false }))).toEqual(
      [1, 0, 0, 0],
    );
    const report = await importing(client, "rentals", file);
    expect(counts(report)).toEqual([1, 0, 0, 3]);
    expect(report.problems).toEqual([
      { line: 3, column: "sleeps", reason: expect.stringContaining("greater than or equal to") },
      { line: 3, column: "name", reason: "can't be blank" },
      { line: 4, column: "external_reference", reason: "can't be blank: it identifies the record in the next import" },
      { line: 5, column: "external_reference", reason: "is already used by line 2" },
    ]);
    expect(await all(client, "rentals")).toEqual([]);
  });

  test("rentals with the same references stay separate between accounts", async () => {
    const [one, other] = [await aManager(), await aManager()];
    const file = "external_reference,name\nR1,Villa\n";
    for (const client of [one, other]) expect(counts(await importing(client, "rentals", file))).toEqual([1, 0, 0, 0]);
    const [theirs] = await all(other, "rentals");
    const stay = `external_reference,rental_id,start_at,end_at\nB1,${theirs?.id},2090-01-01,2090-01-05\n`;
    const report = await importing(one, "bookings", stay);
    expect(report.problems).toEqual([{ line: 2, column: "rental_id", reason: "must exist" }]);
    expect(await all(other, "bookings", everything)).toEqual([]);
  });
});

describe("bookings", () => {
  test("refer to records by name or reference, and create missing clients", async () => {
    const client = await aManager();
    await importing(client, "rentals", "external_reference,name,base_rate\nR1,Villa,100\n");
    const source = await aSource(client, { name: "Channel A" });
    const ada = await aGuest(client, { fullname: "Ada Guest", emails: [{ email: "Ada@example.com" }] });
    const file = `external_reference,rental,source,status,start_at,end_at,initial_price,final_price,client.email,client.fullname
B1,R1,channel a,Booked,2090-01-01,2090-01-05,,,ada@example.com,A. Guest
B2,Villa,,unavailable,2090-01-05,2090-01-06,,,,
B3,R1,,canceled,2090-01-01,2090-01-05,100,120,bo@example.com,Bo Guest
B4,R1,,booked,2010-01-01,2010-01-05,90.5,95,bo@example.com,Bo Guest
`;
    const calendar = async () =>
      (
        await service.sql("select calendar_version::integer as version from rentals where account_id = $1", [
          client.account,
        ])
      )[0]?.version;
    const before = Number(await calendar());
    const report = await importing(client, "bookings", file);
    expect([counts(report), report.clients]).toEqual([[4, 0, 0, 0], 1]);
    // The calendar version increases once for all bookings, because they become visible together.
    expect(await calendar()).toBe(before + 1);
    const stays = await all(client, "bookings", everything);
    const by = (reference: string) => stays.find(({ external_reference: own }) => own === reference) ?? {};
    expect(by("B1")).toMatchObject({ status: "Booked", initial_price: "400.0", imported: true });
    expect(linksOf(by("B1"))).toMatchObject({ client: ada.id, source: source.id });
    expect(by("B2")).toMatchObject({ status: "Unavailable", initial_price: null });
    expect(by("B3")).toMatchObject({ status: "Canceled", initial_price: "100.0", final_price: "120.0" });
    expect(by("B4")).toMatchObject({ status: "Booked", initial_price: "90.5", final_price: "95.0" });
    expect(linksOf(by("B3")).client).toBe(linksOf(by("B4")).client);
    expect(counts(await importing(client, "bookings", file))).toEqual([0, 0, 4, 0]);
    expect(counts(await importing(client, "bookings", file.replace("90.5,95", "90.5,99")))).toEqual([0, 1, 3, 0]);
    await service.sql(
      "update bookings set canceled_at = '2020-01-01' where account_id = $1 and external_reference = 'B3'",
      [client.account],
    );
    expect(counts(await importing(client, "bookings", file.replace("100,120", "100,130")))).toEqual([0, 2, 2, 0]);
    expect(
      (await all(client, "bookings", everything)).find(({ external_reference: own }) => own === "B3"),
    ).toMatchObject({ canceled_at: "2020-01-01T00:00:00Z", final_price: "130.0" });
    expect(
      counts(await importing(client, "bookings", file.replace("2090-01-05,2090-01-06", "2090-01-05,2090-01-07"))),
    ).toEqual([0, 2, 2, 0]);
    expect(await calendar()).toBeGreaterThan(before + 1);
    expect(await service.sql("select count(*)::integer from graphile_worker.jobs")).toEqual([{ count: 0 }]);
  });

  test("never sell a night twice, name the conflicting line or booking, and block linked rentals", async () => {
    const client = await aManager();
    const [one, other] = [await aRental(client, { name: "Aster" }), await aRental(client, { name: "Birch" })];
    await client.post("/rental_link_groups", { rental_link_groups: [{ rental_ids: [one.id, other.id] }] });
    const taken = await aBooking(client, one);
    const head = "external_reference,rental,start_at,end_at\n";
    const wrong = `${head}B1,Aster,2090-01-07,2090-01-09\nB2,Aster,2090-02-01,2090-02-04\nB3,Aster,2090-02-03,2090-02-05\nB4,Birch,2090-02-01,2090-02-02\nB5,C,,2090-02-02\n`;
    expect((await importing(client, "bookings", wrong)).problems).toEqual([
      { line: 2, column: undefined, reason: `the nights are taken by booking ${taken.reference}` },
      { line: 4, column: undefined, reason: "the nights are taken by the booking of line 3" },
      { line: 5, column: undefined, reason: expect.stringMatching(/^the nights are taken by booking \w{6}$/) },
      {
        line: 5,
        column: undefined,
        reason: `the nights are taken by the booking of line 3 in the linked rental Aster (${one.id})`,
      },
      { line: 6, column: "rental", reason: "must exist" },
    ]);
    expect(counts(await importing(client, "bookings", `${head}B2,Aster,2090-02-01,2090-02-04\n`))).toEqual([
      1, 0, 0, 0,
    ]);
    const mirrors = (await all(client, "bookings")).filter((stay) => linksOf(stay).rental === other.id);
    expect(mirrors.map(({ start_at, created_by_type }) => [start_at, created_by_type])).toEqual([
      [taken.start_at, "Booking"],
      ["2090-02-01T16:00:00Z", "Booking"],
    ]);
  });

  test("give the same result as creations through the API", async () => {
    const [importer, creator] = [await aManager(), await aManager()];
    const attributes = { base_rate: "100", damage_deposit: "200", balance_due: 30 };
    const setUp = async (client: ApiClient) => {
      await client.post("/rental_cancelation_policies", {
        rental_cancelation_policies: [{ name: "moderate", body: { en: "x" } }],
      });
      return [
        await aRental(client, { name: "Aster", ...attributes }),
        await aRental(client, { name: "Birch", ...attributes }),
      ];
    };
    await setUp(importer);
    const rentals = await setUp(creator);
    const stays = Array.from({ length: 200 }, (_, index) => ({
      external_reference: `B${index}`,
      start_at: formatDay(43_830 + Math.floor(index / 2) * 5),
      end_at: formatDay(43_833 + Math.floor(index / 2) * 5 + (index % 3)),
      adults: 1 + (index % 4),
      ...(index % 2 === 0 ? {} : { initial_price: `${100 + index}.5`, discount: "10%" }),
      ...(index % 7 === 0 ? { unavailable: true } : {}),
      ...(index % 11 === 0 ? { notes: `Späte "Ankunft", ${index}` } : {}),
    }));
    const lines = stays.map((stay, index) => JSON.stringify({ ...stay, rental: index % 2 === 0 ? "Aster" : "Birch" }));
    expect(counts(await importing(importer, "bookings", lines.join("\n")))).toEqual([200, 0, 0, 0]);
    for (let from = 0; from < 200; from += 100) {
      const operations = stays.slice(from, from + 100).map((stay, index) => ({
        method: "POST",
        path: `/rentals/${rentals[index % 2]?.id}/bookings`,
        body: { bookings: [{ ...stay, imported: true }] },
      }));
      expect((await creator.post("/bulk", { operations, atomic: true })).status).toBe(200);
    }
    const shown = async (client: ApiClient) =>
      (await all(client, "bookings", everything))
        .map(
          ({
            id,
            reference,
            links,
            created_by_id,
            created_at,
            updated_at,
            contract_updated_at,
            payment_url,
            ...rest
          }) => rest,
        )
        .toSorted((a, b) => String(a.external_reference).localeCompare(String(b.external_reference)));
    expect(await shown(importer)).toEqual(await shown(creator));
  });
});

describe("rates", () => {
  test("are written to rentals' nightly rate maps, from a first to a last night", async () => {
    const client = await aManager();
    const rental = await aRental(client, { name: "Aster", nightly_rates_managed_externally: true });
    const map = async () => recordsOf(await client.get("/nightly_rate_maps"), "nightly_rate_maps")[0] ?? {};
    const today = Math.floor(Date.parse(String((await map()).start_date)) / 86_400_000) + 1;
    const day = (ahead: number) => formatDay(today + ahead);
    const head = "rental,start_date,end_date,nightly_rate,minimum_stay\n";
    const file = `${head}Aster,${day(-9)},${day(1)},100,2\n${rental.name},${day(2)},${day(3)},120.50,3\nAster,${day(6)},${day(6)},90,\n`;
    expect((await importing(client, "rates", file)).problems).toEqual([]);
    const { rates_map: rates, minimum_stays_map: stays } = await map();
    expect(String(rates).split(",").slice(0, 9).map(Number)).toEqual([100, 100, 100, 120.5, 120.5, 0, 0, 90, 0]);
    expect(String(stays).split(",").slice(0, 5).map(Number)).toEqual([2, 2, 2, 3, 3]);
    const moved = async () => (await map()).updated_at;
    const before = await moved();
    expect(counts(await importing(client, "rates", file))).toEqual([0, 0, 3, 0]);
    expect(await moved()).toBe(before);
    expect(counts(await importing(client, "rates", file.replace("120.50,3", "120.50,4")))).toEqual([0, 1, 2, 0]);
    expect(
      String((await map()).minimum_stays_map)
        .split(",")
        .slice(0, 5)
        .map(Number),
    ).toEqual([2, 2, 2, 4, 4]);
    const wrong = `${head}Aster,${day(1)},${day(3)},x,1\nAster,${day(5)},${day(7)},10,1\nAster,${day(7)},${day(8)},10,1\nBirch,${day(3)},${day(1)},1,1\n`;
    expect((await importing(client, "rates", wrong)).problems).toEqual([
      { line: 2, column: "nightly_rate", reason: "must be an amount such as 120.50" },
      { line: 4, column: "start_date", reason: `shares the night ${day(7)} with line 3` },
      { line: 5, column: "rental", reason: "must exist" },
    ]);
  });
});

describe("a file", () => {
  test("another system's file is read with a mapping of columns, values, constants and dates", async () => {
    const client = await aManager();
    await aRental(client, { name: "Aster" });
    const mapping = await readMapping(
      JSON.stringify({
        columns: { Nr: "external_reference", Objekt: "rental", Von: "start_at", Bis: "end_at", Zustand: "status" },
        values: { status: { fest: "booked", Sperre: "unavailable" } },
        constants: { currency: "EUR" },
        dates: "DD.MM.YYYY",
        ignore: ["Farbe"],
      }),
    );
    const file =
      "Nr;Objekt;Von;Bis;Zustand;Farbe\n1;Aster;3.1.2090;05.01.2090;fest;rot\n2;Aster;5.1.2090;32.01.2090;egal;\n";
    const report = await importing(client, "bookings", file, { mapping });
    expect(report.problems.map(({ line, column }) => [line, column])).toEqual([
      [3, "Zustand"],
      [3, "Bis"],
    ]);
    const good = file.replace("32.01.2090;egal", "7.1.2090;Sperre");
    expect(counts(await importing(client, "bookings", good, { mapping }))).toEqual([2, 0, 0, 0]);
    expect((await all(client, "bookings")).map(({ start_at, status }) => [start_at, status])).toEqual([
      ["2090-01-03T16:00:00Z", "Booked"],
      ["2090-01-05T16:00:00Z", "Unavailable"],
    ]);
  });

  test("a file with unknown columns is refused before any line is read", async () => {
    const client = await aManager();
    await expect(
      importing(client, "rentals", "external_reference,name,colour,constructor\nR1,A,red,x\n"),
    ).rejects.toThrow("Unknown columns for rentals: colour, constructor. Map or ignore them with --mapping.");
  });

  test.each([
    [
      "with a quote that never ends",
      Buffer.from('name,a\n"A,b\n'),
      /^Line \d+ cannot be read: a quotation mark is missing or out of place\.$/,
    ],
    [
      "with a row of more cells than names",
      Buffer.from("name,a\nA,b,c\n"),
      "Line 2 has 3 cells, but line 1 names 2 columns.",
    ],
    ["with JSON that is none", Buffer.from('{"name":"A"}\n{"name":\n'), "Line 2 is not valid JSON."],
    ["with JSON that is no object", Buffer.from('{"name":"A"}\n[]\n'), "Line 2 must be a JSON object."],
  ])("%s is refused with one sentence", async (_, bytes, sentence) => {
    await expect(readLines(bytes)).rejects.toThrow(sentence);
  });

  test("keeps its line numbers with line breaks in texts, and its delimiter with other delimiters in quotes", async () => {
    const lines = await allLines(await readLines(Buffer.from('name\t"a,b,c,d"\r\n"two\nlines"\t1\r\n\r\nlast\t2\r\n')));
    expect(lines).toEqual([
      { line: 2, values: { name: "two\nlines", "a,b,c,d": "1" } },
      { line: 5, values: { name: "last", "a,b,c,d": "2" } },
    ]);
  });
});
