import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { type ApiClient, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aRental, created, read } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";
import { typeInto } from "./keyboard.ts";
import { accessibilityFaults, dayFrom, openConsole } from "./open-console.ts";
import { undo } from "./undo.ts";
import { aWindow, type Window } from "./windows.ts";

/** Rates in a real browser (console.md, Screens). Maps begin yesterday, so days count from today. */
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

/** A rental whose nights all cost 100. */
async function aPricedRental(name: string): Promise<Json> {
  const rental = await aRental(manager, { name, base_rate: "100", nightly_rates_managed_externally: true });
  const map = {
    start_date: dayFrom(0),
    rates_map: new Array(1000).fill("100").join(","),
    minimum_stays_map: new Array(1000).fill("1").join(","),
  };
  const answer = await manager.put(`/nightly_rate_maps/${rental.id}`, { nightly_rate_maps: [map] });
  expect(answer.status).toBe(200);
  return rental;
}

/** The prices of nights, by their distance from today in days. */
async function ratesOf(rental: Json, nights: readonly number[], which = "rates_map"): Promise<number[]> {
  const map = await read(manager, "nightly_rate_maps", rental.id);
  const first = Date.parse(String(map.start_date)) / 86_400_000;
  const values = String(map[which]).split(",");
  return nights.map((days) => Number(values[Date.parse(dayFrom(days)) / 86_400_000 - first]));
}

async function ratesScreen(page: Page, rental: Json): Promise<void> {
  await page.getByRole("combobox", { name: "Rental" }).selectOption(String(rental.name));
  await page.getByRole("grid", { name: `Nights of ${rental.name}` }).waitFor();
}

const cell = (page: Page, days: number) => page.locator(`#year-${Date.parse(dayFrom(days)) / 86_400_000}`);

/** The year of the July on screen, from its month button. */
async function markJuly(page: Page): Promise<string> {
  const button = page.getByRole("button", { name: /^Select July \d{4}$/ });
  await button.click();
  return String(/\d{4}/.exec(await button.innerText()));
}

