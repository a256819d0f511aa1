import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aRental, created, linksOf, read } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";
import { accessibilityFaults, dayFrom, goTo, openConsole, shownDay, sizes } from "./open-console.ts";
import { undo } from "./undo.ts";
import { aWindow, type Window } from "./windows.ts";

/** Seasons and periods in the year view, in a real browser (console.md, Rates). */
const service = useSharedService();
let at: Window;
let manager: ApiClient;
let person: ConsoleClient;
let account: number;

beforeAll(async () => {
  at = await aWindow(service);
  account = await service.anAccount();
  manager = await service.aClient(account);
  person = await aMember(service, account, "owner");
});

/** A rental at 100 a night, with its own rates table. */
async function aSeasonalRental(name: string): Promise<{ readonly rental: Json; readonly table: Json }> {
  const table = await created(manager, "/rates_tables", "rates_tables", { name_en: `Table of ${name}` });
  return { table, rental: await aRental(manager, { name, base_rate: "100", rates_table_id: table.id }) };
}

async function openSeasons(page: Page, rental: Json): Promise<void> {
  await page.getByRole("combobox", { name: "Rental" }).selectOption(String(rental.name));
  await page.getByText("Seasons", { exact: true }).click();
  await page.getByRole("grid", { name: `Seasons of ${rental.name}` }).waitFor();
}

const cell = (page: Page, days: number) => page.locator(`#year-${Date.parse(dayFrom(days)) / 86_400_000}`);

