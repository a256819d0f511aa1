import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, read } from "../harness/factories.ts";
import { accessibilityFaults, dayFrom, shownDay, sizes, useConsole } from "./open-console.ts";
import { undo } from "./undo.ts";

/** Selecting nights across rentals, and dragging the edges of stays (console.md, The job decides 4 and 9). */
const roost = useConsole();

const epochDay = (days: number): number => Date.parse(dayFrom(days)) / 86_400_000;
const night = (page: Page, rental: Json, days: number) => page.locator(`[id="cell-${rental.id}-${epochDay(days)}"]`);

const day = (time: unknown): string => String(time).slice(0, 10);
const staysOf = async (rental: Json): Promise<Json[]> =>
  recordsOf(await roost.manager.get(`/bookings?rental_id=${rental.id}`), "bookings");

async function houses(name: string): Promise<readonly [Json, Json, Json]> {
  const make = (letter: string, base_rate: string) => aRental(roost.manager, { name: `${name} ${letter}`, base_rate });
  return [await make("A", "100"), await make("B", "150"), await make("C", "200")];
}

async function openOn(name: string, rentals: readonly Json[], settings = {}): Promise<Page> {
  const page = await roost.open({ ...settings, path: `/calendar?q=${name}` });
  for (const rental of rentals)
    await expect.poll(() => night(page, rental, 3).getAttribute("aria-label")).toContain("free");
  return page;
}

/** A rental's rates from a day on. */
async function ratesFrom(rental: Json, days: number, count: number): Promise<number[]> {
  const map = await read(roost.manager, "nightly_rate_maps", rental.id);
  const first = epochDay(days) - Date.parse(String(map.start_date)) / 86_400_000;
  return String(map.rates_map)
    .split(",")
    .slice(first, first + count)
    .map(Number);
}

describe("nights of several rentals", () => {
  test("get other prices in one step by mouse, on top of seasons, and one undo takes them back", async () => {
    const [one, two, three] = await houses("Rectangle");
    const page = await openOn("Rectangle", [one, two, three]);
    await night(page, one, 4).hover();
    await page.mouse.down();
    await night(page, two, 5).hover();
    await night(page, two, 6).hover();
    expect(await page.locator("[aria-selected=true]").count()).toBe(6);
    await page.mouse.up();
    const dialog = page.getByRole("dialog", { name: "2 rentals × 3 nights" });
    await dialog.getByRole("combobox", { name: "Price" }).selectOption("Raise by percent");
    await dialog.getByLabel("Percent (negative to lower)").fill("10");
    await dialog.getByRole("row", { name: "Rectangle B €150.00 €165.00" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save 6 nights" }).click();
    await page.getByText("6 nights saved.").waitFor();
    await dialog.waitFor({ state: "detached" });
    expect(await page.locator("[aria-selected=true]").count()).toBe(0);
    expect(await ratesFrom(one, 3, 5)).toEqual([100, 110, 110, 110, 100]);
    expect(await ratesFrom(two, 3, 5)).toEqual([150, 165, 165, 165, 150]);
    expect(await ratesFrom(three, 3, 5)).toEqual([200, 200, 200, 200, 200]);
    await undo(page);
    await page.getByText("Undone").waitFor();
    expect(await ratesFrom(one, 3, 5)).toEqual([100, 100, 100, 100, 100]);
    expect(await ratesFrom(two, 3, 5)).toEqual([150, 150, 150, 150, 150]);
  });

  test("close to arrivals and departures by keyboard, drawn in the cells, and one undo opens them", async () => {
    const [one, two] = await houses("Shutting");
    const page = await openOn("Shutting", [one, two], { colorScheme: "dark" });
    await page.getByRole("grid").focus();
    for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "2 rentals × 2 nights" });
    await dialog.getByRole("combobox", { name: "Arrivals" }).selectOption("Close");
    await dialog.getByRole("combobox", { name: "Departures" }).selectOption("Close");
    await dialog
      .getByRole("row", { name: "Shutting B €150.00 €150.00 · no arrival on 2 days · no departure on 2 days" })
      .waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save 4 nights" }).click();
    await page.getByText("4 nights saved.").waitFor();
    for (const rental of [one, two])
      await expect.poll(() => night(page, rental, 5).getAttribute("aria-label")).toContain("no arrival, no departure");
    expect(await night(page, two, 3).getAttribute("aria-label")).not.toContain("no arrival");
    await undo(page);
    await page.getByText("Undone").waitFor();
    await expect.poll(() => night(page, two, 5).getAttribute("aria-label")).not.toContain("no ");
  });

  test("are blocked by keyboard in all of them or in none, and one undo frees them", async () => {
    const [one, two] = await houses("Closing");
    const page = await openOn("Closing", [one, two]);
    await page.getByRole("grid").focus();
    for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "2 rentals × 2 nights" });
    await dialog.getByText("Block", { exact: true }).click();
    await dialog.getByText("Maintenance").click();
    await dialog.getByLabel("Notes").fill("new boiler");
    const blocker = await aBooking(roost.manager, two, { start_at: dayFrom(4), end_at: dayFrom(6) });
    await dialog.getByRole("button", { name: "Block" }).click();
    await dialog.getByRole("alert").filter({ hasText: "Not saved" }).waitFor();
    expect(await staysOf(one)).toEqual([]);
    await roost.manager.delete(`/bookings/${blocker.id}`);
    await dialog.getByRole("button", { name: "Block" }).click();
    await page.getByText("Nights blocked in 2 rentals.").waitFor();
    for (const rental of [one, two]) {
      const [block] = await staysOf(rental);
      expect(block).toMatchObject({ status: "Unavailable", notes: "Maintenance: new boiler" });
      expect([day(block?.start_at), day(block?.end_at)]).toEqual([dayFrom(3), dayFrom(5)]);
    }
    await undo(page);
    await page.getByText("Undone").waitFor();
    expect([await staysOf(one), await staysOf(two)]).toEqual([[], []]);
  });

  test("are selected by touch, with a tap on the first and on the last night", async () => {
    const [one, two] = await houses("Tapping");
    const page = await openOn("Tapping", [one, two], { viewport: sizes.phone, hasTouch: true, colorScheme: "dark" });
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByRole("button", { name: "Select nights" }).click();
    await page.getByText("Tap the first night.").waitFor();
    await night(page, one, 1).tap();
    await page.getByText("Now tap the last night.").waitFor();
    await night(page, two, 3).tap();
    await page.getByRole("dialog", { name: "2 rentals × 3 nights" }).getByText("Tapping B").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});

