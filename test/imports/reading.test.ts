import { describe, expect, test } from "vitest";
import { countries } from "../../src/core/countries.ts";
import { boolean } from "../../src/kernel/attribute.ts";
import { jsonOf } from "../../src/modules/records/imports/cell.ts";
import { type Mapping, readMapping } from "../../src/modules/records/imports/mapping.ts";
import { isAmbiguous, isNoDate, readDate, readHour } from "../../src/modules/records/imports/reading/date-text.ts";
import { readGuestCounts } from "../../src/modules/records/imports/reading/guest-counts.ts";
import { methodOfWord } from "../../src/modules/records/imports/reading/method-word.ts";
import {
  decimalSignsOf,
  isAmbiguous as isAmbiguousNumber,
  readNumber,
} from "../../src/modules/records/imports/reading/number-text.ts";
import { readLines } from "../../src/modules/records/imports/reading/read-lines.ts";
import { statusOfWord } from "../../src/modules/records/imports/reading/status-word.ts";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aRental, aSource } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { allLines } from "./all-lines.ts";
import { importerInto } from "./importer.ts";

/** Files as other systems write them (imports.md, Reading a file). */
const service = useService();
const importing = importerInto(service);

const names = async (bytes: Buffer, mapping: Mapping = {}) =>
  (await allLines(await readLines(bytes, mapping))).map(({ line, values }) => [line, values.name]);

