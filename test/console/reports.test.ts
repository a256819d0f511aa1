import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { type ApiClient, type Json, recordOf } from "../harness/client.ts";
import { aBooking, aRental, aSource } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";
import { accessibilityFaults, openConsole, sizes } from "./open-console.ts";
import { aWindow, type Window } from "./windows.ts";

/** Reports in a real browser (console.md, Screens). The stays lie in a fixed year, so the current day does not matter. */
const service = useSharedService();
let at: Window;
let account: number;
let manager: ApiClient;
let owner: ConsoleClient;
let villa: Json;

const plain = { booked: true, bookings_fees: [], bookings_taxes: [] };

beforeAll(async () => {
  at = await aWindow(service);
  account = await service.anAccount();
  manager = await service.aClient(account);
  owner = await aMember(service, account, "owner");
  villa = await aRental(manager, { name: "Villa Aster", currency: "EUR" });
  const cabin = await aRental(manager, { name: "Cabin Birch", currency: "EUR" });
  const channel = await aSource(manager, { name: "Harbour Stays" });
  const stay = (rental: Json, from: string, to: string, price: string, more: Json = {}) =>
    aBooking(manager, rental, {
      ...{ start_at: `${from}T16:00:00Z`, end_at: `${to}T10:00:00Z`, initial_price: price, ...plain },
      ...more,
    });
  await stay(villa, "2090-01-28", "2090-02-07", "1000", { source_id: channel.id });
  await stay(cabin, "2090-03-01", "2090-03-05", "300");
  await stay(villa, "2089-01-10", "2089-01-12", "90");
});

const period = { from: "2090-01-01", to: "2090-12-31" };
const reportOf = async (query: Record<string, string>): Promise<Json> =>
  recordOf(await manager.get(`/reports?${new URLSearchParams({ ...period, ...query })}`), "reports");

async function openReports(person: ConsoleClient, settings = {}) {
  const page = await openConsole(at, person, { path: "/reports", ...settings });
  await page.getByRole("heading", { level: 1, name: "Reports" }).waitFor();
  await page.getByLabel("Last night").fill(period.to);
  await page.getByLabel("First night").fill(period.from);
  await page.getByRole("region", { name: "Figures" }).getByRole("rowheader", { name: "January 2090" }).waitFor();
  return page;
}

test("the API counts revenue by the requested date", async () => {
  const months = async (revenue_on: string) => {
    const { rows } = await reportOf({ by: "month", revenue_on, to: "2090-03-31" });
    const each: Json[] = [rows].flat().map((row) => ({ ...Object(row) }));
    return each.map(({ name, nights, money }) => [name, nights, [money].flat().map((one) => Object(one).revenue)[0]]);
  };
  expect(await months("night")).toEqual([
    ["2090-01", 4, "400.0"],
    ["2090-02", 6, "600.0"],
    ["2090-03", 4, "300.0"],
  ]);
  expect(await months("arrival")).toEqual([
    ["2090-01", 4, "1000.0"],
    ["2090-02", 6, undefined],
    ["2090-03", 4, "300.0"],
  ]);
  expect(await months("departure")).toEqual([
    ["2090-01", 4, "0.0"],
    ["2090-02", 6, "1000.0"],
    ["2090-03", 4, "300.0"],
  ]);
  expect((await reportOf({ revenue_on: "booking" })).total).toMatchObject({ nights: 14, money: [{ revenue: "0.0" }] });
});

test("the API counts bookings as of the end of a day", async () => {
  const early = await aRental(manager, { name: "Early House", currency: "EUR" });
  const times = { start_at: "2095-05-01T16:00:00Z", end_at: "2095-05-04T10:00:00Z" };
  const stay = await aBooking(manager, early, { ...times, initial_price: "300", ...plain });
  await service.sql("update bookings set created_at = '2024-03-10T12:00:00Z' where id = $1", [stay.id]);
  const nights = async (made_until: string) => {
    const query = { from: "2095-05-01", to: "2095-05-31", rental_id: String(early.id), made_until };
    return Object((await reportOf(query)).total).nights;
  };
  expect([await nights("2024-03-09"), await nights("2024-03-10")]).toEqual([0, 3]);
  await service.sql("update bookings set canceled_at = '2024-06-01T12:00:00Z' where id = $1", [stay.id]);
  expect([await nights("2024-05-31"), await nights("2024-06-01")]).toEqual([3, 0]);
});

