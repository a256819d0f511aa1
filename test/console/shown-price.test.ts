import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, read } from "../harness/factories.ts";
import { accessibilityFaults, dayFrom, sizes, useConsole } from "./open-console.ts";

/** Prices that change after the console has shown them (console.md, The job decides). */
const roost = useConsole();

/** Opens a page whose change feed never responds, so it learns nothing of other people's changes. */
const openUninformed = (path: string, settings = {}): Promise<Page> =>
  roost.open({ ...settings, path: `/${path}`, prepare: (page) => page.route("**/api/v3/events*", () => undefined) });

const raise = async (rental: Json, base_rate: string) =>
  expect((await roost.manager.put(`/rentals/${rental.id}`, { rentals: [{ base_rate }] })).status).toBe(200);

const staysOf = async (rental: Json): Promise<Json[]> =>
  recordsOf(await roost.manager.get(`/bookings?rental_id=${rental.id}`), "bookings");

/** Marks the nights in the calendar by keyboard. */
async function bookDialog(page: Page, rental: Json, nights: number) {
  await page.getByRole("textbox", { name: "Find a rental" }).fill(String(rental.name));
  await expect.poll(() => page.getByRole("rowheader").allTextContents()).toEqual([String(rental.name)]);
  await page.getByRole("grid").focus();
  await page.keyboard.press("ArrowRight");
  for (let step = 1; step < nights; step++) await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
  return page.getByRole("dialog", { name: String(rental.name) });
}

describe.each([
  ["desktop", { viewport: { width: 1440, height: 900 } }],
  ["phone", { viewport: sizes.phone, hasTouch: true, colorScheme: "dark" }],
] as const)("a price that changes after it was shown (%s)", (size, settings) => {
  test("is not booked until the manager confirms the new one, and nothing typed is lost", async () => {
    const rental = await aRental(roost.manager, { name: `Bound House ${size}`, base_rate: "100" });
    const page = await openUninformed("calendar", settings);
    const dialog = await bookDialog(page, rental, 5);
    // By then the dialog has taken the focus: the field would lose it, and take the typed name as the guest.
    await dialog.locator("tfoot").getByText("€500.00").waitFor();
    await dialog.getByRole("combobox", { name: "Guest" }).fill(`Ada Lovelace ${size}`);
    await dialog.getByRole("option", { name: `New guest: Ada Lovelace ${size}` }).click();
    await raise(rental, "999");
    await dialog.getByRole("button", { name: "Book", exact: true }).click();
    await dialog.getByText("The price has changed from €500.00 to €4,995.00").waitFor();
    expect(await staysOf(rental)).toEqual([]);
    expect(await dialog.getByRole("combobox", { name: "Guest" }).inputValue()).toContain(`Ada Lovelace ${size}`);
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Book", exact: true }).click();
    await page.getByText(" booked.").waitFor();
    expect(await staysOf(rental)).toMatchObject([{ final_price: "4995.0" }]);
    expect(recordsOf(await roost.manager.get(`/clients?name=Ada Lovelace ${size}`), "clients").length).toBe(1);
  });
});

test("a refused price no longer counts after the manager changes the stay", async () => {
  const rental = await aRental(roost.manager, { name: "Shorter House", base_rate: "100" });
  const page = await openUninformed("calendar");
  const dialog = await bookDialog(page, rental, 3);
  await dialog.locator("tfoot").getByText("€300.00").waitFor();
  await raise(rental, "200");
  await dialog.getByRole("button", { name: "Book", exact: true }).click();
  await dialog.getByText("The price has changed from €300.00 to €600.00").waitFor();
  await dialog.getByLabel("Departure").fill(dayFrom(3));
  await dialog.locator("tfoot").getByText("€400.00").waitFor();
  expect(await dialog.getByText("The price has changed").count()).toBe(0);
  await dialog.getByRole("button", { name: "Book", exact: true }).click();
  await page.getByText(" booked.").waitFor();
  expect(await staysOf(rental)).toMatchObject([{ final_price: "400.0" }]);
});

test("a hold is confirmed at the price that its dialog shows, or not at all", async () => {
  const rental = await aRental(roost.manager, { name: "Held House", base_rate: "100" });
  const stay = { start_at: dayFrom(20), end_at: dayFrom(23), tentative_expires_at: `${dayFrom(2)}T12:00:00Z` };
  const hold = await aBooking(roost.manager, rental, stay);
  const page = await openUninformed(`bookings/${hold.id}`);
  await page.getByRole("button", { name: "Confirm booking" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Total: €300.00").waitFor();
  await roost.manager.put(`/bookings/${hold.id}`, { bookings: [{ final_price: "350" }] });
  await dialog.getByRole("button", { name: "Confirm booking" }).click();
  await dialog.getByText("The price has changed from €300.00 to €350.00").waitFor();
  expect(await read(roost.manager, "bookings", hold.id)).toMatchObject({ status: "Tentative" });
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Confirm booking" }).click();
  await page.getByText(`${hold.reference} confirmed.`).waitFor();
  expect(await read(roost.manager, "bookings", hold.id)).toMatchObject({ status: "Booked", final_price: "350.0" });
});

test("a stay is extended at the price of its preview, or not at all", async () => {
  const rental = await aRental(roost.manager, { name: "Extended House", base_rate: "100" });
  const stay = await aBooking(roost.manager, rental, { start_at: dayFrom(20), end_at: dayFrom(23) });
  const page = await openUninformed(`bookings/${stay.id}`);
  await page.getByRole("button", { name: "Extend stay" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Departure").fill(dayFrom(24));
  await dialog.getByRole("radio", { name: "Today’s rates: €400.00 (+€100.00)" }).waitFor();
  await raise(rental, "150");
  await dialog.getByRole("button", { name: "Extend stay" }).click();
  await dialog.getByText("The price has changed from €400.00 to €600.00").waitFor();
  expect(await read(roost.manager, "bookings", stay.id)).toMatchObject({ end_at: stay.end_at, final_price: "300.0" });
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Extend stay" }).click();
  await page.getByText(`${stay.reference} moved.`).waitFor();
  expect(await read(roost.manager, "bookings", stay.id)).toMatchObject({ final_price: "600.0" });
});