describe("a file's form", () => {
  test.each([
    ["UTF-8 with a mark", Buffer.from("\uFEFFname,a\nChalé,1\n"), "utf-8"],
    ["UTF-16 with a mark", Buffer.from("\uFEFFname,a\nChalé,1\n", "utf16le"), "utf-16le"],
    ["UTF-16 without one", Buffer.from("name,a\nChalé,1\n", "utf16le"), "utf-16le"],
    ["UTF-16 of the other order", Buffer.from("\uFEFFname,a\nChalé,1\n", "utf16le").swap16(), "utf-16be"],
    ["Windows-1252", Buffer.from("name,a\nChal\xe9,1\n", "latin1"), "windows-1252"],
  ])("is read in %s", async (_, bytes, encoding) => {
    const file = await readLines(bytes);
    expect(file.encoding).toBe(encoding);
    expect(await allLines(file)).toMatchObject([{ line: 2, values: { name: "Chalé" } }]);
  });

  test("is refused if the named encoding cannot hold it", async () => {
    const latin = Buffer.from("name\nChal\xe9\n", "latin1");
    await expect(readLines(latin, { encoding: "utf-8" })).rejects.toThrow("The file is not utf-8.");
  });

  test.each([
    ["a sep= line", "sep=;\r\nname;a\r\nOne;1\r\n", [[3, "One"]]],
    ["titles above the names", "Reservations,,\n,,\nname,a,b\nOne,1,2\n", [[4, "One"]]],
    [
      "line ends of old systems",
      "name,a\rOne,1\rTwo,2\r",
      [
        [2, "One"],
        [3, "Two"],
      ],
    ],
    ["empty and sum rows", "name;a;b;\nOne;1;2;\n;;;\nSumme;;;\n", [[2, "One"]]],
    ["a sum row with its sums", 'name;a;b\nOne;1;2\nGesamtsumme:;"1.234,50 €";2\n', [[2, "One"]]],
    [
      "the names once more, where two exports were joined",
      "name,a,b\nOne,1,2\nname,a,b\nTwo,1,2\n",
      [
        [2, "One"],
        [4, "Two"],
      ],
    ],
    [
      "line breaks of Windows in its cells",
      'name;a\r\n"One\r\nand";1\r\nTwo;2\r\n',
      [
        [2, "One\r\nand"],
        [4, "Two"],
      ],
    ],
    ["decimal commas in each line", "name;a;b\nOne;1,5;2,5\n", [[2, "One"]]],
    ["spaces in the names' quotes", '"name ";" a"\nOne;1\n"name ";" a"\n', [[2, "One"]]],
    ["spaces in the cells' quotes", '"name","a"\n" One "," "\n"  ","  "\n', [[2, "One"]]],
    ["fewer bars than commas", "name|a\nOne|1,5\n", [[2, "One"]]],
    [
      "texts that a spreadsheet must not shorten",
      'name,a,b\n="007",1,="2"\n"=""008""",1,2\n',
      [
        [2, "007"],
        [3, "008"],
      ],
    ],
    ["rows without their last cells", "name,a,b\nOne,1\n", [[2, "One"]]],
  ])("may have %s", async (_, text, lines) => {
    expect(await names(Buffer.from(text))).toEqual(lines);
  });

  test("numbers the further columns of one name, also beside such a name", async () => {
    const { names, batches } = await readLines(Buffer.from("name,a,name,name (2),name\nOne,1,2,3,4\n"));
    expect(names).toEqual(["name", "a", "name (3)", "name (2)", "name (4)"]);
    const [line] = await allLines({ names, batches });
    expect(line?.values).toEqual({ name: "One", a: "1", "name (3)": "2", "name (2)": "3", "name (4)": "4" });
  });

  test("names the rows that it leaves out, and the column without a name", async () => {
    const { skipped } = await readLines(Buffer.from("Export;;\nname;a;b\nOne;1;2\nSumme;;\n"));
    expect(skipped).toEqual([
      { line: 1, reason: "is above the names of the columns" },
      { line: 4, reason: "has one cell only" },
    ]);
    await expect(readLines(Buffer.from("name;;b\nOne;1;2\n"))).rejects.toThrow(
      "Column 2 has no name in line 1, but a value in line 2.",
    );
  });

  test.each([
    ["a spreadsheet or an archive", Buffer.from("PK\u0003\u0004...")],
    ["a spreadsheet", Buffer.from("d0cf11e0a1b11ae1", "hex")],
    ["an archive", Buffer.from("1f8b0800", "hex")],
    ["a PDF", Buffer.from("%PDF-1.7\n")],
    ["a web page or XML, whatever its name says", Buffer.from("\uFEFF<table><tr><td>name</td></tr></table>")],
  ])("that is %s is refused as such", async (name, bytes) => {
    await expect(readLines(bytes)).rejects.toThrow(`The file is ${name}. Save it as CSV.`);
  });

  test.each([
    ["The file is empty.", "\uFEFF \n"],
    ["The file is a JSON array. Write one object per line, without brackets.", '[\n{"name":"One"}]'],
  ])("is refused with: %s", async (sentence, text) => {
    await expect(readLines(Buffer.from(text))).rejects.toThrow(sentence);
  });

  test.each([
    [
      "a mark of UTF-8 and other bytes",
      Buffer.from("\u00ef\u00bb\u00bfname\nChal\u00e9\n", "latin1"),
      "The file is not utf-8.",
    ],
    ["NUL", Buffer.from("name,a\nOne,1\nT\0wo,2\n"), "Line 3 has a NUL character."],
    ["NUL in JSON", Buffer.from('{"name":"One"}\n{"name":"T\\u0000wo"}\n'), "Line 2 has half a character, or a NUL"],
    [
      "lists in lists",
      Buffer.from(`{"name":${"[".repeat(50_000)}${"]".repeat(50_000)}}\n`),
      "Line 1 is nested too deeply",
    ],
    [
      "many columns",
      Buffer.from(`${Array.from({ length: 1001 }, (_, i) => `c${i}`).join()}\n1,2\n`),
      "The file has 1001 columns",
    ],
    ["half a character", Buffer.from('{"name":"\\ud83d"}\n'), "Line 1 has half a character"],
  ])("is refused with a reason for %s", async (_, bytes, sentence) => {
    await expect(readLines(bytes)).rejects.toThrow(sentence);
  });

  test("may write whole characters and backslashes as escapes", async () => {
    expect(await names(Buffer.from('{"name":"\\ud83d\\ude00 \\\\ud83d"}\n'))).toEqual([[1, "😀 \\ud83d"]]);
  });

  test("has its names where the mapping says, counted in lines of the file", async () => {
    expect(await names(Buffer.from("Title\n\nx,y\nname,a\nOne,1\n"), { skip_rows: 3 })).toEqual([[5, "One"]]);
    expect(await names(Buffer.from("a,b\nc,d\nname,x\nOne,1\n"), { skip_rows: 2 })).toEqual([[4, "One"]]);
  });
});

