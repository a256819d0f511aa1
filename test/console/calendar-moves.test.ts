import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";
import { aConversation, aMessage, aParticipant } from "../inbox/fixture.ts";
import { accessibilityFaults, dayFrom, openConsole, sizes } from "./open-console.ts";
import { undo } from "./undo.ts";
import { aWindow, type Window } from "./windows.ts";

/** Moving stays in the calendar (console.md, Screens, Calendar). */
const service = useSharedService();
let at: Window;
let manager: ApiClient;
let person: ConsoleClient;
let accountant: ConsoleClient;

beforeAll(async () => {
  at = await aWindow(service);
  const account = await service.anAccount();
  manager = await service.aClient(account);
  person = await aMember(service, account, "owner");
  accountant = await aMember(service, account, "accountant");
});

const night = (page: Page, rental: Json, days: number) =>
  page.locator(`[role=gridcell][id="cell-${rental.id}-${Date.parse(dayFrom(days)) / 86_400_000}"]`);

/** Filters the calendar to these rentals by their common name. */
async function twoRentals(page: Page, name: string, rentals: readonly Json[]): Promise<void> {
  await page.getByRole("textbox", { name: "Find a rental" }).fill(name);
  await page
    .getByRole("row")
    .nth(rentals.length + 1)
    .waitFor({ state: "detached" });
  for (const rental of rentals) await night(page, rental, 3).waitFor();
}

async function stayIn(rental: Json): Promise<(readonly [string, string])[]> {
  const stays = recordsOf(await manager.get(`/bookings?rental_id=${rental.id}`), "bookings");
  return stays.map(({ start_at, end_at }) => [String(start_at).slice(0, 10), String(end_at).slice(0, 10)]);
}

async function twoHouses(name: string, other: Json = {}) {
  const one = await aRental(manager, { name: `${name} A`, base_rate: "100" });
  const two = await aRental(manager, { name: `${name} B`, base_rate: "150", ...other });
  return [one, two] as const;
}

async function carry(page: Page, from: ReturnType<typeof night>, to: ReturnType<typeof night>): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error("night is not drawn");
  // The bar begins at the middle of the first night, with the edge that changes its arrival.
  await page.mouse.move(start.x + start.width * 1.5, start.y + 20);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width, end.y + 20, { steps: 4 });
  await page.mouse.move(end.x + end.width * 1.5, end.y + 20);
  await page.mouse.up();
}

describe("moving a stay", () => {
  test("a stay moves by mouse to another rental and other days after a price preview, and back by undo", async () => {
    const [one, two] = await twoHouses("Mouse");
    const guest = await aGuest(manager, { fullname: "Ada Lovelace" });
    const stay = { start_at: dayFrom(2), end_at: dayFrom(4), client_id: guest.id, final_price: "200" };
    await aBooking(manager, one, stay);
    const page = await openConsole(at, person);
    await twoRentals(page, "Mouse", [one, two]);
    await page.locator("[data-stay]", { hasText: "Ada" }).waitFor();
    await carry(page, night(page, one, 2), night(page, two, 5));
    const dialog = page.getByRole("dialog", { name: /Move Ada Lovelace/ });
    await dialog.getByRole("radio", { name: "Keep €200.00" }).click();
    expect(await dialog.getByRole("row", { name: /Rental/ }).innerText()).toMatch(/Mouse A\s+Mouse B/);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await stayIn(two)).toEqual([]);
    await dialog.getByRole("button", { name: "Move stay" }).click();
    await page.getByText(" moved.").waitFor();
    expect([await stayIn(one), await stayIn(two)]).toEqual([[], [[dayFrom(5), dayFrom(7)]]]);
    await undo(page);
    await page.getByText("Undone").waitFor();
    expect([await stayIn(one), await stayIn(two)]).toEqual([[[dayFrom(2), dayFrom(4)]], []]);
  });

  test("a stay moves by keyboard, and taken nights are explained", async () => {
    const [one, two] = await twoHouses("Keyboard");
    await aBooking(manager, one, { start_at: dayFrom(1), end_at: dayFrom(3) });
    const other = await aBooking(manager, two, { start_at: dayFrom(2), end_at: dayFrom(4) });
    const page = await openConsole(at, person);
    await twoRentals(page, "Keyboard", [one, two]);
    await page.locator("[data-stay]").nth(1).waitFor();
    await page.getByRole("grid").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("m");
    await page.getByRole("status").filter({ hasText: "Keyboard A" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByText(`Some of these nights are taken by ${other.reference}.`, { exact: false }).waitFor();
    expect(await page.getByRole("button", { name: "Move stay" }).isDisabled()).toBe(true);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("m");
    await page.keyboard.press("ArrowDown");
    for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.getByRole("radio", { name: "Keep €200.00" }).waitFor();
    await page.getByRole("button", { name: "Move stay" }).click();
    await page.getByText(" moved.").waitFor();
    expect(await stayIn(two)).toContainEqual([dayFrom(4), dayFrom(6)]);
  });

  test("a stay moves by long press on a phone in dark mode, and Escape cancels", async () => {
    const [one, two] = await twoHouses("Finger");
    await aBooking(manager, one, { start_at: dayFrom(0), end_at: dayFrom(2) });
    const page = await openConsole(at, person, { viewport: sizes.phone, hasTouch: true, colorScheme: "dark" });
    await twoRentals(page, "Finger", [one, two]);
    const bar = page.locator("[data-stay]");
    await bar.waitFor();
    const box = await bar.boundingBox();
    if (!box) throw new Error("stay is not drawn");
    const finger = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove", y: number) =>
      finger.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x: box.x + 40, y }] });
    await touch("touchStart", box.y + 10);
    await page.getByRole("status").filter({ hasText: "Finger A" }).waitFor();
    await touch("touchMove", box.y + 40);
    await touch("touchMove", box.y + 52);
    await page.getByRole("status").filter({ hasText: "Finger B" }).waitFor();
    await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await page.getByRole("radio", { name: "Keep €200.00" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await stayIn(one)).toHaveLength(1);
  });

  test("a user without write access cannot drag a stay", async () => {
    const [one, two] = await twoHouses("Looking");
    await aBooking(manager, one, { start_at: dayFrom(2), end_at: dayFrom(4) });
    const page = await openConsole(at, accountant);
    await twoRentals(page, "Looking", [one, two]);
    await page.locator("[data-stay]").waitFor();
    await carry(page, night(page, one, 2), night(page, two, 5));
    expect(await page.locator("[data-dragged]").count()).toBe(0);
    expect(await page.getByRole("dialog").count()).toBe(0);
  });
});

