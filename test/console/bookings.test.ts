import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { ApiClient } from "../harness/client.ts";
import { aBooking, aGuest, aRental, created } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";
import { accessibilityFaults, dayFrom, openConsole, sizes } from "./open-console.ts";
import { aWindow, type Window } from "./windows.ts";

/** The list of bookings in a real browser (console.md, Screens). */
const service = useSharedService();
let at: Window;
let account: number;
let manager: ApiClient;
let person: ConsoleClient;

beforeAll(async () => {
  at = await aWindow(service);
  account = await service.anAccount();
  manager = await service.aClient(account);
  person = await aMember(service, account, "owner");
  const [mill, barn] = [
    await aRental(manager, { name: "Mill House", base_rate: "100" }),
    await aRental(manager, { name: "Barn House", base_rate: "200" }),
  ];
  const ada = await aGuest(manager, { fullname: "Ada Lovelace" });
  // A spreadsheet would execute this formula.
  const bob = await aGuest(manager, { fullname: '=HYPERLINK("x")' });
  const radio = await created(manager, "/sources", "sources", { name: "Radio" });
  const stay = (from: number, to: number) => ({ start_at: dayFrom(from), end_at: dayFrom(to) });
  await aBooking(manager, barn, { ...stay(20, 22), client_id: ada.id, source_id: radio.id });
  await aBooking(manager, mill, { ...stay(5, 8), client_id: bob.id });
  await aBooking(manager, mill, { ...stay(10, 12), unavailable: true });
  const gone = await aBooking(manager, mill, { ...stay(30, 31), client_id: ada.id });
  await manager.delete(`/bookings/${gone.id}`);
});

async function openList(who = person, settings = {}): Promise<Page> {
  const page = await openConsole(at, who, { path: "/bookings", ...settings });
  await page.getByText("2 bookings").waitFor();
  return page;
}

/** A column's texts, from top to bottom. */
const shown = (page: Page, column: string): Promise<string[]> => page.locator(`td.${column}`).allInnerTexts();