describe("the edge of a stay", () => {
  test("is dragged to extend it, at the kept, today's or an own price", async () => {
    const [one] = await houses("Edge");
    const stay = await aBooking(roost.manager, one, { start_at: dayFrom(2), end_at: dayFrom(4), final_price: "150" });
    const page = await openOn("Edge", []);
    const edge = page.locator("[data-stay] [data-edge=departure]");
    const box = await edge.boundingBox();
    if (!box) throw new Error("the edge is not drawn");
    await page.mouse.move(box.x + 4, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 40, box.y + 10, { steps: 3 });
    await page.mouse.move(box.x + 4 + 92, box.y + 10);
    await page.getByRole("status").filter({ hasText: "4 nights" }).waitFor();
    await page.mouse.up();
    const dialog = page.getByRole("dialog", { name: /^Change/ });
    await dialog.getByRole("radio", { name: "Keep €150.00" }).waitFor();
    expect(await dialog.getByRole("radio", { name: "Today’s rates: €400.00 (+€250.00)" }).isChecked()).toBe(true);
    await dialog.getByRole("radio", { name: "Custom price" }).click();
    await dialog.getByLabel("Custom price in EUR").fill("320");
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Move stay" }).click();
    await page.getByText(`${stay.reference} moved.`).waitFor();
    expect(await read(roost.manager, "bookings", stay.id)).toMatchObject({
      final_price: "320.0",
      // A total alone decides the rental's price.
      initial_price: "320.0",
    });
    expect((await staysOf(one)).map(({ end_at }) => day(end_at))).toEqual([dayFrom(6)]);
  });

  test("moves by keyboard, and shows another person's change to choose from", async () => {
    const [one] = await houses("Keyed");
    const guest = await aGuest(roost.manager, { fullname: "Ada Lovelace" });
    const stay = await aBooking(roost.manager, one, { start_at: dayFrom(1), end_at: dayFrom(3), client_id: guest.id });
    const page = await openOn("Keyed", []);
    await page.locator("[data-stay]").waitFor();
    await page.route("**/api/v3/events*", () => undefined);
    await page.reload();
    await page.locator("[data-stay]").waitFor();
    await page.getByRole("grid").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("e");
    await page.keyboard.press("ArrowRight");
    await page.getByRole("status").filter({ hasText: "Ada Lovelace" }).filter({ hasText: "3 nights" }).waitFor();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: /Ada Lovelace/ });
    await dialog.getByRole("radio", { name: "Keep €200.00" }).click();
    await roost.manager.put(`/bookings/${stay.id}`, { bookings: [{ end_at: dayFrom(6) }] });
    await dialog.getByRole("button", { name: "Move stay" }).click();
    await dialog.getByText("This booking was changed in the meantime").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Take theirs" }).click();
    expect(await dialog.getByLabel("Departure").inputValue()).toBe(shownDay(dayFrom(6)));
    expect((await staysOf(one)).map(({ end_at }) => day(end_at))).toEqual([dayFrom(6)]);
  });
});
