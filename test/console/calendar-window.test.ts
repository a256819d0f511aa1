import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, read } from "../harness/factories.ts";
import { aMember } from "../harness/people.ts";
import { baseUrl } from "../harness/service.ts";
import { accessibilityFaults, dayFrom, openConsole, useConsole } from "./open-console.ts";

/** The calendar's reads and display, and its state in the address (console.md, Screens, Calendar). */
const roost = useConsole();

const epochDay = (days: number): number => Date.parse(dayFrom(days)) / 86_400_000;
const night = (page: Page, rental: Json, days: number) => page.locator(`[id="cell-${rental.id}-${epochDay(days)}"]`);

/** Holds the calendar's reads of bookings back until the returned function is called. */
async function delayedBookings(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/api/v3/bookings?*rental_id*", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

describe("the calendar's nights", () => {
  test("are never free before their bookings are known, and only visible rentals are read", async () => {
    const rental = await aRental(roost.manager, { name: "Unknown House", base_rate: "100" });
    await aBooking(roost.manager, rental, { start_at: dayFrom(2), end_at: dayFrom(4) });
    const page = await roost.open({ path: "/settings" });
    const release = await delayedBookings(page);
    const reads: URL[] = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.pathname === "/api/v3/bookings") reads.push(url);
    });
    await page.goto(`${baseUrl}/console/calendar?q=Unknown`);
    for (const days of [1, 2, 5]) {
      await expect.poll(() => night(page, rental, days).getAttribute("aria-label")).toContain("Not loaded");
      expect(await night(page, rental, days).getAttribute("aria-label")).not.toMatch(/free|€|100/);
      expect(await night(page, rental, days).innerText()).toBe("");
    }
    expect(await page.getByRole("grid").getAttribute("aria-busy")).toBe("true");
    expect(await accessibilityFaults(page)).toEqual([]);
    release();
    await page.locator("[data-stay]").waitFor();
    await expect.poll(() => night(page, rental, 5).getAttribute("aria-label")).toContain("free, 100 EUR");
    expect(await night(page, rental, 2).getAttribute("aria-label")).toContain("Booked");
    expect(reads.length).toBeGreaterThan(0);
    for (const url of reads) expect(url.searchParams.get("rental_id")?.split(",")).toContain(String(rental.id));
  });

  test("are read ten neighbours at once, whatever the order in which the rentals were made", async () => {
    const account = await roost.service.anAccount();
    const owner = await aMember(roost.service, account, "owner");
    const nameAt = (place: number) => `House ${String(place).padStart(2, "0")}`;
    const placeOf = new Map<string, number>();
    for (let count = 0; count < 30; count++) {
      const place = (count * 7) % 30;
      placeOf.set(String((await aRental(owner, { name: nameAt(place) })).id), place);
    }
    const reads: number[][] = [];
    const prepare = async (page: Page) =>
      page.on("request", (request) => {
        const ids = new URL(request.url()).searchParams.get("rental_id");
        if (request.url().includes("/bookings?") && ids) reads.push(ids.split(",").map((id) => placeOf.get(id) ?? -1));
      });
    const page = await openConsole(roost.at, owner, { path: "/calendar", prepare });
    await page.getByRole("rowheader", { name: nameAt(0) }).waitFor();
    await expect.poll(() => page.getByRole("grid").getAttribute("aria-busy")).toBe("false");
    expect(reads.length).toBeGreaterThan(0);
    for (const places of reads) expect(places).toEqual(places.map((_, next) => (places[0] ?? 0) + next));
  });

  test("have names that contain what they show", async () => {
    const rental = await aRental(roost.manager, { name: "Named House", base_rate: "1234.56" });
    const minimum = { start_date: dayFrom(0), end_date: dayFrom(9), minimum_stay: 3 };
    await roost.manager.post(`/rentals/${rental.id}/rate_overrides`, { rate_overrides: [minimum] });
    const page = await roost.open({ path: "/calendar?q=Named" });
    await expect.poll(() => night(page, rental, 5).innerText()).toBe("1,235");
    expect(await night(page, rental, 5).getAttribute("aria-label")).toMatch(/free, 1,235 EUR, from 3 nights$/);
  });

  test("show a stay's guest while its arrival is out of sight", async () => {
    const rental = await aRental(roost.manager, { name: "Scrolled House", base_rate: "100" });
    const guest = await aGuest(roost.manager, { fullname: "Grace Hopper" });
    await aBooking(roost.manager, rental, { start_at: dayFrom(3), end_at: dayFrom(17), client_id: guest.id });
    const page = await roost.open({ path: "/calendar?q=Scrolled" });
    const name = page.locator("[data-stay]").getByText("Grace Hopper");
    await name.waitFor();
    const names = await page.getByRole("rowheader").first().boundingBox();
    for (const days of [6, 4]) {
      await page.getByRole("grid").evaluate((grid, by) => grid.scrollBy(by, 0), 46 * days);
      await expect
        .poll(async () => (await name.boundingBox())?.x)
        .toBeGreaterThan((names?.x ?? 0) + (names?.width ?? 0));
    }
  });

  test("between two stays offer a shorter minimum stay when nobody can book them", async () => {
    const rental = await aRental(roost.manager, { name: "Gap House", base_rate: "100" });
    const minimum = { start_date: dayFrom(0), end_date: dayFrom(60), minimum_stay: 4 };
    await roost.manager.post(`/rentals/${rental.id}/rate_overrides`, { rate_overrides: [minimum] });
    await aBooking(roost.manager, rental, { start_at: dayFrom(1), end_at: dayFrom(3) });
    await aBooking(roost.manager, rental, { start_at: dayFrom(5), end_at: dayFrom(8) });
    const page = await roost.open({ path: "/calendar?q=Gap+House" });
    await page.locator("[data-gap]").first().click();
    const dialog = page.getByRole("dialog", { name: "Gap House" });
    await dialog.getByText("2 nights between two stays").waitFor();
    await dialog.getByRole("button", { name: "Save 2 nights" }).click();
    await page.locator("[data-gap]").first().waitFor({ state: "detached" });
    const map = await read(roost.manager, "nightly_rate_maps", rental.id);
    const stays = String(map.minimum_stays_map).split(",");
    const first = epochDay(3) - Date.parse(String(map.start_date)) / 86_400_000;
    expect(stays.slice(first - 1, first + 3)).toEqual(["4", "2", "2", "4"]);
  });
});

