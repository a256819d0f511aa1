import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aFee, aGuest, aRental, aRentalsFee, read } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { baseUrl, useSharedService } from "../harness/service.ts";
import { accessibilityFaults, dayFrom, goTo, openConsole } from "./open-console.ts";
import { undo } from "./undo.ts";
import { aWindow, type Window } from "./windows.ts";

/** One booking in a real browser (console.md, Screens). */
const service = useSharedService();
let at: Window;
let account: number;
let manager: ApiClient;
let person: ConsoleClient;

beforeAll(async () => {
  at = await aWindow(service);
  account = await service.anAccount();
  manager = await service.aClient(account);
  person = await aMember(service, account, "owner");
});

/** Three nights for two at 100 a night, with a cleaning of 50. */
async function aStay(name: string, attributes: Json = {}): Promise<Json> {
  const rental = await aRental(manager, { name, base_rate: "100" });
  await aRentalsFee(manager, rental, await aFee(manager), { status: "required" });
  const guest = await aGuest(manager, { fullname: "Ada Lovelace", emails: [{ email: "ada@example.com" }] });
  const stay = { start_at: dayFrom(9), end_at: dayFrom(12), client_id: guest.id, adults: 2 };
  return aBooking(manager, rental, { ...stay, ...attributes });
}

const openBooking = (who: ConsoleClient, stay: Json, settings = {}): Promise<Page> =>
  openConsole(at, who, { path: `/bookings/${stay.id}`, ...settings });

const card = (page: Page, name: string) => page.getByRole("region", { name });

describe("a booking", () => {
  test("shows its price lines, and records a payment that can be undone", async () => {
    const stay = await aStay("Money House");
    const page = await openBooking(person, stay);
    const price = card(page, "Price");
    await price.getByText("At today’s rates").click();
    await price.getByText("Nightly rates · 3 nights").waitFor();
    await price.getByRole("row", { name: "Total" }).getByText("€350.00").waitFor();
    await page.getByRole("button", { name: "Record payment" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByLabel("Amount in EUR").fill("120.50");
    await dialog.getByLabel("Payment method").selectOption("wiretransfer");
    await dialog.getByRole("button", { name: "Record" }).click();
    await page.getByText("Payment of €120.50 recorded.").waitFor();
    await card(page, "Payments").getByText("€229.50").waitFor();
    expect(await read(manager, "bookings", stay.id)).toMatchObject({
      paid_amount: "120.5",
      payment_left_to_collect: "229.5",
    });
    await undo(page);
    await page.getByText("Undone").waitFor();
    await card(page, "Payments").getByText("No payments yet").waitFor();
    expect(await read(manager, "bookings", stay.id)).toMatchObject({ paid_amount: "0.0" });
  });

  test("previews the new price before a fee is added or removed", async () => {
    const stay = await aStay("Fee House");
    const page = await openBooking(person, stay);
    const price = card(page, "Price");
    await price.getByRole("button", { name: "Add fee" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByLabel("Fee").selectOption({ label: "Custom fee for this booking" });
    await dialog.getByLabel("Name").fill("Boat");
    await dialog.getByLabel("Amount in EUR").fill("12.50");
    await dialog.getByLabel("Quantity").fill("2");
    await dialog.getByText("Price changes from €350.00 to €375.00.").waitFor();
    expect(await read(manager, "bookings", stay.id)).toMatchObject({ final_price: "350.0" });
    await dialog.getByRole("button", { name: "Add fee" }).click();
    await page.getByText("Fee added.").waitFor();
    await price.getByRole("row", { name: "Boat" }).getByText("€25.00").waitFor();
    expect(await read(manager, "bookings", stay.id)).toMatchObject({ final_price: "375.0" });
    await price.getByRole("button", { name: "Remove Cleaning" }).click();
    await dialog.getByText("Price changes from €375.00 to €325.00.").waitFor();
    await dialog.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("Cleaning removed.").waitFor();
    expect(await read(manager, "bookings", stay.id)).toMatchObject({ final_price: "325.0" });
    await card(page, "History").getByText("Price: from €375.00 to €325.00").waitFor();
    await card(page, "History").getByText("Rosa Robles (Roost Console)").first().waitFor();
  });

  test("accepts comments, and restores a removed one", async () => {
    const stay = await aStay("Talking House");
    const page = await openBooking(person, stay);
    const comments = card(page, "Team notes");
    await comments.getByLabel("New note").fill("Bring a cot");
    await comments.getByRole("button", { name: "Add note", exact: true }).click();
    await comments.getByText("Bring a cot").waitFor();
    await comments.getByRole("button", { name: "Remove" }).click();
    await comments.getByText("No notes").waitFor();
    await undo(page);
    await comments.getByRole("listitem").getByText("Bring a cot").waitFor();
    const restored = recordsOf(await manager.get(`/bookings/${stay.id}?include=booking_comments`), "bookings");
    expect(restored).toMatchObject([
      { booking_comments: [{ content: "Bring a cot", visible_for_all_account_users: false }] },
    ]);
  });

  test("marks a manually set final price as different from its lines", async () => {
    const stay = await aStay("Friendly House", { initial_price: "300", final_price: "300" });
    const page = await openBooking(person, stay);
    await card(page, "Price").getByRole("row", { name: "Changed manually" }).getByText("-€50.00").waitFor();
    await person.put(`/bookings/${stay.id}`, { bookings: [{ initial_price: "280" }] });
    await card(page, "Price").getByText("Changed manually: Rosa Robles (Roost Console)").first().waitFor();
  });

  test("opens from the calendar, and an unknown booking leads on", async () => {
    const stay = await aStay("Linked House");
    const page = await openConsole(at, person);
    await page.getByRole("textbox", { name: "Find a rental" }).fill("Linked House");
    await page.locator("[data-stay]").click();
    await page.waitForURL(new RegExp(`/console/calendar\\?.*panel=${stay.id}$`));
    await page
      .getByRole("dialog")
      .getByRole("heading", { name: /^Linked House \w+/ })
      .waitFor();
    await page.goto(`${baseUrl}/console/bookings/999999999`);
    await page.getByRole("heading", { name: "Booking not found" }).waitFor();
    await goTo(page, "Today");
    await page.getByRole("heading", { name: "Arrivals" }).waitFor();
  });
});
