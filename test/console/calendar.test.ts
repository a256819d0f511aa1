import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental } from "../harness/factories.ts";
import { accessibilityFaults, dayFrom, shownDay, useConsole } from "./open-console.ts";
import { undo } from "./undo.ts";

/** The calendar in a real browser (console.md, Screens). It opens on today, so days count from there. */
const roost = useConsole();

const nameOf = (rental: Json): string => String(rental.name);

/** A night's cell, by its accessible name. */
const night = (page: Page, rental: Json, days: number) =>
  page.locator(`[role=gridcell][id="cell-${rental.id}-${Date.parse(dayFrom(days)) / 86_400_000}"]`);

async function staysOf(rental: Json): Promise<Json[]> {
  return recordsOf(await roost.manager.get(`/bookings?rental_id=${rental.id}`), "bookings");
}

const day = (time: unknown): string => String(time).slice(0, 10);

async function rentalAlone(page: Page, rental: Json): Promise<void> {
  await page.getByRole("textbox", { name: "Find a rental" }).fill(nameOf(rental));
  await night(page, rental, 3).waitFor();
  // Keys go to the first row: wait until the filter has removed the others.
  await expect.poll(() => page.getByRole("rowheader").allTextContents()).toEqual([nameOf(rental)]);
}

describe("the calendar", () => {
  test("a free week can be found, priced and booked by keyboard alone, and undone", async () => {
    const rental = await aRental(roost.manager, { name: "Keyboard House", base_rate: "100" });
    const page = await roost.open();
    await rentalAlone(page, rental);
    await page.getByRole("grid").focus();
    for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
    for (let step = 0; step < 6; step++) await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Keyboard House" });
    await dialog.getByText("Total for 7 nights").waitFor();
    expect(await dialog.locator("tfoot td").innerText()).toContain("700");
    await page.keyboard.press("Enter");
    await page.getByText(" booked.").waitFor();
    const [stay] = await staysOf(rental);
    expect([day(stay?.start_at), day(stay?.end_at), stay?.final_price]).toEqual([dayFrom(3), dayFrom(10), "700.0"]);
    expect(await night(page, rental, 3).getAttribute("aria-label")).toContain("Booked");
    await undo(page);
    await page.getByText("Undone").waitFor();
    expect(await staysOf(rental)).toEqual([]);
  });

  test("blocks nights by dragging", async () => {
    const rental = await aRental(roost.manager, { name: "Dragged House", base_rate: "100" });
    const page = await roost.open();
    await rentalAlone(page, rental);
    await night(page, rental, 4).hover();
    await page.mouse.down();
    await night(page, rental, 6).hover();
    await page.mouse.up();
    await page.getByText("Block", { exact: true }).first().click();
    await page.getByRole("button", { name: "Block" }).click();
    await page.getByText("nights blocked.").waitFor();
    expect(await staysOf(rental)).toMatchObject([{ status: "Unavailable" }]);
    expect((await staysOf(rental)).map(({ start_at, end_at }) => [day(start_at), day(end_at)])).toEqual([
      [dayFrom(4), dayFrom(7)],
    ]);
  });

  test("previews the new price before it moves a stay", async () => {
    const rental = await aRental(roost.manager, { name: "Moving House", base_rate: "100" });
    await aBooking(roost.manager, rental, { start_at: dayFrom(2), end_at: dayFrom(4) });
    const page = await roost.open();
    await rentalAlone(page, rental);
    await page.locator("[data-stay]").waitFor();
    await page.getByRole("grid").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Move" }).click();
    await page.getByLabel("Departure").fill(dayFrom(5));
    await page.getByRole("radio", { name: "Keep €200.00" }).waitFor();
    expect(await page.getByRole("radio", { name: "Today’s rates: €300.00 (+€100.00)" }).isChecked()).toBe(true);
    await page.getByRole("button", { name: "Move stay" }).click();
    await page.getByText(" moved.").waitFor();
    expect((await staysOf(rental)).map(({ end_at, final_price }) => [day(end_at), final_price])).toEqual([
      [dayFrom(5), "300.0"],
    ]);
  });

  test("explains a refused stay, and suggests a fix", async () => {
    const rental = await aRental(roost.manager, { name: "Small House", base_rate: "100", sleeps: 1, sleeps_max: 1 });
    const page = await roost.open();
    await rentalAlone(page, rental);
    await night(page, rental, 3).click();
    await page.getByText("Maximum occupancy: 1 guest.").waitFor();
    await page.getByLabel("Adults").fill("1");
    await page.getByText("This breaks your booking rules").waitFor({ state: "detached" });
  });

  test("shows another user's booking without a reload, and explains lost nights to the slower of two", async () => {
    const rental = await aRental(roost.manager, { name: "Shared House", base_rate: "100" });
    const [one, other] = await Promise.all([roost.open(), roost.open()]);
    await Promise.all([one, other].map((page) => rentalAlone(page, rental)));
    await Promise.all([one, other].map((page) => night(page, rental, 5).click()));
    await one.getByRole("button", { name: "Book", exact: true }).click();
    await one.getByText(" booked.").waitFor();
    await other.getByText("Some of these nights are taken.").waitFor();
    await other.getByRole("button", { name: "Book", exact: true }).click();
    await other.getByRole("alert").filter({ hasText: "Not saved" }).waitFor();
    await other.keyboard.press("Escape");
    await other.locator("[data-stay]").waitFor();
    expect(await staysOf(rental)).toHaveLength(1);
  });

  test("shows within moments what another window booked, and after an interruption what it missed, and books itself", async () => {
    const rental = await aRental(roost.manager, { name: "Offline House", base_rate: "100" });
    const page = await roost.open();
    await rentalAlone(page, rental);
    await night(page, rental, 3).waitFor();
    await aBooking(roost.manager, rental, { start_at: dayFrom(1), end_at: dayFrom(2) });
    await page.locator("[data-stay]").waitFor();
    await night(page, rental, 5).click();
    await page.getByText("Total for").waitFor();
    await page.context().setOffline(true);
    await page.getByText("You are offline").waitFor();
    await aBooking(roost.manager, rental, { start_at: dayFrom(2), end_at: dayFrom(4) });
    await page.getByRole("button", { name: "Book", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "Not saved" }).waitFor();
    expect(await page.locator("[data-stay]").count()).toBe(1);
    await page.context().setOffline(false);
    await expect.poll(() => page.locator("[data-stay]").count()).toBe(2);
    await page.getByRole("button", { name: "Book", exact: true }).click();
    await page.getByText(" booked.").waitFor();
    expect(await staysOf(rental)).toHaveLength(3);
  });

  test("opens a stay's card by keyboard, closes it with Escape, and shows a hold's expiry", async () => {
    const rental = await aRental(roost.manager, { name: "Card House", base_rate: "100" });
    const guest = await aGuest(roost.manager, { fullname: "Grace Hopper" });
    const hold = { booked: false, tentative_expires_at: `${dayFrom(5)}T12:00:00Z` };
    await aBooking(roost.manager, rental, { start_at: dayFrom(1), end_at: dayFrom(4), client_id: guest.id, ...hold });
    const page = await roost.open();
    await rentalAlone(page, rental);
    await page.locator("[data-stay] [data-left]", { hasText: /\d/ }).waitFor();
    await page.keyboard.press("Tab");
    await page.getByRole("grid").focus();
    await page.keyboard.press("ArrowRight");
    const card = page.getByRole("tooltip");
    await card.getByText("Grace Hopper").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await card.waitFor({ state: "detached" });
    await page.keyboard.press("ArrowLeft");
    await page.locator("[data-stay]").hover();
    await card.getByText("Grace Hopper").waitFor();
  });

  test("filters rentals that are free between two days, and keeps the filter in the URL", async () => {
    const [taken, free] = [
      await aRental(roost.manager, { name: "Between Taken", base_rate: "100" }),
      await aRental(roost.manager, { name: "Between Free", base_rate: "100" }),
    ];
    await aBooking(roost.manager, taken, { start_at: dayFrom(3), end_at: dayFrom(6) });
    const page = await roost.open();
    await page.getByRole("textbox", { name: "Find a rental" }).fill("Between");
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByLabel("Free from").fill(dayFrom(5));
    await page.getByLabel("Free until").fill(dayFrom(8));
    await night(page, taken, 3).waitFor({ state: "detached" });
    await night(page, free, 3).waitFor();
    expect(new URL(page.url()).searchParams.get("from")).toBe(dayFrom(5));
    // A departure on the day of arrival does not conflict.
    await page.getByLabel("Free from").fill(dayFrom(6));
    await night(page, taken, 3).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Filters (2)" }).waitFor();
    expect(await page.getByLabel("Free until").inputValue()).toBe(shownDay(dayFrom(8)));
  });
});

test("redirects a signed-out user to sign-in, and serves nothing that the content security policy forbids", async () => {
  const answer = await fetch(`${roost.service.url}/console/calendar`);
  const policy = answer.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("unsafe");
  const text = await answer.text();
  expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=/);
  const styles = [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => style ?? "");
  expect(styles).toEqual([expect.stringContaining("--paper:")]);
  const digest = createHash("sha256").update(styles.join("")).digest("base64");
  expect(policy).toContain(`style-src 'self' 'sha256-${digest}';`);
  const context = await roost.at.browser.newContext();
  const page = await context.newPage();
  await page.goto(`${roost.service.url}/console/today`);
  await page.waitForURL(/\/sign_in\?return_to=%2Fconsole%2Ftoday$/);
  await context.close();
});