describe("the calendar's address", () => {
  test("keeps the first day, the search and the row height over a reload, and Back returns to them", async () => {
    const rental = await aRental(roost.manager, { name: "Address House", base_rate: "100" });
    const page = await roost.open();
    await page.getByRole("textbox", { name: "Find a rental" }).fill("Address");
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByLabel("Row height").selectOption("Roomy");
    await page.getByRole("grid").evaluate((grid) => grid.scrollBy(46 * 40, 0));
    await expect.poll(() => new URL(page.url()).searchParams.get("day")).toBe(dayFrom(38));
    await page.reload();
    await night(page, rental, 40).waitFor();
    expect(await page.getByRole("rowheader").allTextContents()).toEqual(["Address House"]);
    expect((await page.getByRole("row").nth(1).boundingBox())?.height).toBe(50);
    await page.getByRole("navigation").getByRole("link", { name: "Today", exact: true }).click();
    await page.getByRole("heading", { name: "Arrivals" }).waitFor();
    await page.goBack();
    await night(page, rental, 40).waitFor();
    expect(new URL(page.url()).searchParams.get("day")).toBe(dayFrom(38));
  });

  test("shows the rentals that are free between two days from the first of them, with the stay's price", async () => {
    const rental = await aRental(roost.manager, { name: "Offer House", base_rate: "100" });
    const page = await roost.open({ path: "/calendar?q=Offer" });
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByLabel("Free from").fill(dayFrom(60));
    await page.getByLabel("Free until").fill(dayFrom(63));
    await page.getByRole("rowheader").getByText("€300.00").waitFor();
    await night(page, rental, 61).waitFor();
    await aBooking(roost.manager, rental, { start_at: dayFrom(61), end_at: dayFrom(62) });
    await page.getByText("No rentals match these filters").waitFor();
  });
});

