import { expect, test } from "vitest";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aRental } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { dayAhead } from "../rates/factories.ts";
import { importerInto } from "./importer.ts";

/** Nights and amounts of files, where a wrong reading would sell a night twice or change a price. */
const service = useService();
const importing = importerInto(service);

async function aManager(): Promise<ApiClient> {
  const client = await service.aClient(await service.anAccount({ time_zone: "Europe/Berlin" }));
  const house = { base_rate: "100", currency: "EUR", checkin_time: 16, checkout_time: 10 };
  await aRental(client, { ...house, name: "Cabin North" });
  await aRental(client, { ...house, name: "Pacific Cabin", time_zone: "America/Los_Angeles" });
  await aRental(client, { name: "Dyn Rental", currency: "EUR", nightly_rates_managed_externally: true });
  return client;
}

const stays = async (client: ApiClient): Promise<Json[]> =>
  recordsOf(await client.get("/bookings?from=2000-01-01"), "bookings");

test.each(["2090-07-04 00:00:00", "04.07.2090 10:00", "2090-07-04T00:00:00.000Z", "69583.5"])(
  "the departure is the day after the last night %s",
  async (night) => {
    const client = await aManager();
    const file = `external_reference,rental,start_at,last_night\nA,Cabin North,2090-07-01,${night}\n`;
    expect((await importing(client, "bookings", file)).problems).toEqual([]);
    expect(await stays(client)).toMatchObject([{ start_at: "2090-07-01T16:00:00Z", end_at: "2090-07-05T10:00:00Z" }]);
  },
);

test.each([
  ["Cabin North", "2090-07-01 00:00:00", "2090-07-05 00:00:00"],
  ["Cabin North", "7/1/2090 12:00:00 AM", "7/15/2090 12:00:00 AM"],
  ["Pacific Cabin", "2090-07-01T00:00:00.000Z", "2090-07-05T00:00:00.000Z"],
  ["Pacific Cabin", "2090-07-01T00:00:00+02:00", "2090-07-05"],
])("days of %s that are written as midnights keep the house's hours: %s to %s", async (rental, from, until) => {
  const client = await aManager();
  const file = `external_reference,rental,start_at,end_at\nA,${rental},${from},${until}\n`;
  const mapping = from.includes("/") ? ({ dates: "M/D/YYYY" } as const) : {};
  expect((await importing(client, "bookings", file, { mapping })).problems).toEqual([]);
  const end = until.includes("15") ? "2090-07-15T10:00:00Z" : "2090-07-05T10:00:00Z";
  expect(await stays(client)).toMatchObject([{ start_at: "2090-07-01T16:00:00Z", end_at: end }]);
});

test("a rate in another currency than the rental's is refused, and a night may be written with a time", async () => {
  const client = await aManager();
  const head = "rental,start_date,end_date,nightly_rate\n";
  const line = (rate: string): string => `${head}Dyn Rental,${dayAhead(5)} 00:00:00,${dayAhead(6)} 00:00:00,${rate}\n`;
  const reason = (currencies: string): string => `is in ${currencies}, but the rental's currency is EUR`;
  expect((await importing(client, "rates", line("180 USD"))).problems).toEqual([
    { line: 2, column: "nightly_rate", reason: reason("USD") },
  ]);
  expect((await importing(client, "rates", line("$180"))).problems).toMatchObject([{ column: "nightly_rate" }]);
  expect(await importing(client, "rates", line("€180"))).toMatchObject({ updated: 1, problems: [] });
});

test("rates that a rental refuses are wrong in each of their lines, and leave the others", async () => {
  const client = await aManager();
  await aRental(client, { name: "Dyn Yen", currency: "JPY", nightly_rates_managed_externally: true });
  const nights = (rental: string, rates: readonly string[]) =>
    rates.map((rate, index) => `${rental},${dayAhead(5 + index)},${rate}\n`).join("");
  const file = `rental,start_date,nightly_rate\n${nights("Cabin North", ["90", "91", "92"])}${nights("Dyn Yen", ["9000", "90.5", "9100"])}${nights("Dyn Rental", ["90.5000"])}`;
  const report = await importing(client, "rates", file, { skipWrong: true });
  expect([report.updated, report.wrong]).toEqual([3, 4]);
  expect(report.problems.map(({ line, reason }) => [line, reason.slice(0, 40)])).toEqual([
    [2, "comes from base_rate and seasons. Set ni"],
    [3, "comes from base_rate and seasons. Set ni"],
    [4, "comes from base_rate and seasons. Set ni"],
    [6, "must be a number without decimals in JPY"],
  ]);
});

test("a rental's amount in another currency than its own is refused", async () => {
  const client = await aManager();
  const head = "external_reference,name,base_rate,currency\n";
  const problems = async (cells: string) =>
    (await importing(client, "rentals", `${head}R1,New House,${cells}\n`)).problems;
  expect(await problems("$120.50,EUR")).toMatchObject([{ column: "base_rate" }]);
  expect(await problems("120.50 GBP,")).toMatchObject([{ column: "base_rate" }]);
  expect(await problems("$120.50,USD")).toEqual([]);
  expect(await problems("130.50 EUR,")).toEqual([
    { line: 2, column: "base_rate", reason: "is in EUR, but the rental's currency is USD" },
  ]);
});