describe("a number", () => {
  test.each([
    ["1,412.50", "1412.50"],
    ["1.412,50", "1412.50"],
    ["1 412,50", "1412.50"],
    ["1\u00a0412,50", "1412.50"],
    ["1’412.50", "1412.50"],
    ["€ 395.20", "395.20"],
    ["395.2 EUR", "395.2"],
    ["$1,412.50", "1412.50"],
    ["R$ 1.234.567,8", "1234567.8"],
    ["R 1 412,50", "1412.50"],
    ["S/ 80.00", "80.00"],
    ["Rp 1.234.567", "1234567"],
    ["₩ 12000", "12000"],
    ["(80.00)", "-80.00"],
    ["-80", "-80"],
    ["80.00-", "-80.00"],
    ["kr 12,5", "12.5"],
    ["0 EUR", "0"],
    ["2.0", "2.0"],
    ["5,-", "5.00"],
    ["1.234,–", "1234.00"],
    ["CHF 20.–", "20.00"],
    ["5,00-", "-5.00"],
    ["12,34,567.89", "1234567.89"],
    [".5", "0.5"],
    ["\u200e5", "5"],
    ["Rs. 500", "500"],
    ["5 kr.", "5"],
    ["1.234,50 Euro", "1234.50"],
  ])("%s is read", (text, digits) => {
    expect(readNumber(text, decimalSignsOf(text)[0] ?? ".")?.digits).toBe(digits);
  });

  test.each([
    "",
    "n/a",
    "12 apples",
    "1,23,4",
    "(5",
    "1.2.3,4,5",
    "EUR 5 EUR",
    "--5",
    "2 1",
    "100\n50",
    "120\n300",
    "1412 50",
    "12.5 0",
    "1'2",
  ])("%s is none", (text) => {
    expect(readNumber(text, decimalSignsOf(text)[0] ?? ".")).toBeUndefined();
  });

  test("is ambiguous only with a single separator before three digits", () => {
    const both = ["1,234", "12.000", "999.999"].map(decimalSignsOf);
    expect(both).toEqual(both.map(() => [".", ","]));
    expect(["5 kr.", "Rs. 500"].map(isAmbiguousNumber)).toEqual([false, false]);
    expect(["0.500", "1,23", "1234.567", "1.234.567"].map((text) => decimalSignsOf(text).length)).toEqual([1, 1, 1, 1]);
  });
});