describe("rates", () => {
  test("change July's prices and its minimum stay on weekends, and undo", async () => {
    const rental = await aPricedRental("July House");
    const page = await openConsole(at, person, { path: "/rates" });
    await ratesScreen(page, rental);
    // The year begins with this month. In July some nights may be over, so use the next July.
    await page.getByRole("button", { name: "Next year" }).click();
    const year = await markJuly(page);
    for (const day of ["Mon", "Tue", "Wed", "Thu", "Sun"]) await page.getByText(day, { exact: true }).click();
    await page.getByLabel("Price", { exact: true }).selectOption("Raise by percent");
    await page.getByLabel("Percent (negative to lower)").fill("25");
    await page.getByLabel("Minimum stay").fill("3");
    await page.getByText("€100.00 → €125.00").waitFor();
    await page.getByRole("button", { name: /^Save \d+ nights$/ }).click();
    await page.getByText(/nights saved/).waitFor();
    const map = await read(manager, "nightly_rate_maps", rental.id);
    const first = Date.parse(String(map.start_date)) / 86_400_000;
    const july = Date.parse(`${year}-07-01`) / 86_400_000 - first;
    const weekdays = Array.from({ length: 33 }, (_, index) =>
      new Date((first + july - 1 + index) * 86_400_000).getUTCDay(),
    );
    const inside = weekdays.map((day, index) => index > 0 && index < 32 && day >= 5);
    const shown = (of: unknown) =>
      String(of)
        .split(",")
        .slice(july - 1, july + 32)
        .map(Number);
    expect(shown(map.rates_map)).toEqual(inside.map((is) => (is ? 125 : 100)));
    expect(shown(map.minimum_stays_map)).toEqual(inside.map((is) => (is ? 3 : 1)));
    await undo(page);
    await page.getByText("Undone").waitFor();
    expect((await read(manager, "nightly_rate_maps", rental.id)).rates_map).not.toContain("125");
  });

  test("are set by dragging, and selected by keyboard alone", async () => {
    const rental = await aPricedRental("Painted House");
    const page = await openConsole(at, person, { path: "/rates" });
    await ratesScreen(page, rental);
    await page.getByRole("button", { name: "Next year" }).click();
    const first = Number((await page.getByRole("gridcell").first().getAttribute("data-day")) ?? 0);
    const today = Date.parse(dayFrom(0)) / 86_400_000;
    const night = (day: number) => cell(page, first - today + day);
    await night(4).hover();
    await page.mouse.down();
    await night(7).hover();
    await page.mouse.up();
    await page.getByLabel("Amount in EUR").fill("80");
    await page.getByRole("button", { name: "Save 4 nights" }).click();
    await page.getByText("4 nights saved.").waitFor();
    const nights = [3, 4, 7, 8].map((day) => first - today + day);
    expect(await ratesOf(rental, nights)).toEqual([100, 80, 80, 100]);
    await page.getByRole("grid").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowRight");
    await page.getByText("2 nights selected, now €100.00.").waitFor();
    expect(await night(9).getAttribute("aria-selected")).toBe("true");
  });

  test("go from base rate and seasons to single nights, keep their prices, and return by a button", async () => {
    const rental = await aRental(manager, { name: "Base House", base_rate: "90" });
    const page = await openConsole(at, person, { path: `/rates?rental=${rental.id}` });
    await page.getByRole("button", { name: "Price nights one by one" }).click();
    await page.getByRole("alert", { name: "Nights are priced one by one" }).waitFor();
    const isWritten = async () => (await read(manager, "rentals", rental.id)).nightly_rates_managed_externally;
    expect(await isWritten()).toBe(true);
    expect(await ratesOf(rental, [0, 400, 1000])).toEqual([90, 90, 90]);
    await page.getByLabel("Base rate in EUR").fill("95");
    await page.getByRole("button", { name: "Return to base rate and seasons" }).click();
    await page.getByText("Prices follow base rate and seasons again.").waitFor();
    expect(await isWritten()).toBe(false);
    expect(await ratesOf(rental, [0, 1000])).toEqual([95, 95]);
    await undo(page);
    await page.getByText("Undone").waitFor();
    expect(await isWritten()).toBe(true);
    expect(await ratesOf(rental, [0, 1000])).toEqual([90, 90]);
  });

  test("of single nights lie on top of seasons, and are removed again in one step", async () => {
    const rental = await aRental(manager, { name: "Season House", base_rate: "100" });
    const page = await openConsole(at, person, { path: `/rates?rental=${rental.id}` });
    await page.getByLabel("First night").fill(dayFrom(10));
    await page.getByLabel("Last night").fill(dayFrom(12));
    await page.getByLabel("Amount in EUR").fill("150");
    await page.getByLabel("Minimum stay").fill("2");
    await page.getByRole("button", { name: "Save 3 nights" }).click();
    const own = page.getByRole("list", { name: "Changes of some nights" });
    await own.getByText("€150.00 · at least 2 nights").waitFor();
    expect(await ratesOf(rental, [9, 10, 12, 13])).toEqual([100, 150, 150, 100]);
    expect(await ratesOf(rental, [10], "minimum_stays_map")).toEqual([2]);
    await own.getByRole("button", { name: /^Remove: / }).click();
    await page.getByText("Custom price removed.").waitFor();
    expect(await ratesOf(rental, [10, 12])).toEqual([100, 100]);
    await undo(page);
    await own.getByText("€150.00").waitFor();
    expect(await ratesOf(rental, [10, 12])).toEqual([150, 150]);
  });

  test("of several rentals change at once, with old and new prices and one undo", async () => {
    const seasonal = await aRental(manager, { name: "Bulk seasons", base_rate: "100" });
    const written = await aPricedRental("Bulk nights");
    const page = await openConsole(at, person, { path: "/rates" });
    await page.getByRole("button", { name: "Price several rentals" }).click();
    await page.getByLabel("Bulk seasons").check();
    await page.getByLabel("Bulk nights").check();
    await page.getByLabel("First night").fill(dayFrom(30));
    await page.getByLabel("Last night").fill(dayFrom(36));
    await page.getByLabel("Price", { exact: true }).selectOption("Raise by percent");
    await page.getByLabel("Percent (negative to lower)").fill("20");
    await page.getByRole("row", { name: "Bulk seasons €100.00 €120.00" }).waitFor();
    await page.getByRole("button", { name: "Save 14 nights" }).click();
    await page.getByText("14 nights saved.").waitFor();
    for (const rental of [seasonal, written])
      expect(await ratesOf(rental, [29, 30, 36, 37])).toEqual([100, 120, 120, 100]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await undo(page);
    await page.getByText("Undone").waitFor();
    for (const rental of [seasonal, written]) expect(await ratesOf(rental, [30, 36])).toEqual([100, 100]);
  });

  test("have the account's separators in the field for the new price", async () => {
    const rental = await aPricedRental("Palace");
    const page = await openConsole(at, person, { path: "/rates?view=several" });
    await page.getByLabel("Palace").check();
    await page.getByLabel("First night").fill(dayFrom(30));
    await page.getByLabel("Last night").fill(dayFrom(31));
    await page.getByLabel("Amount in EUR").pressSequentially("1,200");
    await page.getByText("€100.00 → €1,200.00").waitFor();
    await page.getByRole("button", { name: "Save 2 nights" }).click();
    await page.getByText("2 nights saved.").waitFor();
    expect(await ratesOf(rental, [29, 30, 31, 32])).toEqual([100, 1200, 1200, 100]);
  });

  test("keep their source and prices when the switch to nightly management fails", async () => {
    const rental = await aRental(manager, { name: "Refused House", base_rate: "90" });
    const page = await openConsole(at, person, { path: "/rates" });
    await ratesScreen(page, rental);
    const refusal = { errors: { base: ["The map was refused."] } };
    await page.route(`**/nightly_rate_maps/${rental.id}`, (route) =>
      route.request().method() === "PUT" ? route.fulfill({ status: 422, json: refusal }) : route.continue(),
    );
    const switchedBack = page.waitForResponse(
      (answer) =>
        answer.request().method() === "PUT" &&
        /"nightly_rates_managed_externally":false/.test(answer.request().postData() ?? ""),
    );
    await page.getByRole("button", { name: "Price nights one by one" }).click();
    expect((await switchedBack).status()).toBe(200);
    await page.getByRole("alert", { name: "Not saved" }).getByText("The map was refused.").waitFor();
    expect((await read(manager, "rentals", rental.id)).nightly_rates_managed_externally).toBe(false);
    expect(await ratesOf(rental, [0, 400, 1000])).toEqual([90, 90, 90]);
  });

  test("simulate a stay with each rule's effect, the refusals, and a bookable alternative", async () => {
    const table = await created(manager, "/rates_tables", "rates_tables", { name_en: "House rules" });
    const rules = `/rates_tables/${table.id}/rates_rules`;
    await created(manager, rules, "rates_rules", {
      kind: "stay_at_least",
      always_applied: true,
      percentage: "-10",
      variables: { length: 5, unit: "days" },
    });
    await created(manager, rules, "rates_rules", {
      kind: "prevent_if_booked_less_than",
      always_applied: true,
      variables: { length: 3, unit: "days" },
    });
    const rental = await aRental(manager, { name: "Ruled House", base_rate: "100", rates_table_id: table.id });
    const page = await openConsole(at, person, { path: "/rates" });
    await ratesScreen(page, rental);
    await page.getByText("Simulator", { exact: true }).click();
    await page.getByText("Nights in stays of 5 days or more cost 10% less. Always.").waitFor();
    await page.getByText("This stay can be booked.").waitFor();
    expect(
      await page
        .getByRole("row", { name: /^Total/ })
        .getByRole("cell")
        .innerText(),
    ).toBe("€630.00");
    expect(await page.getByRole("table", { name: "Nightly rates before rules" }).locator("tbody tr").count()).toBe(7);
    await page.getByLabel("Arrival").fill(dayFrom(1));
    await page.getByLabel("Departure").fill(dayFrom(3));
    await page.getByText("No arrivals within 3 days of today. Always.").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page
      .getByRole("button", { name: /2 nights · 2 guests · €200.00/ })
      .first()
      .click();
    await page.getByText("This stay can be booked.").waitFor();
    // The first one depends on the order of the responses.
    const arrival = await page.getByLabel("Arrival").inputValue();
    expect(arrival.split("/").reverse().join("-") >= dayFrom(3)).toBe(true);
    await page.getByText("Rules", { exact: true }).click();
    await page.getByRole("heading", { name: "Restrictions" }).waitFor();
    expect(await page.locator("main li > span").allInnerTexts()).toEqual([
      "No arrivals within 3 days of today. Always.",
      "Nights in stays of 5 days or more cost 10% less. Always.",
    ]);
  });

  test("have rules that a form adds, changes and removes, with a preview of their effect", async () => {
    const table = await created(manager, "/rates_tables", "rates_tables", { name_en: "Changing rules" });
    const rental = await aRental(manager, { name: "Changing House", base_rate: "100", rates_table_id: table.id });
    const season = await created(manager, `/rates_tables/${table.id}/seasons`, "seasons", {
      ...{ name_en: "Summer", ratio_percentage: "10", minimum_stay: 1 },
    });
    const stored = async () =>
      recordsOf(await manager.get("/rates_rules"), "rates_rules").filter(
        ({ links }) => Object(links).rates_table === table.id,
      );
    const page = await openConsole(at, person, { path: "/rates" });
    await ratesScreen(page, rental);
    await page.getByText("Rules", { exact: true }).click();
    await page.getByRole("button", { name: "Add rule" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Rule").selectOption("Day-of-week price");
    await dialog.getByLabel("Percent (negative to lower)").fill("15");
    await dialog.getByLabel("When").selectOption("In seasons");
    await dialog.getByRole("button", { name: "Save rule" }).click();
    await dialog.getByRole("alert").or(dialog.locator(".bad:not(:empty)")).first().waitFor();
    await dialog.getByLabel("Summer").check();
    await dialog.getByText("Nights on Fri, Sat cost 15% more. In: Summer.").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save rule" }).click();
    await page.getByText("Rule saved.").waitFor();
    expect(await stored()).toMatchObject([
      { kind: "weekend_night", percentage: "15.0", variables: { days: [5, 6] }, links: { seasons: [season.id] } },
    ]);
    await page.getByRole("button", { name: "Edit: Nights on Fri, Sat" }).click();
    await dialog.getByLabel("When").selectOption("Always");
    await dialog.getByRole("button", { name: "Save rule" }).click();
    await page.getByRole("main").getByText("Nights on Fri, Sat cost 15% more. Always.").waitFor();
    expect(await stored()).toMatchObject([{ always_applied: true, links: { seasons: [] } }]);
    await page.getByRole("button", { name: "Edit: Nights on Fri, Sat" }).click();
    await dialog.getByRole("button", { name: "Remove rule" }).click();
    await page.getByText("Rule removed.").waitFor();
    expect(await stored()).toEqual([]);
    await undo(page);
    await page.getByRole("main").getByText("Nights on Fri, Sat cost 15% more. Always.").waitFor();
    expect(await stored()).toMatchObject([{ kind: "weekend_night", percentage: "15.0", always_applied: true }]);
  });

  test("have presets for the commonest rules, which warn that several rentals share them", async () => {
    const table = await created(manager, "/rates_tables", "rates_tables", { name_en: "Shared rules" });
    const rental = await aRental(manager, { name: "First sharer", base_rate: "100", rates_table_id: table.id });
    await aRental(manager, { name: "Second sharer", base_rate: "100", rates_table_id: table.id });
    const page = await openConsole(at, person, { path: `/rates?rental=${rental.id}&view=rules` });
    const warning = "Changes here apply to 2 rentals: First sharer and Second sharer.";
    await page.getByText(warning).waitFor();
    await page.getByRole("button", { name: "Last minute" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(warning).waitFor();
    await dialog.getByText("Nights booked less than 7 days ahead cost 10% less. Always.").waitFor();
    await dialog.getByRole("button", { name: "Save rule" }).click();
    await page.getByText("Rule saved.").waitFor();
    expect(recordsOf(await manager.get("/rates_rules"), "rates_rules").at(-1)).toMatchObject({
      ...{ kind: "late_booking", percentage: "-10.0", variables: { length: 7, unit: "days" }, always_applied: true },
      links: { rates_table: table.id },
    });
  });

  test("have discount codes that are created, changed beside another person, and ended", async () => {
    const rental = await aRental(manager, { name: "Coded House", base_rate: "100" });
    const page = await openConsole(at, person, { path: "/rates?view=codes" });
    await page.getByRole("button", { name: "New discount code" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Code", exact: true }).fill("SUMMER");
    await dialog.getByRole("textbox", { name: "Discount", exact: true }).fill("15");
    await dialog.getByLabel("Maximum uses").fill("3");
    await dialog.getByLabel("All rentals").uncheck();
    await dialog.getByLabel("Coded House").check();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).click();
    const codes = page.getByRole("list", { name: "Discount codes" });
    await codes.getByText("−15% · Coded House · used 0 of 3").waitFor();
    const stored = async () => recordsOf(await manager.get("/booking/discount_codes"), "discount_codes")[0];
    const code = await stored();
    expect(code).toMatchObject({ discount_code: "SUMMER", percentage: 15, links: { rentals: [rental.id] } });
    await codes.getByRole("button", { name: "Edit: SUMMER" }).click();
    await dialog.getByLabel("Maximum uses").fill("5");
    await manager.put(`/booking/discount_codes/${code?.id}`, {
      discount_codes: [{ number_of_times: 4, percentage: 20 }],
    });
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("row", { name: "Maximum uses 5 4" }).waitFor();
    await dialog.getByRole("alert").getByRole("button").first().click();
    await codes.getByText("−20% · Coded House · used 0 of 5").waitFor();
    await codes.getByRole("button", { name: "End: SUMMER" }).click();
    await dialog.getByRole("button", { name: "End discount code" }).click();
    await page.getByText("SUMMER ended.").waitFor();
    expect(await stored()).toBeUndefined();
  });

  test("change a code whose rental was deleted, without extending it to the others", async () => {
    const rental = await aRental(manager, { name: "Sold House" });
    const kept = await aRental(manager, { name: "Kept House" });
    const code = await created(manager, "/booking/discount_codes", "discount_codes", {
      discount_code: "AUTUMN",
      percentage: 10,
      rental_ids: [rental.id],
    });
    await manager.delete(`/rentals/${rental.id}`);
    const page = await openConsole(at, person, { path: "/rates?view=codes" });
    const codes = page.getByRole("list", { name: "Discount codes" });
    await codes.getByText("−10% · no rentals · used 0 times").waitFor();
    await codes.getByRole("button", { name: "Edit: AUTUMN" }).click();
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByLabel("All rentals").isChecked()).toBe(false);
    await dialog.getByLabel("Maximum uses").fill("5");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("can't be blank with rentals_eligibility specific_rentals").waitFor();
    await dialog.getByLabel("Kept House").check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await codes.getByText("−10% · Kept House · used 0 of 5").waitFor();
    const stored = recordOf(await manager.get(`/booking/discount_codes/${code.id}`), "discount_codes");
    expect(stored).toMatchObject({ all_rentals: false, number_of_times: 5, links: { rentals: [kept.id] } });
    await manager.delete(`/booking/discount_codes/${code.id}`);
  });

  test("have special offers that are created, changed, priced, and removed", async () => {
    const rental = await aRental(manager, { name: "Offered House", base_rate: "100" });
    const page = await openConsole(at, person, { path: `/rates?view=offers&rental=${rental.id}` });
    await page.getByText("No special offers yet", { exact: false }).waitFor();
    await page.getByRole("button", { name: "New special offer" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name (English)").fill("Quiet weeks");
    await dialog.getByLabel("Discount in percent").fill("20");
    await dialog.getByLabel("First arrival").fill(dayFrom(-3));
    await dialog.getByLabel("Last arrival").fill(dayFrom(30));
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("cannot be in the past").waitFor();
    await dialog.getByLabel("First arrival").fill(dayFrom(10));
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).click();
    const offers = page.getByRole("list", { name: "Special offers" });
    await offers.getByText("−20% · arrivals", { exact: false }).waitFor();
    await offers.getByRole("button", { name: "Edit: Quiet weeks" }).click();
    await dialog.getByLabel("Discount in percent").fill("25");
    await dialog.getByRole("button", { name: "Save" }).click();
    await offers.getByText("−25% · arrivals", { exact: false }).waitFor();
    const stored = async () => recordsOf(await manager.get("/special_offers"), "special_offers");
    expect(await stored()).toMatchObject([{ name: { en: "Quiet weeks" }, discount: 25, end_date: dayFrom(30) }]);
    await offers.getByRole("button", { name: "Remove: Quiet weeks" }).click();
    await dialog.getByRole("button", { name: "Remove special offer" }).click();
    await page.getByText("Quiet weeks removed.").waitFor();
    expect(await stored()).toEqual([]);
  });

  test("have an empty state without rentals, and are hidden from roles that cannot read them", async () => {
    const empty = await aMember(service, await service.anAccount(), "owner");
    const page = await openConsole(at, empty, { path: "/rates" });
    await page.getByText("No rentals yet. Add one to see its calendar.").waitFor();
    const viewer = await openConsole(at, await aMember(service, account, "viewer"));
    expect(await viewer.getByRole("link", { name: "Rates" }).count()).toBe(0);
  });
});

test("dates are read and shown in the account's order, whatever the browser's", async () => {
  const other = await service.anAccount();
  const rental = await aRental(await service.aClient(other), { name: "House of dates", base_rate: "100" });
  const owner = await aMember(service, other, "owner");
  const year = Number(dayFrom(0).slice(0, 4)) + 1;
  for (const [country, december] of [
    ["GB", "05/12"],
    ["US", "12/05"],
  ]) {
    await service.sql("update accounts set country_code = $2 where id = $1", [other, country]);
    const page = await openConsole(at, owner, { path: "/rates", locale: country === "GB" ? "en-US" : "en-GB" });
    await ratesScreen(page, rental);
    await page.getByText("Simulator", { exact: true }).click();
    const departure = page.getByLabel("Departure");
    const nights = page.getByRole("table", { name: "Nightly rates before rules" }).locator("tbody tr");
    await page.getByLabel("Arrival").fill(`${year}-12-04`);
    await typeInto(page, departure, `${december}/${year}`);
    await expect.poll(() => nights.count()).toBe(1);
    await page.keyboard.press("Tab");
    expect(await departure.inputValue()).toBe(`${december}/${year}`);
    // An unreadable text stays, an emptied field shows its last date.
    await typeInto(page, departure, "31/31/2031");
    await page.keyboard.press("Tab");
    await page.getByText(/^Not a date/).waitFor();
    expect(await departure.inputValue()).toBe("31/31/2031");
    await departure.fill("");
    await page.keyboard.press("Tab");
    await expect.poll(() => departure.inputValue()).toBe(`${december}/${year}`);
    // The calendar, by keyboard.
    await departure.focus();
    await page.keyboard.press("Alt+ArrowDown");
    const chosen = page.getByRole("button", { name: /\b(5 Dec|Dec 5)\b/ });
    await expect.poll(() => chosen.evaluate((day) => day === day.ownerDocument.activeElement)).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => nights.count()).toBe(8);
  }
});
