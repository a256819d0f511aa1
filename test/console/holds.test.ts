import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { ApiClient, Json } from "../harness/client.ts";
import { read } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";
import { openBooking, windows } from "./edited-booking.ts";
import { aHold } from "./held-booking.ts";
import { pick, press } from "./keyboard.ts";
import { accessibilityFaults, dayFrom, goTo, openConsole } from "./open-console.ts";
import { undo } from "./undo.ts";
import { aWindow, type Window } from "./windows.ts";

/** Holds in the calendar, on Today and on their own page (console.md, The job decides). */
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

const expire = (hold: Json) =>
  service.sql("update bookings set tentative_expires_at = now() - interval '1 minute' where id = $1", [hold.id]);

const dialogOf = (page: Page) => page.getByRole("dialog");

describe.each(windows)("a hold (%s)", (size, settings) => {
  test("becomes a booking with a cash deposit in four clicks from its bar", async () => {
    const hold = await aHold(manager, `Deposit ${size}`, { start_at: dayFrom(2), end_at: dayFrom(5) });
    const page = await openConsole(at, person, settings);
    await page.getByRole("textbox", { name: "Find a rental" }).fill(`Deposit ${size}`);
    await page.locator("[data-stay]").click();
    await page.getByRole("button", { name: "Confirm booking" }).click();
    await dialogOf(page)
      .getByRole("radio", { name: /^Down payment 25%: €75.00/ })
      .click();
    await dialogOf(page).getByRole("button", { name: "Confirm and record €75.00" }).click();
    await page.getByText(`${hold.reference} confirmed. Payment of €75.00 recorded.`).waitFor();
    expect(await read(manager, "bookings", hold.id)).toMatchObject({ status: "Booked", paid_amount: "75.0" });
  });

  test("is extended on the clock of its house, and back by undo", async () => {
    const hold = await aHold(manager, `Longer ${size}`);
    const page = await openBooking(at, person, hold, settings);
    await page.getByRole("button", { name: "Extend hold" }).click();
    const dialog = dialogOf(page);
    await dialog
      .getByText(/21:00 \(Asia\/Tokyo\)/)
      .first()
      .waitFor();
    await dialog.getByRole("radio", { name: "Until a date" }).click();
    await dialog.getByLabel("Held until").fill(dayFrom(9));
    await dialog.getByLabel("Time at the rental").fill("18:30");
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Extend hold" }).click();
    await page.getByText(/held until .*18:30 \(Asia\/Tokyo\)/).waitFor();
    expect(await read(manager, "bookings", hold.id)).toMatchObject({ tentative_expires_at: `${dayFrom(9)}T09:30:00Z` });
    await undo(page);
    await page.getByText("Undone").waitFor();
    expect(await read(manager, "bookings", hold.id)).toMatchObject({ tentative_expires_at: `${dayFrom(2)}T12:00:00Z` });
  });

  test("is released from Today only after a second thought", async () => {
    const hold = await aHold(manager, `Released ${size}`);
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
  });
});

test("a hold is confirmed without a payment by keyboard alone", async () => {
  const hold = await aHold(manager, "Keys House");
  const page = await openBooking(at, person, hold);
  await press(page, page.getByRole("button", { name: "Confirm booking" }));
  const dialog = dialogOf(page);
  await pick(page, dialog.getByRole("radiogroup"), "Other amount");
  await pick(page, dialog.getByRole("radiogroup"), "None yet");
  await press(page, dialog.getByRole("button", { name: "Confirm booking" }));
  await page.getByText(`${hold.reference} confirmed.`).waitFor();
  expect(await read(manager, "bookings", hold.id)).toMatchObject({ status: "Booked", paid_amount: "0.0" });
});

test("an open dialog says that its hold has expired", async () => {
  const hold = await aHold(manager, "Late House");
  const page = await openBooking(at, person, hold);
  await page.getByRole("button", { name: "Confirm booking" }).click();
  await expire(hold);
  await dialogOf(page).getByRole("button", { name: "Confirm booking" }).click();
  await dialogOf(page)
    .getByText(/This hold expired: .* Its nights are free again\./)
    .waitFor();
  await dialogOf(page).getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("button", { name: "Confirm booking" }).waitFor({ state: "detached" });
});

test("an accountant sees a hold without its steps", async () => {
  const hold = await aHold(manager, "Audited House");
  const page = await openBooking(at, accountant, hold);
  await page.locator("header").getByText("Hold").waitFor();
  expect(await page.getByRole("button", { name: /Confirm|Extend|Release|Move/ }).count()).toBe(0);
});