test.each([
  ["to=2090-01-01", "from is required"],
  ["from=2090-01-02&to=2090-01-01", "must not be before from"],
  ["from=2090-01-01&to=2110-01-01", "nights apart"],
  ["from=2090-01-01&to=2090-01-31&by=guest", "by must be one of"],
  ["from=2090-01-01&to=2090-01-31&made_until=soon", "made_until must be a date"],
  ["from=2090-01-01&to=2090-01-31&until=x", "Unknown parameter until"],
])("the API refuses %s with the reason", async (query, message) => {
  const answer = await manager.get(`/reports?${query}`);
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(message)]);
});

test("compares years by month, rental and channel, by any date, and exports them", async () => {
  const page = await openReports(owner);
  const row = (name: string) => page.getByRole("region", { name: "Figures" }).getByRole("row", { name });
  await page.getByRole("button", { name: "Revenue", exact: true }).click();
  await page.getByLabel("Compare with").selectOption("final");
  await row("January 2090").getByText("€400.00").first().waitFor();
  await row("January 2090").getByText("€90.00").waitFor();
  await page.getByLabel("Revenue date").selectOption("arrival");
  await row("January 2090").getByText("€1,000.00").first().waitFor();
  await page.getByLabel("Split by").selectOption("channel");
  await row("Harbour Stays").getByText("€1,000.00").first().waitFor();
  await page.getByLabel("Split by").selectOption("rental");
  await row("Cabin Birch").getByText("€300.00").first().waitFor();
  expect(await page.getByRole("img", { name: "Revenue, by rental" }).count()).toBe(1);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV", exact: true }).click(),
  ]);
  const lines = (await readFile(await file.path(), "utf8")).slice(1).split("\r\n");
  expect(lines[0]).toMatch(/^"by rental","Nights","Open nights","Arrivals","Occupancy","Currency","Revenue",/);
  expect(lines.find((line) => line.startsWith('"Villa Aster"'))).toMatch(/^"Villa Aster",10,365,1,2.7,"EUR",1000.00,/);
  await page.reload();
  await row("Cabin Birch").waitFor();
  expect(await page.getByLabel("Revenue date").inputValue()).toBe("arrival");
});

test("shows revenue with and without fees, the balance due, pick-up and tourist tax", async () => {
  const house = await aRental(manager, { name: "Tax House", city: "Lindau", currency: "EUR" });
  const fees = [{ name: "Tax", kind: "city_tax", price: "3", times_booked: 8 }];
  const times = { start_at: "2090-05-10T16:00:00Z", end_at: "2090-05-14T10:00:00Z" };
  const money = { initial_price: "400", bookings_fees: fees, bookings_taxes: [], adults: 2 };
  const stay = await aBooking(manager, house, { ...times, ...money, booked: true });
  const page = await openReports(owner);
  await page.getByLabel("Split by").selectOption("rental");
  const line = page.getByRole("row", { name: "Tax House" });
  await line.getByText("€400.00").first().waitFor();
  await line.getByText("€424.00").first().waitFor();
  await page.getByLabel("Revenue of").selectOption("total");
  await page.getByText("Final prices, with fees and taxes.").waitFor();
  await page.getByRole("region", { name: "Figures" }).getByText("€106.00").first().waitFor();
  await page.getByRole("region", { name: "Pick-up" }).getByRole("rowheader", { name: "May 2090" }).waitFor();
  const taxes = page.getByRole("region", { name: "Tourist tax" });
  await taxes.getByRole("row", { name: "Lindau May 2090 1 4 2 0 8 €24.00 EUR" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await manager.delete(`/bookings/${stay.id}`);
});

test("refuses a last night before the first", async () => {
  const page = await openReports(owner);
  await page.getByLabel("Last night").fill("2089-12-31");
  await page.getByRole("alert").getByText("The last night must not be before the first.").waitFor();
});

test.each([
  ["desktop", "light"],
  ["phone", "dark"],
] as const)("the reports are accessible and fit the window (%s, %s)", async (size, colorScheme) => {
  const page = await openReports(owner, { viewport: sizes[size], colorScheme });
  await page.getByRole("button", { name: "Revenue", exact: true }).click();
  await page.getByRole("img", { name: "Revenue, by month" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  await page.getByLabel("Split by").selectOption("rental");
  await page.getByRole("img", { name: "Revenue, by rental" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test("an accountant can read reports, a cleaner and a viewer cannot", async () => {
  const statuses = [];
  for (const role of ["accountant", "cleaner", "viewer"] as const) {
    const person = await aMember(service, account, role);
    statuses.push((await person.get(`/reports?${new URLSearchParams(period)}`)).status);
    if (role === "accountant") continue;
    const page = await openConsole(at, person);
    expect(await page.getByRole("link", { name: "Reports" }).count()).toBe(0);
  }
  expect(statuses).toEqual([200, 403, 403]);
});