async function makeSeason(page: Page, name: string, ratio: string, shortest: string): Promise<void> {
  await page.getByRole("button", { name: "Add season" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Percent of the base rate").fill(ratio);
  await dialog.getByLabel("Minimum stay in nights").fill(shortest);
  await dialog.getByRole("button", { name: "Save season" }).click();
  await dialog.waitFor({ state: "detached" });
}

/** A rates table's active periods, by the name of their season. */
async function periodsOf({ id }: Json): Promise<Record<string, string[]>> {
  const seasons = recordsOf(await manager.get("/seasons"), "seasons").filter((one) => linksOf(one).rates_table === id);
  const periods = recordsOf(await manager.get("/periods"), "periods").filter(({ archived_at }) => archived_at === null);
  const of = (season: Json) => periods.filter((period) => linksOf(period).season === season.id);
  return Object.fromEntries(
    seasons.map((season) => [
      String(Object(season.name).en),
      of(season).map(({ start_date, end_date }) => `${start_date} ${end_date}`),
    ]),
  );
}

test("a season can be created, filled by keyboard and dates without overlaps, changed and removed", async () => {
  const { rental, table } = await aSeasonalRental("Four Seasons");
  const page = await openConsole(at, person, { path: "/rates" });
  await openSeasons(page, rental);
  await page.getByText("No seasons yet").waitFor();
  // Escape asks before it throws typed text away.
  await page.getByRole("button", { name: "Add season" }).click();
  const unsaved = page.getByRole("dialog");
  await unsaved.getByLabel("Name").fill("Half");
  for (const answer of ["dismiss", "accept"] as const) {
    expect(await unsaved.getByLabel("Name").inputValue()).toBe("Half");
    page.once("dialog", (question) => void question[answer]());
    await page.keyboard.press("Escape");
  }
  await unsaved.waitFor({ state: "detached" });
  await makeSeason(page, "High", "150", "3");
  await page.getByRole("list", { name: "Seasons" }).getByText("150% of the base rate, at least 3 nights").waitFor();
  await page.getByText("No periods: this season applies to no nights.").waitFor();
  // Ten nights from today, by keyboard alone.
  await page.getByRole("grid", { name: "Seasons of Four Seasons" }).focus();
  for (let night = 1; night < 10; night++) await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => page.getByLabel("Last night").inputValue()).toBe(shownDay(dayFrom(9)));
  await page.getByRole("button", { name: "Add period" }).press("Enter");
  await page.getByText("Period added.").waitFor();
  expect(await periodsOf(table)).toEqual({ High: [`${dayFrom(0)} ${dayFrom(9)}`] });
  await expect.poll(() => cell(page, 4).getAttribute("title")).toContain("High, 150%");
  await makeSeason(page, "Low", "80", "1");
  await page.getByLabel("Season", { exact: true }).selectOption({ label: "B · Low" });
  await page.getByLabel("First night").fill(dayFrom(5));
  await page.getByLabel("Last night").fill(dayFrom(20));
  await page.getByRole("button", { name: "Add period" }).click();
  await page.getByText("These nights already belong to High").waitFor();
  await page.getByLabel("First night").fill(dayFrom(10));
  await page.getByRole("button", { name: "Add period" }).click();
  const both = { High: [`${dayFrom(0)} ${dayFrom(9)}`], Low: [`${dayFrom(10)} ${dayFrom(20)}`] };
  await expect.poll(() => periodsOf(table)).toEqual(both);
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByRole("button", { name: /^Low: / }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Repeat next year" }).click();
  await page.getByText("Added for next year.").waitFor();
  await expect.poll(async () => (await periodsOf(table)).Low?.length).toBe(2);
  await undo(page);
  await expect.poll(() => periodsOf(table)).toEqual(both);
  await page.getByRole("button", { name: "Edit High" }).click();
  await dialog.getByLabel("Percent of the base rate").fill("0");
  await dialog.getByRole("button", { name: "Save season" }).click();
  await dialog.getByText("must be").waitFor();
  const high = recordsOf(await manager.get("/seasons"), "seasons").find(
    (season) => linksOf(season).rates_table === table.id && Object(season.name).en === "High",
  );
  await manager.put(`/seasons/${high?.id}`, { seasons: [{ ratio_percentage: "160", minimum_stay: 4 }] });
  await dialog.getByLabel("Percent of the base rate").fill("175.5");
  await dialog.getByRole("button", { name: "Save season" }).click();
  const conflict = dialog.getByRole("alert", { name: "This was changed in the meantime" });
  await conflict.getByRole("row", { name: "Percent of the base rate 175.5 160" }).waitFor();
  expect(await conflict.getByRole("row").count()).toBe(2);
  expect(await accessibilityFaults(page)).toEqual([]);
  await conflict.getByRole("button", { name: "Keep mine" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await read(manager, "seasons", high?.id)).toMatchObject({ ratio_percentage: "175.5", minimum_stay: 4 });
  await page.getByRole("list", { name: "Seasons" }).getByText("175.5% of the base rate").waitFor();
  await page.getByRole("button", { name: "Edit Low" }).click();
  await dialog.getByRole("button", { name: "Remove season" }).click();
  await dialog.getByText("This also removes its 1 period and its use in 0 rules").waitFor();
  await dialog.getByRole("button", { name: "Remove season" }).click();
  await expect.poll(() => periodsOf(table)).toEqual({ High: both.High });
  const [rate] = String((await read(manager, "nightly_rate_maps", rental.id)).rates_map)
    .split(",")
    .slice(2);
  expect(Number(rate)).toBe(175.5);
});

test("a rental without a rates table gets its own, or shares another rental's", async () => {
  const { table } = await aSeasonalRental("Shared House");
  const [alone, sharing] = [
    await aRental(manager, { name: "A house whose name is far too long", base_rate: "100" }),
    await aRental(manager, { name: "Second House", base_rate: "100" }),
  ];
  const page = await openConsole(at, person, { path: "/rates" });
  const tableOf = async ({ id }: Json) => linksOf(await read(manager, "rentals", id)).rates_table;
  const open = async ({ name }: Json) => {
    await goTo(page, "Rates");
    await page.getByRole("combobox", { name: "Rental" }).selectOption(String(name));
    await page.getByText("Seasons", { exact: true }).click();
  };
  await open(alone);
  await page.getByRole("button", { name: "Create rates table" }).click();
  await page.getByRole("grid", { name: `Seasons of ${String(alone.name)}` }).waitFor();
  expect(await read(manager, "rates_tables", await tableOf(alone))).toMatchObject({
    name: { en: "A house whose name is far" },
  });
  await open(sharing);
  const existing = page.getByRole("combobox", { name: "Or use an existing one" });
  await existing.selectOption({ label: `Table of Shared House · ${String(table.id)}` });
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Use rates table" }).click();
  await page.getByRole("grid", { name: "Seasons of Second House" }).waitFor();
  expect(await tableOf(sharing)).toBe(table.id);
  await open(await aRental(manager, { name: "Night by Night", nightly_rates_managed_externally: true }));
  await page.getByText("Rates tables need a base rate and seasons", { exact: false }).waitFor();
  expect(await page.getByRole("button", { name: "Create rates table" }).count()).toBe(0);
});

test("seasons of a rental priced night by night are read-only", async () => {
  const { rental } = await aSeasonalRental("Written House");
  const rentals = [{ nightly_rates_managed_externally: true }];
  expect((await manager.put(`/rentals/${rental.id}`, { rentals })).status).toBe(200);
  const page = await openConsole(at, person, { path: "/rates" });
  await openSeasons(page, rental);
  await page.getByText("This rental uses nightly prices").waitFor();
  expect(await page.getByRole("button", { name: "Add season" }).count()).toBe(0);
});

test("read-only seasons are accessible on a phone in dark mode", async () => {
  const { rental, table } = await aSeasonalRental("Seen House");
  const path = `/rates_tables/${table.id}/seasons`;
  const season = await created(manager, path, "seasons", { name: "Peak", ratio_percentage: "140", minimum_stay: 2 });
  const nights = { start_date: dayFrom(-5), end_date: dayFrom(12) };
  await created(manager, `/seasons/${season.id}/periods`, "periods", nights);
  await service.sql("update rates_tables set shared = false where id = $1", [table.id]);
  const page = await openConsole(at, person, {
    path: `/rates?view=seasons&rental=${rental.id}`,
    viewport: sizes.phone,
    colorScheme: "dark",
  });
  await page.getByRole("list", { name: "Seasons" }).getByText("140% of the base rate, at least 2 nights").waitFor();
  await page.getByText("You can’t edit it here").waitFor();
  expect(await page.getByRole("button", { name: "Add season" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Add period" }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
});
