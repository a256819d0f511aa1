import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { aRental, aSource } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { useService } from "../harness/service.ts";
import { choose, countActivations, press } from "./keyboard.ts";
import { faultsInJob } from "./looks.ts";
import { accessibilityFaults, openConsole, sizes } from "./open-console.ts";
import { aWindow, type Window } from "./windows.ts";

/** Moving in and out by the console (docs/guides/import.md), with the real job queue. */
const service = useService({ endpoints: {} });
let at: Window;
let owner: ConsoleClient;

beforeAll(async () => {
  at = await aWindow(service);
  const account = await service.anAccount();
  owner = await aMember(service, account, "owner");
  const manager = await service.aClient(account);
  await aRental(manager, { name: "Sea View Loft", currency: "USD", base_rate: "100" });
  for (const name of ["Haus am See", "Cabin North"]) await aRental(manager, { name, base_rate: "100" });
  for (const name of ["Airbnb", "Booking.com"]) await aSource(manager, { name });
});

const sample = (name: string): string => join(import.meta.dirname, "../imports/cases", name);
const looks = process.env.ROOST_LOOKS;
const look = async (page: Page, name: string): Promise<void> => {
  if (looks) await page.screenshot({ path: join(looks, `${name}.png`), fullPage: true });
};

async function upload(page: Page, name: string): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await press(page, page.getByRole("button", { name: "File", exact: true }));
  await (await chooser).setFiles(sample(name));
  await page.getByRole("heading", { name: "Columns" }).waitFor();
}

test("a file of a known system is imported from upload to calendar in five steps by keyboard", async () => {
  const page = await openConsole(at, owner, { path: "/settings" });
  const activations = await countActivations(page);
  await press(page, page.getByRole("link", { name: "Import", exact: true }));
  await look(page, "file");
  await upload(page, "airbnb-export.csv");
  await page.getByRole("button", { name: "Import 2 records" }).waitFor();
  await look(page, "airbnb-check");
  expect(await faultsInJob(page, "a known file", "light")).toEqual([]);
  expect(await page.getByLabel("Written by").inputValue()).toBe("airbnb");
  await page.getByRole("cell", { name: "Jordan Sample", exact: true }).waitFor();
  await press(page, page.getByRole("button", { name: "Import 2 records" }));
  await page.getByText("2 records imported.").waitFor();
  await look(page, "airbnb-done");
  const stays = recordsOf(await owner.get("/bookings?include_canceled=true"), "bookings");
  expect(stays.map(({ start_at, final_price, status }) => [start_at, final_price, status])).toEqual(
    expect.arrayContaining([
      ["2027-09-19T16:00:00Z", "1412.5", "Booked"],
      ["2027-10-03T16:00:00Z", "0.0", "Canceled"],
    ]),
  );
  await press(page, page.getByRole("button", { name: "Open calendar" }));
  await page.locator("[data-stay]").first().waitFor();
  expect(page.url()).toContain("day=2027-09-19");
  // And the step that opened the settings.
  expect((await activations()) + 1).toBeLessThanOrEqual(5);
  await look(page, "airbnb-calendar");
});

test("a file of an unknown system is mapped by choosing, its dates and words are named, and its good lines imported", async () => {
  const page = await openConsole(at, owner, {
    ...{ path: "/settings/imports", viewport: sizes.phone, colorScheme: "dark" },
  });
  await upload(page, "day-month-mistaken.csv");
  await page.getByText("columns are open").waitFor();
  await look(page, "unknown-open-phone-dark");
  const choices = [
    ["ReservationNo", "Reference"],
    ["RoomType", "Rental"],
    ["CheckIn", "Arrival"],
    ["CheckOut", "Departure"],
    ["GuestName", "Guest: Full name"],
    ["TotalAmount", "Total"],
  ] as const;
  for (const [column, attribute] of choices) {
    await choose(page, page.getByLabel(`${column} becomes`), attribute);
    await page.getByLabel(`${column} becomes`).and(page.locator(":enabled")).waitFor();
  }
  await press(page, page.getByRole("button", { name: "Leave them out" }));
  await page.getByText("1 line can’t be imported").waitFor();
  await choose(page, page.getByLabel("Date format of CheckIn"), "DD/MM/YYYY");
  await choose(page, page.getByLabel("Date format of CheckOut"), "DD/MM/YYYY");
  await page.getByText("1 stay is longer than 60 nights").waitFor();
  expect(await faultsInJob(page, "a mapped file", "dark")).toEqual([]);
  await look(page, "unknown-long-phone-dark");
  await choose(page, page.getByLabel("Date format of CheckIn"), "MM/DD/YYYY");
  await choose(page, page.getByLabel("Date format of CheckOut"), "MM/DD/YYYY");
  await page.getByText("Longest stay: 4 nights").waitFor();
  await press(page, page.getByRole("button", { name: "Import 1 record" }));
  await page.getByText("1 record imported.").waitFor();
  await look(page, "unknown-done-phone-dark");
  await press(page, page.getByRole("button", { name: "Open calendar" }));
  await page.getByRole("heading", { level: 1 }).waitFor();
  await look(page, "unknown-calendar-phone-dark");
});

test("two quick changes of a mapping arrive in their order", async () => {
  const page = await openConsole(at, owner, { path: "/settings/imports" });
  await upload(page, "airbnb-export.csv");
  let sent = 0;
  let answered = 0;
  await page.route("**/imports/*", async (route) => {
    const isChange = route.request().method() === "PATCH";
    if (isChange && sent++ === 0) await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  page.on("response", (response) => {
    if (response.request().method() === "PATCH") answered++;
  });
  await choose(page, page.getByLabel("Start date becomes"), "Leave out");
  await choose(page, page.getByLabel("End date becomes"), "Leave out");
  await expect.poll(() => answered).toBe(2);
  const ignored = async () => recordsOf(await owner.get("/imports"), "imports").at(-1)?.mapping;
  await expect.poll(ignored).toMatchObject({
    ignore: expect.arrayContaining(["Start date", "End date"]),
  });
});

test("wrong lines are shown at their cells and come back as a file; the export downloads an archive", async () => {
  const page = await openConsole(at, owner, { path: "/settings/imports" });
  await upload(page, "booking-com-export.csv");
  await page.getByRole("button", { name: /^Import 2/ }).waitFor();
  await look(page, "booking-com-check");
  await page.getByLabel("Unit type becomes").selectOption("Leave out");
  await page.getByText("2 lines can’t be imported").waitFor();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download wrong lines" }).click();
  expect((await saved).suggestedFilename()).toBe("booking-com-export-wrong-lines.csv");
  await page.getByLabel("Unit type becomes").selectOption("Rental");
  await page.getByRole("button", { name: /^Import 2/ }).click();
  await page.getByText("2 records imported.").waitFor();
  await look(page, "booking-com-done");
  await page.getByRole("link", { name: "Export", exact: true }).click();
  await page.getByLabel("For spreadsheets").check();
  await page.getByRole("button", { name: "Export everything" }).click();
  const link = page.getByRole("link", { name: /^Download/ });
  await link.waitFor();
  await look(page, "export");
  expect(await accessibilityFaults(page)).toEqual([]);
  const archive = page.waitForEvent("download");
  await link.click();
  expect((await archive).suggestedFilename()).toMatch(/^roost-export-.*\.zip$/);
  const [made] = recordsOf(await owner.get("/exports"), "exports");
  expect(made).toMatchObject({ byte_order_mark: true, state: "done" });
});