describe("today", () => {
  test("lists turnovers with their hours, expiring holds, and unanswered reviews and messages, with links", async () => {
    const rental = await aRental(manager, { name: "Today House", base_rate: "100" });
    const guest = await aGuest(manager, { fullname: "Grace Hopper" });
    const left = { start_at: `${dayFrom(-2)}T16:00:00Z`, end_at: `${dayFrom(0)}T10:00:00Z` };
    const leaving = await aBooking(manager, rental, { ...left, client_id: guest.id });
    const comes = { start_at: `${dayFrom(0)}T16:00:00Z`, end_at: `${dayFrom(3)}T10:00:00Z` };
    await aBooking(manager, rental, { ...comes, client_id: guest.id, final_price: "480" });
    const hold = { booked: false, tentative_expires_at: `${dayFrom(1)}T12:00:00Z` };
    await aBooking(manager, rental, { start_at: dayFrom(40), end_at: dayFrom(42), ...hold });
    const conversation = await aConversation(manager, { subject: "A crib", default_channel: "email" });
    const writer = await aParticipant(manager, conversation, "Client", guest);
    await aMessage(manager, conversation, writer, { content: "Is there a crib?", sent_at: `${dayFrom(-1)}T08:00:00Z` });
    await manager.post(`/bookings/${leaving.id}/reviews`, { reviews: [{ comment: "Lovely garden", rating: 4 }] });
    const page = await openConsole(at, person, { path: "/today", viewport: sizes.phone, colorScheme: "dark" });
    const section = (title: string) => page.locator("section", { hasText: title });
    await section("Turnovers").getByText("10:00 to 16:00").waitFor();
    await section("Expiring holds").getByText("Today House").waitFor();
    await section("Balances due").getByRole("button", { name: "Take €480.00" }).waitFor();
    await section("Reviews to reply to").getByText("Lovely garden").waitFor();
    await section("Unanswered messages").getByRole("link", { name: "Grace Hopper", exact: true }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await section("Unanswered messages").getByRole("link", { name: "Grace Hopper", exact: true }).click();
    await page.getByText("Is there a crib?").first().waitFor();
  });

  test("shows an accountant balances, but no reviews or messages", async () => {
    const page = await openConsole(at, accountant, { path: "/today" });
    await page.getByRole("heading", { name: "Balances due" }).waitFor();
    expect(await page.getByRole("heading", { name: /Reviews|Messages/ }).count()).toBe(0);
  });
});