describe("a date", () => {
  test.each([
    ["2027-07-01", "YMD", "2027-07-01"],
    ["7/1/2027", "MDY", "2027-07-01"],
    ["01.07.27", "DMY", "2027-07-01"],
    ["31/12/99", "DMY", "1999-12-31"],
    ["1. 7. 2027", "MDY", "2027-07-01"],
    ["2027. 07. 01.", "YMD", "2027-07-01"],
    ["2027/07/01", "DMY", "2027-07-01"],
    ["20270701", "DMY", "2027-07-01"],
    ["46569", "DMY", "2027-07-01"],
    ["46569.75", "MDY", "2027-07-01"],
    ["July 1st, 2027", "DMY", "2027-07-01"],
    ["Thu 1 Jul 2027", "MDY", "2027-07-01"],
    ["Do., 01.07.2027 16:00 Uhr", "MDY", "2027-07-01T16:00:00"],
    ["1er juillet 2027", "MDY", "2027-07-01"],
    ["1 de julio de 2027", "MDY", "2027-07-01"],
    ["1 Jul 2027", "MDY", "2027-07-01"],
    ["Jul 1, 2027", "DMY", "2027-07-01"],
    ["Thu, Jul 1, 2027", "DMY", "2027-07-01"],
    ["1. März 2027", "DMY", "2027-03-01"],
    ["1 août 2027", "DMY", "2027-08-01"],
    ["2027-07-01 15:00", "YMD", "2027-07-01T15:00:00"],
    ["12/04/2027 3:00 PM", "MDY", "2027-12-04T15:00:00"],
    ["04.12.2027, 12:05 am", "DMY", "2027-12-04T00:05:00"],
    ["2027-07-01T15:00:00-07:00", "YMD", "2027-07-01T15:00:00-07:00"],
    ["2027-07-01 15:00:00 UTC", "YMD", "2027-07-01T15:00:00UTC"],
    ["12/jul/2027", "DMY", "2027-07-12"],
    ["01.Jul.2027", "DMY", "2027-07-01"],
    ["Jul-03-2027", "DMY", "2027-07-03"],
    ["1° agosto 2027", "DMY", "2027-08-01"],
    ["sábado, 17 de julio del 2027", "DMY", "2027-07-17"],
    ["01.07.2027, 16 Uhr", "DMY", "2027-07-01T16:00:00"],
    ["01/07/2027 15h30", "DMY", "2027-07-01T15:30:00"],
    ["01.07.2027 15.00", "DMY", "2027-07-01T15:00:00"],
    ["7/1/2027 4 PM", "MDY", "2027-07-01T16:00:00"],
    ["1 juillet 2027 à 16h", "DMY", "2027-07-01T16:00:00"],
  ] as const)("%s (%s) is read", (text, order, date) => {
    expect(readDate(text, order)).toBe(date);
  });

  test.each([
    "31.02.2027",
    "2027-7",
    "13/13/2027",
    "1 Foo 2027",
    "7/1/2027 25:00",
    "7/1/2027 3 apples",
    "1/7/2027 3",
    "soon",
  ])("%s is none", (text) => {
    expect((["DMY", "MDY", "YMD"] as const).map((order) => readDate(text, order))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test.each(["-", "n/a", "0000-00-00 00:00:00", "00.00.0000"])("%s says that there is no date", (text) => {
    expect(isNoDate(text)).toBe(true);
  });

  test("has two readings only if day and month can change places", () => {
    expect(["7/1/2027", "07-01-27"].map(isAmbiguous)).toEqual([true, true]);
    expect(["7/13/2027", "5/5/2027", "07.01.2027", "2027-07-01", "1 Jul 2027"].map(isAmbiguous)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

test.each([
  ["Confirmed", "booked"],
  ["CANCELLED", "canceled"],
  ["cancelled_by_guest", "canceled"],
  ["No-show", "canceled"],
  ["Owner stay", "unavailable"],
  ["Bestätigt", "booked"],
  ["Pending", "tentative"],
  ["Bestätigt", "booked"],
  ["Réservée", "booked"],
  ["Prenotato", "booked"],
  ["In afwachting", "tentative"],
  ["En option", "tentative"],
  ["Eigenbelegung", "unavailable"],
  ["Indisponível", "unavailable"],
  ["No disponible", "unavailable"],
  ["Cancellata", "canceled"],
  ["Anulado", "canceled"],
  ["Storniert durch Gast", "canceled"],
  ["Annulée par le voyageur", "canceled"],
  ["Cancelada por el huésped", "canceled"],
  ["Cancellata dall’ospite", "canceled"],
  ["Geannuleerd door gast", "canceled"],
  ["Cancelada pelo hóspede", "canceled"],
  ["Abgereist", "booked"],
  ["Deposit paid", "booked"],
  ["Opzionata", "tentative"],
  ["Wartung", "unavailable"],
  ["Annulliert", "canceled"],
  ["Abgelaufen", "canceled"],
])("the state %s is %s", (word, status) => {
  expect(statusOfWord(word)).toBe(status);
});

test.each([
  ["2+1", { adults: "2", children: "1" }],
  ["2 adults, 1 child", { adults: "2", children: "1" }],
  ["2 Erw., 1 Kind", { adults: "2", children: "1" }],
  ["2 adultes + 3 enfants", { adults: "2", children: "3" }],
  ["4 Pers.", { adults: "4", children: undefined }],
  ["2 adults, 1 dog", undefined],
  ["2/1", undefined],
  ["2 1", undefined],
  ["4", undefined],
])("the guests %s are %j", (text, counts) => {
  expect(readGuestCounts(text)).toEqual(counts);
});

test.each([
  ["16:00", 16],
  ["4 PM", 16],
  ["16 Uhr", 16],
  ["16h00", 16],
  ["16:30", undefined],
  ["afternoon", undefined],
])("the hour of %s is %s", (text, hour) => {
  expect(readHour(text)).toBe(hour);
});

describe("an import", () => {
  async function aManager(): Promise<ApiClient> {
    const client = await service.aClient(await service.anAccount());
    const house = { base_rate: "100", time_zone: "Europe/Berlin" };
    await aRental(client, { ...house, name: "Cabin North", currency: "EUR" });
    await aRental(client, { ...house, name: "Sea View Loft", currency: "USD" });
    await aSource(client, { name: "Channel A" });
    return client;
  }

  const stays = async (client: ApiClient): Promise<Json[]> =>
    recordsOf(await client.get("/bookings?from=2000-01-01&include_canceled=true"), "bookings");

  const head = "external_reference,rental,start_at,end_at,final_price";

  test("reads each column's numbers and dates by its other cells, and asks where none decides", async () => {
    const client = await aManager();
    const decided = `${head}\nA,cabin north,7/1/2090,7/4/2090,"1,234"\nB,Cabin North,7/13/2090,7/14/2090,"2,000.50"\n`;
    expect((await importing(client, "bookings", decided)).problems).toEqual([]);
    expect((await stays(client)).map(({ start_at, final_price }) => [start_at, final_price])).toEqual([
      ["2090-07-01T16:00:00Z", "1234.0"],
      ["2090-07-13T16:00:00Z", "2000.5"],
    ]);
    const open = await importing(client, "bookings", `${head}\nC,Cabin North,8/1/2090,8/4/2090,"1,234"\n`);
    expect(open.problems.map(({ column, reason }) => [column, reason.split(":")[0]])).toEqual([
      ["start_at", "8/1/2090 may be 2090-01-08 or 2090-08-01"],
      ["end_at", "8/4/2090 may be 2090-04-08 or 2090-08-04"],
      ["final_price", "1,234 has two readings"],
    ]);
  });

  test("refuses an amount in another currency than the booking's, and reports a line's wrong cells together", async () => {
    const client = await aManager();
    const file = `${head},adults,client.country_code\nA,Cabin North,2090-01-03,2090-01-05,$5,many,Atlantis\n`;
    expect((await importing(client, "bookings", file)).problems.map(({ column }) => column).sort()).toEqual([
      "adults",
      "client.country_code",
      "final_price",
    ]);
  });

  test("puts a time without a zone on the rental's clock, and the last night before the departure", async () => {
    const client = await aManager();
    const mapping = await readMapping(JSON.stringify({ columns: { Last: "last_night" } }));
    const file =
      "external_reference,rental,status,start_at,Last,canceled_at,created_at\n" +
      "A,Cabin North,canceled,2025-01-03 15:00,2025-01-05,2025-01-02 10:00:00,2024-12-01\n";
    expect((await importing(client, "bookings", file, { mapping })).problems).toEqual([]);
    expect(await stays(client)).toMatchObject([
      {
        start_at: "2025-01-03T15:00:00Z",
        end_at: "2025-01-06T10:00:00Z",
        canceled_at: "2025-01-02T09:00:00Z",
        created_at: "2024-12-01T00:00:00Z",
      },
    ]);
  });

  test("ignores cells of spaces, and the spaces around a value of the mapping", async () => {
    const client = await aManager();
    const padded = `${head},status,client.email,created_at\n"A ","Cabin North ","2090-01-03 ","2090-01-05 ","100 ","fest ","  "," "\n`;
    const mapping = { values: { status: { fest: "booked" } } };
    expect((await importing(client, "bookings", padded, { mapping })).problems).toEqual([]);
    const line = { external_reference: "B", rental: "Cabin North", start_at: "2090-02-03", end_at: "2090-02-05" };
    const json = `${JSON.stringify({ ...line, created_at: " ", client: { email: "  " } })}\n`;
    expect((await importing(client, "bookings", json)).problems).toEqual([]);
    expect((await stays(client)).map(({ external_reference, status }) => [external_reference, status])).toEqual([
      ["A", "Booked"],
      ["B", "Booked"],
    ]);
  });

  test("refuses a column that would be dropped", async () => {
    const client = await aManager();
    await expect(
      importing(client, "bookings", `${head},updated_at\nA,Cabin North,2090-01-03,2090-01-05,5,2020-01-01\n`),
    ).rejects.toThrow("Unknown columns for bookings: updated_at.");
  });

  test("refuses a reference that a spreadsheet shortened, and two numbers of children", async () => {
    const client = await aManager();
    const file = `${head},adults,children\n"4,00011E+12",Cabin North,2090-01-03,2090-01-05,5,2+1,\nB,Cabin North,2090-02-03,2090-02-05,5,2+1,3\n`;
    const { problems } = await importing(client, "bookings", file);
    expect(problems.map(({ line, column, reason }) => [line, column, reason])).toEqual([
      [2, "external_reference", "was shortened by a spreadsheet: format the column as text there, and export again"],
      [3, "adults", "must be an integer"],
    ]);
  });

  test("skips wrong lines if asked to, and those that were wrong for their sake not", async () => {
    const client = await aManager();
    const file = `${head},adults\nA,Cabin North,2090-01-03,2090-01-05,5,many\nB,Cabin North,2090-01-04,2090-01-06,6,2\n`;
    const report = await importing(client, "bookings", file, { skipWrong: true });
    expect([report.created, report.wrong, [...report.reasons.keys()]]).toEqual([1, 1, [2]]);
    expect((await stays(client)).map(({ final_price }) => final_price)).toEqual(["6.0"]);
  });

  test("shows what it understood before it changes anything", async () => {
    const client = await aManager();
    const file = `${head},client.fullname\nA,Cabin North,07/01/2090,07/05/2090,980.00,"Fischer, Anna"\n`;
    const { sample } = await importing(client, "bookings", file, { mapping: { dates: "DD/MM/YYYY" }, apply: false });
    expect(sample).toEqual({
      lines: [
        { line: 2, arrival: "2090-01-07", departure: "2090-05-07", nights: 120, guest: "Fischer, Anna", total: "980" },
      ],
      earliestArrival: "2090-01-07",
      latestArrival: "2090-01-07",
      longestNights: 120,
      totals: { "": 98_000 },
      long: [expect.objectContaining({ line: 2, nights: 120 })],
    });
    const signed = `${head}\nA,Cabin North,2090-01-07,2090-01-09,980.5 EUR\nB,Cabin North,2090-02-07,2090-02-09,$20\n`;
    const totals = (await importing(client, "bookings", signed, { apply: false })).sample?.totals;
    expect(totals).toEqual({ EUR: 98_050, "": 2000 });
    expect(await stays(client)).toEqual([]);
  });

  test("gives a constant expiry to the tentative lines alone, and several guests of a cell to the notes", async () => {
    const client = await aManager();
    const mapping = { constants: { tentative_expires_at: "2089-12-31T00:00:00Z" } };
    const file =
      "external_reference,rental,status,start_at,end_at,client.fullname\n" +
      'A,Cabin North,Confirmed,2090-01-03,2090-01-05,"Ola Nordmann\nKari Nordmann"\nB,Cabin North,open,2090-01-05,2090-01-06,\n';
    expect((await importing(client, "bookings", file, { mapping })).problems).toEqual([]);
    expect((await stays(client)).map(({ status, notes }) => [status, notes])).toEqual([
      ["Booked", "Kari Nordmann"],
      ["Tentative", null],
    ]);
  });

  test("accepts one night per line of rates", async () => {
    const client = await service.aClient(await service.anAccount());
    await aRental(client, { name: "Dyn Rental", nightly_rates_managed_externally: true });
    const mapping = await readMapping(
      JSON.stringify({ columns: { Date: "start_date", Price: "nightly_rate" }, constants: { rental: "Dyn Rental" } }),
    );
    const first = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const report = await importing(client, "rates", `Date,Price\n${first},180\n`, { mapping });
    expect([report.updated, report.problems]).toEqual([1, []]);
  });
});

test.each([
  ["Czech Republic", "CZ"],
  ["The Netherlands", "NL"],
  ["großbritannien", "GB"],
  ["Turkey", "TR"],
])("the country %s is %s", (name, code) => {
  expect(countries.find(name)).toBe(code);
});

test.each([
  ["Tarjeta de crédito", "credit-card"],
  ["Bonifico bancario", "wiretransfer"],
])("the payment method %s is %s", (word, method) => {
  expect(methodOfWord(word)).toBe(method);
});

test.each([
  ["Ja", true],
  ["Oui", true],
  ["Sí", true],
  ["SIM", true],
  ["Nein", false],
  ["Não", false],
  ["nee", false],
  ["maybe", "maybe"],
])("%s in a column of yes and no is %s", (word, value) => {
  expect(jsonOf(word, boolean())).toBe(value);
});