test.each([
  ["Cabin North", "2090-07-01T01:00:00+09:00", "2090-07-05T02:00:00+09:00", "2090-06-30", "2090-07-04"],
  ["Pacific Cabin", "2090-07-01T23:00:00-12:00", "2090-07-05T10:00:00Z", "2090-07-02", "2090-07-05"],
  ["Pacific Cabin", "2090-07-01T00:00:00+02:00", "2090-07-05", "2090-07-01", "2090-07-05"],
  ["Pacific Cabin", "2090-07-01 16:00", "2090-07-05 10:00", "2090-07-01", "2090-07-05"],
])("the dry run shows the nights that %s will store: %s to %s", async (rental, from, until, arrival, departure) => {
  const client = await aManager();
  const file = `external_reference,rental,start_at,end_at\nA,${rental},${from},${until}\n`;
  const { sample } = await importing(client, "bookings", file);
  expect(sample?.lines).toMatchObject([{ arrival, departure }]);
  const [stored] = await stays(client);
  expect([stored?.start_at, stored?.end_at].map((at) => String(at).slice(0, 10))).toEqual([arrival, departure]);
});

const head = "external_reference,rental,start_at,end_at";
const stay = "A,Cabin North,2090-07-01,2090-07-05";

test("an update's amounts are in the currency of its booking, whatever the rental's is", async () => {
  const client = await aManager();
  const file = (columns: string, cells: string) => `${head},${columns}\n${stay},${cells}\n`;
  expect((await importing(client, "bookings", file("currency,final_price", "USD,$100"))).problems).toEqual([]);
  expect((await importing(client, "bookings", file("final_price", "€120"))).problems).toEqual([
    { line: 2, column: "final_price", reason: "is in EUR, but the booking's currency is USD" },
  ]);
  expect((await importing(client, "bookings", file("final_price,paid_amount", "$120,$50"))).problems).toEqual([]);
  expect(await stays(client)).toMatchObject([{ currency: "USD", final_price: "120.0", paid_amount: "50.0" }]);
});

test.each([
  ["last_night", "2090-07-03", "last_night", "must be the night before end_at"],
  ["paid_amount,paid_at", ",2026-01-05", "paid_amount", "can't be blank in a line with paid_at"],
  ["client,client.email", "C1,b@example.com", "client.email", "cannot be combined with a reference to a client"],
])("a value of %s that would be dropped is refused", async (columns, cells, column, reason) => {
  const client = await aManager();
  await importing(client, "clients", "external_reference,fullname,email\nC1,Ann Bo,a@example.com\n");
  const { problems } = await importing(client, "bookings", `${head},${columns}\n${stay},${cells}\n`);
  expect(problems).toEqual([{ line: 2, column, reason: expect.stringContaining(reason) }]);
});

test.each([
  ["payment_method", "Visa", "The column payment_method is about a payment"],
  ["paid_at", "2026-01-05", "The column paid_at is about a payment"],
  ["client.external_reference", "C1", "Unknown columns for bookings: client.external_reference."],
])("a column %s that nothing would store is refused", async (column, cell, sentence) => {
  const client = await aManager();
  await expect(importing(client, "bookings", `${head},${column}\n${stay},${cell}\n`)).rejects.toThrow(sentence);
});

test("a last night and the departure after it may stand in one line", async () => {
  const client = await aManager();
  const file = `${head},last_night\n${stay},2090-07-04\n`;
  expect((await importing(client, "bookings", file)).problems).toEqual([]);
  expect(await stays(client)).toMatchObject([{ end_at: "2090-07-05T10:00:00Z" }]);
});

test("null in JSON lines is a blank cell", async () => {
  const client = await aManager();
  const line = {
    ...{ external_reference: 7, rental: "Cabin North", rental_id: null, start_at: "2090-07-01", end_at: "2090-07-05" },
    ...{ final_price: 395.2, status: null, created_at: null, source: null, paid_amount: null },
    client: { fullname: "Ann Bo", email: null },
  };
  expect((await importing(client, "bookings", `${JSON.stringify(line)}\n`)).problems).toEqual([]);
  expect(await stays(client)).toMatchObject([{ external_reference: "7", status: "Booked", final_price: "395.2" }]);
});

test("a rental is found by its name in other spaces, case and accents", async () => {
  const client = await aManager();
  const file =
    "external_reference,rental,start_at,end_at\nA,cabin\u00a0 NORTH,2090-07-01,2090-07-05\nB,Cabi\u0301n North ,2090-07-05,2090-07-07\n";
  expect(await importing(client, "bookings", file)).toMatchObject({ created: 2, problems: [] });
});