describe("the list of bookings", () => {
  test("lists upcoming stays by arrival, or sorted by a chosen column", async () => {
    const page = await openList();
    expect(await shown(page, "rental")).toEqual(["Mill House", "Barn House"]);
    expect(await shown(page, "open")).toEqual(["€300.00", "€400.00"]);
    await page.getByRole("button", { name: "Price" }).click();
    await page.getByRole("button", { name: "Price" }).click();
    await page
      .getByRole("columnheader", { name: "Price", exact: true })
      .and(page.locator("[aria-sort=descending]"))
      .waitFor();
    expect(await shown(page, "rental")).toEqual(["Barn House", "Mill House"]);
    await page
      .getByRole("row")
      .nth(1)
      .click({ position: { x: 400, y: 20 } });
    await page.getByRole("heading", { name: "Barn House" }).waitFor();
  });

  test("filters by guest, channel and kind, and saves a named filter", async () => {
    const page = await openList();
    await page.getByRole("searchbox", { name: "Search" }).fill("love ada");
    await page.getByText("1 booking", { exact: true }).waitFor();
    expect(await shown(page, "channel")).toEqual(["Radio"]);
    await page.getByLabel("Include canceled").check();
    await page.getByText("2 bookings").waitFor();
    expect(await shown(page, "status")).toEqual(["Booked", "Canceled"]);
    await page.getByRole("button", { name: "Saved filters" }).click();
    await page.getByLabel("Filter name").fill("Ada's");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Filter “Ada's” saved.").waitFor();
    await page.getByRole("searchbox", { name: "Search" }).fill("");
    await page.getByLabel("Include canceled").uncheck();
    await page.getByLabel("Type").selectOption("Blocked nights");
    await expect.poll(() => shown(page, "status")).toEqual(["Blocked"]);
    await page.getByLabel("Type").selectOption("Stays and holds");
    await page.getByRole("combobox", { name: "Channel" }).selectOption("Radio");
    await expect.poll(() => shown(page, "rental")).toEqual(["Barn House"]);
    await page.reload();
    await expect.poll(() => shown(page, "rental")).toEqual(["Barn House"]);
    await page.getByRole("button", { name: "Saved filters" }).click();
    await page.getByRole("button", { name: "Ada's", exact: true }).click();
    await page.getByText("2 bookings").waitFor();
    expect(await page.getByRole("searchbox", { name: "Search" }).inputValue()).toBe("love ada");
    await page.getByRole("searchbox", { name: "Search" }).fill("nobody");
    await page.getByText("No bookings match these filters").waitFor();
  });

  test("shows the chosen columns, and exports them without executable formulas", async () => {
    const page = await openList();
    await page.getByRole("button", { name: "Columns" }).click();
    for (const name of ["Channel", "Status", "Balance due", "Departure"])
      await page.getByRole("checkbox", { name, exact: true }).uncheck();
    await page.getByRole("checkbox", { name: "Nights" }).check();
    await page.reload();
    await page.getByText("2 bookings").waitFor();
    expect(await shown(page, "nights")).toEqual(["3", "2"]);
    expect(await page.getByRole("columnheader").allInnerTexts()).toEqual([
      "Reference",
      "Guest",
      "Rental",
      "Arrival",
      "Nights",
      "Price",
    ]);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    const [head, ...lines] = (await readFile(await file.path(), "utf8")).slice(1).split("\r\n");
    expect(head).toBe('"Reference","Guest","Rental","Arrival","Nights","Price","Currency"');
    const [reference = "", other = ""] = await shown(page, "reference");
    expect(lines).toEqual([
      `"${reference.trim()}","'=HYPERLINK(""x"")","Mill House","${dayFrom(5)}",3,300.00,"EUR"`,
      `"${other.trim()}","Ada Lovelace","Barn House","${dayFrom(20)}",2,400.00,"EUR"`,
      "",
    ]);
  });

  test("formats days in the user's language by the account's country", async () => {
    const french = await service.anAccount();
    await service.sql("update accounts set country_code = 'FR' where id = $1", [french]);
    const client = await service.aClient(french);
    await aBooking(client, await aRental(client), { start_at: dayFrom(5), end_at: dayFrom(8) });
    const page = await openConsole(at, await aMember(service, french, "owner"), { path: "/bookings" });
    const written = new Intl.DateTimeFormat("en-FR", {
      ...({ weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const),
    });
    await page
      .locator("td.arrival")
      .getByText(written.format(Date.parse(dayFrom(5))))
      .waitFor();
  });

  test("shows an accountant guests and money, and is hidden from a viewer", async () => {
    const page = await openList(await aMember(service, account, "accountant"));
    expect(await shown(page, "guest")).toContain("Ada Lovelace");
    const viewer = await openConsole(at, await aMember(service, account, "viewer"));
    expect(await viewer.getByRole("link", { name: "Bookings" }).count()).toBe(0);
  });
});

/** The rows' places, as ten frames one after the other show them. */
const positionsInTenFrames = `(async () => {
  const found = [];
  for (let frame = 0; frame < 10; frame++) {
    await new Promise(requestAnimationFrame);
    const rows = [...document.querySelectorAll("tbody tr")].map((row) => row.getBoundingClientRect());
    found.push(JSON.stringify(rows.map(({ top, height }) => [top, height])));
  }
  return found;
})()`;

test("rows stay where they are, frame by frame, in a window in which the columns do not fit", async () => {
  const page = await openList(person, { viewport: { width: 1440, height: 900 } });
  const positions: readonly string[] = await page.evaluate(positionsInTenFrames);
  expect(new Set(positions).size).toBe(1);
  expect(JSON.parse(positions[0] ?? "[]")).toHaveLength(2);
});

test("a phone lists bookings in three lines, with the filters in a sheet", async () => {
  const page = await openList(person, { viewport: sizes.phone });
  expect(await page.getByRole("table").count()).toBe(0);
  const card = page.getByRole("listitem").filter({ hasText: "Ada Lovelace" });
  expect(await card.evaluate((one) => one.getBoundingClientRect().height)).toBeLessThan(100);
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await page.getByRole("dialog").getByRole("combobox", { name: "Channel" }).selectOption("Radio");
  await page.getByText("1 booking", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Filters (1)" }).waitFor();
  await card.click();
  await page.getByRole("dialog", { name: "Barn House" }).getByRole("region", { name: "Price" }).waitFor();
});
