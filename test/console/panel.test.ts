import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { ApiClient } from "../harness/client.ts";
import { aBooking, aGuest, aRental } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { aBrowser } from "../web/browser.ts";
import { accessibilityFaults, dayFrom, openConsole, sizes } from "./open-console.ts";
import { aWindow, type Window } from "./windows.ts";

/** The panel of a booking, over the screen from which it was opened (console.md, The job decides). */
const service = useSharedService();
let at: Window;
let manager: ApiClient;
let person: ConsoleClient;
let booking: string;
let reference: string;

beforeAll(async () => {
  at = await aWindow(service);
  const account = await service.anAccount();
  manager = await service.aClient(account);
  person = await aMember(service, account, "owner");
  const rental = await aRental(manager, { name: "Mill House", base_rate: "100" });
  const guest = await aGuest(manager, { fullname: "Ada Lovelace" });
  const made = await aBooking(manager, rental, { start_at: dayFrom(9), end_at: dayFrom(12), client_id: guest.id });
  booking = String(made.id);
  reference = String(made.reference);
});

const panel = (page: Page) => page.getByRole("dialog", { name: "Mill House" });
const link = (page: Page) => page.getByRole("main").getByRole("link", { name: reference });

test("a list opens a booking over itself, and Escape, Back and the address lead back to it", async () => {
  const page = await openConsole(at, person, { path: "/bookings?period=all" });
  await link(page).click();
  await panel(page).getByRole("region", { name: "Price" }).locator("tfoot").getByText("€300.00").waitFor();
  expect(new URL(page.url()).search).toBe(`?period=all&panel=${booking}`);
  await page.reload();
  await panel(page).getByRole("region", { name: "Guest" }).getByText("Ada Lovelace").waitFor();
  await page.keyboard.press("Escape");
  await panel(page).waitFor({ state: "detached" });
  expect(new URL(page.url()).search).toBe("?period=all");
  await link(page).focus();
  await page.keyboard.press("Enter");
  await panel(page).getByRole("region", { name: "Price" }).waitFor();
  await page.goBack();
  await panel(page).waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate("document.activeElement.matches('main td a')")).toBe(true);
  expect(new URL(page.url()).search).toBe("?period=all");
});

test("Tab stays in the panel, and Escape closes only the dialog or form above it", async () => {
  const page = await openConsole(at, person, { path: `/bookings?panel=${booking}` });
  await panel(page).getByRole("region", { name: "Price" }).waitFor();
  const isInside = () => page.evaluate("document.activeElement.closest('[role=dialog]') !== null");
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press("Tab");
    expect(await isInside()).toBe(true);
  }
  await panel(page).getByRole("button", { name: "Edit: Price" }).click();
  await page.keyboard.press("Escape");
  await panel(page).getByRole("button", { name: "Add fee" }).click();
  await page.getByRole("dialog", { name: "Add fee" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Add fee" }).waitFor({ state: "detached" });
  expect(await panel(page).isVisible()).toBe(true);
  await panel(page).getByRole("link", { name: "Open as page" }).click();
  await page.getByRole("heading", { level: 1, name: "Mill House" }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/console/bookings/${booking}`);
});

test("a click with a modifier opens the page in another tab", async () => {
  const page = await openConsole(at, person, { path: "/bookings" });
  // Playwright misses some tabs that open in the background. The browser's own list has them.
  const devtools = await (await aBrowser()).newBrowserCDPSession();
  const otherTab = async () => {
    const { targetInfos } = await devtools.send("Target.getTargets");
    return targetInfos.find(({ url }) => url.endsWith(`/console/bookings/${booking}`));
  };
  await link(page).click({ modifiers: ["ControlOrMeta"] });
  await until(async () => (await otherTab())?.title.startsWith("Booking ") === true);
  expect(await panel(page).isVisible()).toBe(false);
  await devtools.send("Target.closeTarget", { targetId: (await otherTab())?.targetId ?? "" });
});

test.each([
  ["desktop", "dark"],
  ["phone", "light"],
] as const)("the panel is accessible and as wide as its window allows (%s, %s)", async (size, colorScheme) => {
  const settings = { viewport: sizes[size], colorScheme };
  const page = await openConsole(at, person, { path: `/bookings?panel=${booking}`, ...settings });
  await panel(page).getByRole("region", { name: "Price" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const { width = 0, height } = (await panel(page).boundingBox()) ?? {};
  expect(height).toBe(sizes[size].height);
  expect(width).toBe(size === "phone" ? sizes.phone.width : 780);
});

test("the next step follows the booking: deposit, refund, and the reply to a review", async () => {
  const rental = await aRental(manager, { name: "Step House", base_rate: "100", downpayment: 30 });
  const guest = await aGuest(manager, { fullname: "Grace Hopper" });
  const ahead = await aBooking(manager, rental, { start_at: dayFrom(40), end_at: dayFrom(42), client_id: guest.id });
  const past = { start_at: `${dayFrom(-5)}T16:00:00Z`, end_at: `${dayFrom(-2)}T10:00:00Z`, client_id: guest.id };
  const stayed = await aBooking(manager, rental, { ...past, final_price: "0" });
  await manager.post(`/bookings/${stayed.id}/reviews`, { reviews: [{ comment: "Lovely garden", rating: 4 }] });
  const page = await openConsole(at, person, { path: `/today?panel=${ahead.id}` });
  const step = page.getByRole("dialog", { name: "Step House" });
  await step.getByRole("button", { name: "Take down payment €60.00" }).click();
  await page.getByRole("dialog", { name: "Record payment" }).getByRole("button", { name: "Record" }).click();
  await step.getByRole("button", { name: "Settle balance €140.00" }).waitFor();
  await step.getByRole("button", { name: "Refund payment of €60.00" }).click();
  const refund = page.getByRole("dialog", { name: "Refund payment of €60.00" });
  await refund.getByRole("button", { name: "Refund €60.00" }).click();
  await step.getByRole("button", { name: "Take down payment €60.00" }).waitFor();
  // The change feed may be faster than the dialog, which would take the Escape.
  await refund.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  const reviews = page.locator("section", { hasText: "Reviews to reply to" });
  await reviews.getByRole("button", { name: "Reply" }).click();
  await step.getByRole("button", { name: "Reply to review" }).click();
  await page.keyboard.type("Thank you!");
  await step.getByRole("button", { name: "Send reply" }).click();
  await step.getByText("Your reply").waitFor();
});
