import { beforeAll, expect, test } from "vitest";
import type { Json } from "../harness/client.ts";
import { aBooking, aRental, created } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";
import { accessibilityFaults, dayFrom, openConsole } from "./open-console.ts";
import { aWindow, type Window } from "./windows.ts";

/** The heat map of lengths of stay, in a real browser (console.md, Rates). */
const service = useSharedService();
let at: Window;

beforeAll(async () => {
  at = await aWindow(service);
});

const dayNumber = (days: number): number => Date.parse(dayFrom(days)) / 86_400_000;

/** 100 a night for two, 10 more per additional guest, 10% off from a week on, two nights minimum. */
async function aHouse() {
  const account = await service.anAccount();
  const manager = await service.aClient(account);
  const table = await created(manager, "/rates_tables", "rates_tables", { name_en: "Long stays" });
  const rules = `/rates_tables/${table.id}/rates_rules`;
  await created(manager, rules, "rates_rules", {
    ...{ kind: "stay_at_least", percentage: "-10", always_applied: true },
    variables: { length: 7, unit: "days" },
  });
  await created(manager, rules, "rates_rules", {
    ...{ kind: "additional_person_fixed_per_night", fixed_amount: "10", always_applied: true },
    variables: { occupation_greater_than: 2 },
  });
  const season = await created(manager, `/rates_tables/${table.id}/seasons`, "seasons", {
    ...{ name: "All year", ratio_percentage: "100", minimum_stay: 2 },
  });
  const nights = { start_date: dayFrom(-40), end_date: dayFrom(300) };
  await created(manager, `/seasons/${season.id}/periods`, "periods", nights);
  const rental = await aRental(manager, {
    ...{ name: "Long House", base_rate: "100", rates_table_id: table.id, sleeps: 2, sleeps_max: 4 },
  });
  return { manager, rental, person: await aMember(service, account, "owner") };
}

/** Opens next month's lengths of stay, since this month may be almost over. @returns the page and the first day */
async function aMonthOn({ id }: Json, person: ConsoleClient) {
  const page = await openConsole(at, person, { path: `/rates?view=lengths&rental=${id}` });
  await page.getByRole("button", { name: "Next month" }).click();
  const grid = page.getByRole("grid", { name: "Lengths of stay in Long House" });
  const first = Number(await grid.locator("[data-day]").first().getAttribute("data-day"));
  return { page, grid, first };
}

test("shows the price of each length by pointer and keyboard, follows the guest count, and marks refused stays", async () => {
  const { manager, rental, person } = await aHouse();
  const { page, grid, first } = await aMonthOn(rental, person);
  expect(first).toBeGreaterThan(dayNumber(0));
  const cell = (nights: number) => page.locator(`#length-${first}-${nights}`);
  await expect.poll(() => cell(1).getAttribute("title")).toContain("1 night: not bookable");
  expect(await cell(3).getAttribute("title")).toContain("3 nights: €300.00, €100.00 a night");
  expect(await cell(10).getAttribute("title")).toContain("10 nights: €900.00, €90.00 a night");
  await cell(3).hover();
  const statusLine = page.getByRole("status").filter({ hasText: "a night" });
  await statusLine.getByText("3 nights: €300.00").waitFor();
  await page.mouse.move(0, 0);
  await grid.focus();
  for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowDown");
  await statusLine.getByText("7 nights: €630.00, €90.00 a night").waitFor();
  expect(await grid.getAttribute("aria-activedescendant")).toBe(`length-${first}-7`);
  await page.getByRole("combobox", { name: "Guests" }).selectOption({ label: "4 guests" });
  await statusLine.getByText("7 nights: €756.00, €108.00 a night").waitFor();
  // Another user's change appears without a reload.
  await manager.put(`/rentals/${rental.id}`, { rentals: [{ base_rate: "200" }] });
  await statusLine.getByText("7 nights: €1,386.00, €198.00 a night").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test("marks taken stays as soon as they are booked, distinct from stays that a rule refuses", async () => {
  const { manager, rental, person } = await aHouse();
  const { page, first } = await aMonthOn(rental, person);
  const cell = (day: number, nights: number) => page.locator(`#length-${first + day}-${nights}`);
  await expect.poll(() => cell(0, 7).getAttribute("title")).toContain("7 nights: €630.00");
  // The nights of the fourth and the fifth day.
  const away = first - dayNumber(0);
  await aBooking(manager, rental, {
    start_at: `${dayFrom(away + 3)}T15:00:00Z`,
    end_at: `${dayFrom(away + 5)}T10:00:00Z`,
  });
  await expect.poll(() => cell(0, 7).getAttribute("title")).toContain("7 nights: nights are taken");
  expect(await cell(0, 4).getAttribute("title")).toContain("nights are taken");
  expect(await cell(4, 1).getAttribute("title")).toContain("nights are taken");
  expect(await cell(0, 3).getAttribute("title")).toContain("3 nights: €300.00");
  expect(await cell(5, 2).getAttribute("title")).toContain("2 nights: €200.00");
  expect(await cell(0, 1).getAttribute("title")).toContain("1 night: not bookable");
  await page.getByText("Nights are taken", { exact: false }).first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});