describe("a booking from the calendar", () => {
  const staysOf = async (rental: Json): Promise<Json[]> =>
    recordsOf(await roost.manager.get(`/bookings?rental_id=${rental.id}&include=client`), "bookings");

  test("for a known guest in a free week takes at most six clicks", async () => {
    const rental = await aRental(roost.manager, { name: "Week House", base_rate: "7" });
    const guest = await aGuest(roost.manager, {
      fullname: "Ines Muster",
      phones: [{ label: "home", number: "+41 44 668 18 00" }],
    });
    await aBooking(roost.manager, rental, { start_at: dayFrom(90), end_at: dayFrom(91), client_id: guest.id });
    const page = await roost.open({ path: "/calendar?new=booking" });
    let clicks = 0;
    const click = async (target: ReturnType<Page["locator"]>) => {
      clicks += 1;
      await target.click();
    };
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Arrival").fill(dayFrom(30));
    await click(dialog.getByRole("button", { name: /Week House/ }));
    await page.getByText("Total for 7 nights").waitFor();
    await page.getByRole("combobox", { name: "Guest" }).fill("446681800");
    await dialog.getByText("1 stay · +41 44 668 18 00").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await click(dialog.getByRole("option", { name: /Ines Muster/ }));
    await click(dialog.getByRole("button", { name: "Book", exact: true }));
    await page.getByText(" booked.").waitFor();
    // And the click on "New booking".
    expect(clicks + 1).toBeLessThanOrEqual(6);
    const [made] = (await staysOf(rental)).filter(({ start_at }) => String(start_at).startsWith(dayFrom(30)));
    expect(made).toMatchObject({ client: { id: guest.id } });
    expect(recordsOf(await roost.manager.get("/clients?name=Ines Muster"), "clients")).toHaveLength(1);
  });

  test("stores a new guest with contacts and language, and an override of the rules with its reason", async () => {
    const rental = await aRental(roost.manager, { name: "Override House", base_rate: "100", sleeps: 1, sleeps_max: 1 });
    const page = await roost.open({ path: "/calendar?q=Override" });
    await night(page, rental, 3).click();
    const dialog = page.getByRole("dialog", { name: "Override House" });
    await dialog.getByText("Maximum occupancy: 1 guest.").waitFor();
    await dialog.getByRole("combobox", { name: "Guest" }).fill("Nova Neu");
    await dialog.getByRole("option", { name: "New guest: Nova Neu" }).click();
    await dialog.getByLabel("E-mail").fill("nova@example.com");
    await dialog.getByLabel("Phone").fill("+49 30 901820");
    await dialog.getByRole("button", { name: "Book anyway" }).click();
    await page.getByText(" booked.").waitFor();
    const [stay] = await staysOf(rental);
    expect(stay).toMatchObject({ client: { fullname: "Nova Neu", emails: [{ email: "nova@example.com" }] } });
    const shown = recordOf(await roost.manager.get(`/bookings/${stay?.id}?include=booking_comments`), "bookings");
    expect(shown.booking_comments).toMatchObject([
      { content: "Booked against the rules. Maximum occupancy: 1 guest." },
    ]);
    // The selection ends with the booking.
    expect(await page.locator("[aria-selected=true]").count()).toBe(0);
  });

  test("that is refused leaves no guest behind, and links the booking that takes the nights", async () => {
    const rental = await aRental(roost.manager, { name: "Taken House", base_rate: "100" });
    const taken = await aBooking(roost.manager, rental, { start_at: dayFrom(5), end_at: dayFrom(7) });
    const page = await roost.open({ path: "/calendar?q=Taken" });
    await night(page, rental, 3).click();
    const dialog = page.getByRole("dialog", { name: "Taken House" });
    await dialog.getByLabel("Departure").fill(dayFrom(6));
    await dialog.getByText("Some of these nights are taken.").waitFor();
    await dialog.getByRole("combobox", { name: "Guest" }).fill("Nobody New");
    await dialog.getByRole("option", { name: "New guest: Nobody New" }).click();
    await dialog.getByRole("button", { name: "Book", exact: true }).click();
    const problem = dialog.getByRole("alert").filter({ hasText: "Not saved" });
    await problem.getByRole("link", { name: String(taken.reference) }).waitFor();
    expect(await problem.innerText()).toMatch(/\nThe nights are taken by booking/);
    expect(recordsOf(await roost.manager.get("/clients?name=Nobody New"), "clients")).toEqual([]);
  });
});
