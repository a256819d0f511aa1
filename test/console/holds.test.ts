import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, read } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { baseUrl, useSharedService } from "../harness/service.ts";
import { aBrowser } from "../web/browser.ts";
import { pick, press } from "./keyboard.ts";
import { accessibilityFaults, dayFrom, goTo, openConsole, sizes, type Window } from "./open-console.ts";
import { aTlsProxy } from "./tls-proxy.ts";

/** Holds in the calendar, on Today and on their own page (console.md, The job decides). */
const service = useSharedService();
let at: Window;
let manager: ApiClient;
let person: ConsoleClient;
let accountant: ConsoleClient;

beforeAll(async () => {
  at = { browser: await aBrowser(), proxy: await aTlsProxy(service.url) };
  const account = await service.anAccount();
  manager = await service.aClient(account);
  person = await aMember(service, account, "owner");
  accountant = await aMember(service, account, "accountant");
});
afterAll(() => at?.proxy.close());

/** A hold of six nights at 100 a night, 25 % due at booking, in Tokyo: nine hours ahead of the browser. */
async function aHold(name: string, attributes: Json = {}): Promise<Json> {
  const terms = { base_rate: "100", downpayment: 25, balance_due: 0, time_zone: "Asia/Tokyo" };
  const rental = await aRental(manager, { name, ...terms });
  const guest = await aGuest(manager, { fullname: "Ada Lovelace" });
  const stay = { start_at: dayFrom(40), end_at: dayFrom(46), client_id: guest.id, adults: 2, ...attributes };
  return aBooking(manager, rental, { ...stay, tentative_expires_at: `${dayFrom(2)}T12:00:00Z` });
}

const expire = (hold: Json) =>
  service.sql("update bookings set tentative_expires_at = now() - interval '1 minute' where id = $1", [hold.id]);

const paymentsOf = async (stay: Json): Promise<Json[]> =>
  Object(recordsOf(await manager.get(`/bookings/${stay.id}?include=payments`), "bookings")[0]).payments;

async function openHold(stay: Json, settings = {}): Promise<Page> {
  const page = await openConsole(at, person, settings);
  await page.goto(`${baseUrl}/console/bookings/${stay.id}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

const dialogOf = (page: Page) => page.getByRole("dialog");

describe.each([
  ["desktop", { viewport: { width: 1440, height: 900 } }],
  ["phone", { viewport: sizes.phone, hasTouch: true, colorScheme: "dark" }],
] as const)("a hold (%s)", (size, settings) => {
  test("becomes a booking with a cash deposit in four clicks from its bar", async () => {
    const hold = await aHold(`Deposit ${size}`, { start_at: dayFrom(1), end_at: dayFrom(4) });
    const page = await openConsole(at, person, settings);
    await page.getByRole("textbox", { name: "Find a rental" }).fill(`Deposit ${size}`);
    await page.locator(".stay").click();
    await page.getByRole("button", { name: "Confirm booking" }).click();
    await dialogOf(page)
      .getByRole("radio", { name: /^Deposit 25 %: €75.00/ })
      .click();
    await dialogOf(page).getByRole("button", { name: "Confirm and record €75.00" }).click();
    await page.getByText(`${hold.reference} confirmed. Payment of €75.00 recorded.`).waitFor();
    expect(await read(manager, "bookings", hold.id)).toMatchObject({ status: "Booked", paid_amount: "75.0" });
    await page.context().close();
  });

  test("is extended on the clock of its house, and back by undo", async () => {
    const hold = await aHold(`Longer ${size}`);
    const page = await openHold(hold, settings);
    await page.getByRole("button", { name: "Extend hold" }).click();
    const dialog = dialogOf(page);
    await dialog
      .getByText(/9:00\sPM \(Asia\/Tokyo\)/)
      .first()
      .waitFor();
    await dialog.getByRole("radio", { name: "Until a date" }).click();
    await dialog.getByLabel("Held until").fill(`${dayFrom(9)}T18:30`);
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Extend hold" }).click();
    await page.getByText(/held until .*6:30\sPM \(Asia\/Tokyo\)/).waitFor();
    expect(await read(manager, "bookings", hold.id)).toMatchObject({ tentative_expires_at: `${dayFrom(9)}T09:30:00Z` });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone").waitFor();
    expect(await read(manager, "bookings", hold.id)).toMatchObject({ tentative_expires_at: `${dayFrom(2)}T12:00:00Z` });
    await page.context().close();
  });

  test("is released from Today only after a second thought", async () => {
    const hold = await aHold(`Released ${size}`);
    const page = await openConsole(at, person, settings);
    await goTo(page, "Today");
    const buttons = page.getByRole("group", { name: String(hold.reference) });
    await buttons.getByRole("button", { name: "Release" }).click();
    const keep = dialogOf(page).getByRole("button", { name: "Keep the hold" });
    await expect.poll(() => keep.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await dialogOf(page).waitFor({ state: "detached" });
    expect(await read(manager, "bookings", hold.id)).toMatchObject({ status: "Tentative" });
    await buttons.getByRole("button", { name: "Release" }).click();
    await dialogOf(page).getByRole("button", { name: "Release hold" }).click();
    await page.getByText(`${hold.reference} released.`).waitFor();
    await buttons.waitFor({ state: "detached" });
    expect(await read(manager, "bookings", hold.id)).toMatchObject({ status: "Canceled" });
    await page.context().close();
  });
});

describe("a hold’s money", () => {
  /** Refuses payments, as a proxy in front of the service might. @returns a function that ends it */
  async function withoutPayments(page: Page): Promise<() => Promise<void>> {
    const json = { errors: [{ code: "forbidden", details: "No payments today." }] };
    await page.route("**/bookings/*/payments", (route) => route.fulfill({ status: 403, json }));
    return () => page.unroute("**/bookings/*/payments");
  }

  test("is not lost when only the confirmation succeeds: the dialog says so and retries the payment once", async () => {
    const hold = await aHold("Half House");
    const page = await openHold(hold);
    const allow = await withoutPayments(page);
    await page.getByRole("button", { name: "Confirm booking" }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole("radio", { name: /^Deposit 25 %: €150.00/ }).click();
    await dialog.getByLabel("How").selectOption("wiretransfer");
    await dialog.getByRole("button", { name: "Confirm and record €150.00" }).click();
    await dialog.getByText("The booking is confirmed, but the payment of €150.00 was not recorded.").waitFor();
    await dialog.getByText("No payments today.").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await read(manager, "bookings", hold.id)).toMatchObject({ status: "Booked", paid_amount: "0.0" });
    await allow();
    await dialog.getByRole("button", { name: "Retry payment of €150.00" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await paymentsOf(hold)).toMatchObject([{ amount_in_cents: 15000, kind: "wiretransfer" }]);
    await page.context().close();
  });

  test("recorded on its page confirms it, unless the manager declines", async () => {
    const hold = await aHold("Cash House");
    const page = await openHold(hold);
    await page.getByRole("button", { name: "Record payment" }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel("Amount in EUR").fill("100");
    const confirms = dialog.getByRole("checkbox", { name: "Confirm the booking too" });
    expect(await confirms.isChecked()).toBe(true);
    await confirms.click();
    await dialog.getByRole("button", { name: "Record" }).click();
    await page.getByText("Payment of €100.00 recorded.").waitFor();
    expect(await read(manager, "bookings", hold.id)).toMatchObject({ status: "Tentative", paid_amount: "100.0" });
    await page.getByRole("button", { name: "Record payment" }).click();
    await dialog.getByLabel("Amount in EUR").fill("50");
    await dialog.getByRole("button", { name: "Record" }).click();
    await page.getByText("Payment of €50.00 recorded.").waitFor();
    expect(await read(manager, "bookings", hold.id)).toMatchObject({ status: "Booked", paid_amount: "150.0" });
    await page.context().close();
  });

  test("is recorded once by a double click", async () => {
    const hold = await aHold("Twice House");
    const page = await openHold(hold);
    await page.getByRole("button", { name: "Confirm booking" }).click();
    await dialogOf(page)
      .getByRole("radio", { name: /Full amount/ })
      .click();
    await dialogOf(page)
      .getByRole("button", { name: "Confirm and record" })
      .evaluate((button) => {
        const form = button.closest("form");
        form?.requestSubmit();
        form?.requestSubmit();
      });
    await page.getByText(/Payment of €600.00 recorded/).waitFor();
    expect(await paymentsOf(hold)).toHaveLength(1);
    await page.context().close();
  });
});

test("a hold is confirmed without a payment by keyboard alone", async () => {
  const hold = await aHold("Keys House");
  const page = await openHold(hold);
  await press(page, page.getByRole("button", { name: "Confirm booking" }));
  const dialog = dialogOf(page);
  await pick(page, dialog.getByRole("radiogroup"), "Other amount");
  await pick(page, dialog.getByRole("radiogroup"), "None yet");
  await press(page, dialog.getByRole("button", { name: "Confirm booking" }));
  await page.getByText(`${hold.reference} confirmed.`).waitFor();
  expect(await read(manager, "bookings", hold.id)).toMatchObject({ status: "Booked", paid_amount: "0.0" });
  await page.context().close();
});

test("an open dialog says that its hold has expired", async () => {
  const hold = await aHold("Late House");
  const page = await openHold(hold);
  await page.getByRole("button", { name: "Confirm booking" }).click();
  await expire(hold);
  await dialogOf(page).getByRole("button", { name: "Confirm booking" }).click();
  await dialogOf(page)
    .getByText(/This hold expired: .* Its nights are free again\./)
    .waitFor();
  await dialogOf(page).getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("button", { name: "Confirm booking" }).waitFor({ state: "detached" });
  await page.context().close();
});

test("an accountant sees a hold without its steps", async () => {
  const hold = await aHold("Audited House");
  const page = await openConsole(at, accountant);
  await page.goto(`${baseUrl}/console/bookings/${hold.id}`);
  await page.locator("header").getByText("Hold").waitFor();
  expect(await page.getByRole("button", { name: /Confirm|Extend|Release|Move/ }).count()).toBe(0);
  await page.context().close();
});
