import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, created, read } from "../harness/factories.ts";
import { aMember } from "../harness/people.ts";
import { aHold } from "./held-booking.ts";
import { choose, countActivations, goByKeyboard, pick, press, tabTo, typeDay, typeInto } from "./keyboard.ts";
import { faultsInJob } from "./looks.ts";
import { dayFrom, openConsole, sizes, useConsole } from "./open-console.ts";
import { anOwnedHouse } from "./owned-house.ts";

/** The number of controls that a job takes by keyboard alone, on a light desktop and a dark phone (console.md, The job decides). */
const roost = useConsole();

const day = (time: unknown): string => String(time).slice(0, 10);

/** A rental's rates of a month's nights, and of the nights before and after them. */
async function ratesAround(manager: ApiClient, rental: Json, month: string): Promise<number[]> {
  const { start_date, rates_map } = await read(manager, "nightly_rate_maps", rental.id);
  const first = (Date.parse(`${month}-01`) - Date.parse(String(start_date))) / 86_400_000;
  return String(rates_map)
    .split(",")
    .slice(first - 1, first + 32)
    .map(Number);
}

describe.each([
  ["desktop", "light", { width: 1440, height: 900 }],
  ["phone", "dark", sizes.phone],
] as const)("by keyboard alone (%s, %s)", (size, colorScheme, viewport) => {
  const settings = { viewport, colorScheme };
  const open = (path: string): Promise<Page> => roost.open({ ...settings, path });
  /** A phone shows some screens only in the sheet "More". */
  const more = size === "phone" ? 1 : 0;

  /** Checks a state of a job in both color schemes. */
  const look = async (page: Page, state: string): Promise<void> =>
    expect(await faultsInJob(page, state, colorScheme)).toEqual([]);

  test("a hold is extended in three steps, and becomes a booking with a deposit in four", async () => {
    const { manager } = roost;
    const hold = await aHold(manager, `Held House ${size}`, { start_at: dayFrom(2), end_at: dayFrom(5) });
    const page = await open(`/calendar?q=Held House ${size}`);
    await page.locator("[data-stay]").waitFor();
    const activations = await countActivations(page);
    await tabTo(page, page.getByRole("grid"));
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    const panel = page.getByRole("dialog", { name: `Held House ${size}` });
    await press(page, panel.getByRole("button", { name: "Extend hold" }));
    const extension = page.getByRole("dialog", { name: /^Extend/ });
    await look(page, "an extension of a hold");
    await press(page, extension.getByRole("button", { name: "Extend hold" }));
    await page.getByText(/held until/).waitFor();
    const { tentative_expires_at } = await read(manager, "bookings", hold.id);
    expect(tentative_expires_at).toBe(`${dayFrom(3)}T12:00:00Z`);
    const extended = await activations();
    expect(extended).toBeLessThanOrEqual(3);
    await press(page, panel.getByRole("button", { name: "Confirm booking" }));
    const dialog = page.getByRole("dialog", { name: /^Confirm/ });
    await pick(page, dialog.getByRole("radiogroup"), "Down payment 25%: €75.00");
    await look(page, "a confirmation with a deposit");
    await press(page, dialog.getByRole("button", { name: "Confirm and record €75.00" }));
    await page.getByText(`${hold.reference} confirmed. Payment of €75.00 recorded.`).waitFor();
    expect(await read(manager, "bookings", hold.id)).toMatchObject({ status: "Booked", paid_amount: "75.0" });
    // And the step that opened the panel.
    expect((await activations()) - extended + 1).toBeLessThanOrEqual(4);
  });

  test("a free week is booked for a known guest in six steps", async () => {
    const { manager } = roost;
    const rental = await aRental(manager, { name: `Week House ${size}`, base_rate: "100" });
    const digits = size === "phone" ? "446681801" : "446681802";
    const phones = [{ label: "home", number: `+41${digits}` }];
    const guest = await aGuest(manager, { fullname: `Ines ${size}`, phones });
    const page = await open("/calendar");
    const activations = await countActivations(page);
    await press(page, page.getByRole("link", { name: "New booking" }));
    const dialog = page.getByRole("dialog");
    await typeDay(page, dialog.getByLabel("Arrival"), dayFrom(30));
    await press(page, dialog.getByRole("button", { name: `Week House ${size}` }));
    await dialog.getByText("Total for 7 nights").waitFor();
    await typeInto(page, dialog.getByRole("combobox", { name: "Guest" }), digits);
    await dialog.getByRole("option", { name: `Ines ${size}` }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(await dialog.locator("tfoot td").innerText()).toContain("700");
    await press(page, dialog.getByRole("button", { name: "Book", exact: true }));
    await page.getByText(" booked.").waitFor();
    const stays = recordsOf(await manager.get(`/bookings?rental_id=${rental.id}&include=client`), "bookings");
    expect(stays).toMatchObject([{ final_price: "700.0", client: { id: guest.id } }]);
    expect([day(stays[0]?.start_at), day(stays[0]?.end_at)]).toEqual([dayFrom(30), dayFrom(37)]);
    expect(await activations()).toBeLessThanOrEqual(6);
  });

  test("a paid stay is canceled with reason, message and refund in two steps", async () => {
    const { manager } = roost;
    const rental = await aRental(manager, { name: `Left House ${size}`, base_rate: "100", time_zone: "UTC" });
    await created(manager, `/rentals/${rental.id}/rental_cancelation_policies`, "rental_cancelation_policies", {
      rental_cancelation_policy_items: [{ eligible_days: 7, penalty_percentage: "50" }],
    });
    const guest = await aGuest(manager, { fullname: "Ada Lovelace" });
    const stay = await aBooking(manager, rental, { start_at: dayFrom(5), end_at: dayFrom(9), client_id: guest.id });
    await created(manager, `/bookings/${stay.id}/payments`, "payments", {
      ...{ kind: "cash", amount_in_cents: 30_000, currency: "EUR", paid_at: `${dayFrom(-9)}T10:00:00Z` },
    });
    const page = await open(`/bookings/${stay.id}`);
    const activations = await countActivations(page);
    await press(page, page.getByRole("button", { name: "Cancel booking" }));
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("row", { name: "Total refund €100.00" }).waitFor();
    await choose(page, dialog.getByLabel("Reason", { exact: true }), "Channel canceled");
    await typeInto(page, dialog.getByLabel("Message to the guest"), "We are sorry.");
    await look(page, "a cancelation with its refund");
    await press(page, dialog.getByRole("button", { name: "Cancel and refund €100.00" }));
    await page.getByText(`${stay.reference} canceled. €100.00 refunded.`).waitFor();
    expect(await read(manager, "bookings", stay.id)).toMatchObject({
      ...{ status: "Canceled", paid_amount: "200.0" },
      ...{ cancelation_reason: "Channel canceled", cancelation_message_to_guest: "We are sorry." },
    });
    expect(await activations()).toBeLessThanOrEqual(2);
  });

  test("July's prices change for all rentals at once in four steps, and back in one", async () => {
    const account = await roost.service.anAccount();
    const owner = await aMember(roost.service, account, "owner");
    const manager = await roost.service.aClient(account);
    const rentals = [];
    for (const letter of "ABCDEFGH")
      rentals.push(await aRental(manager, { name: `House ${letter}`, base_rate: "100" }));
    const july = `${Number(dayFrom(0).slice(0, 4)) + 1}-07`;
    const page = await openConsole(roost.at, owner, { ...settings, path: "/calendar" });
    const activations = await countActivations(page);
    await goByKeyboard(page, "Rates");
    await press(page, page.getByRole("button", { name: "Price several rentals" }));
    await press(page, page.getByRole("button", { name: "All 8" }));
    await typeDay(page, page.getByLabel("First night"), `${july}-01`);
    await typeDay(page, page.getByLabel("Last night"), `${july}-31`);
    await typeInto(page, page.getByLabel("Amount in EUR"), "140");
    await page.getByRole("row", { name: "House H €100.00 €140.00" }).waitFor();
    await look(page, "new prices of eight rentals");
    await press(page, page.getByRole("button", { name: "Save 248 nights" }));
    await page.getByText("248 nights saved.").waitFor();
    expect(await activations()).toBeLessThanOrEqual(4 + more);
    for (const rental of rentals)
      expect(await ratesAround(manager, rental, july)).toEqual([100, ...new Array(31).fill(140), 100]);
    await press(page, page.getByRole("button", { name: "Undo" }));
    await page.getByText("Undone").waitFor();
    expect(await activations()).toBeLessThanOrEqual(5 + more);
    for (const rental of rentals) expect(await ratesAround(manager, rental, july)).toEqual(new Array(33).fill(100));
  });

  test("a stay gets a new departure at today's rates, and another hour and note, in six steps", async () => {
    const { manager } = roost;
    const rental = await aRental(manager, { name: `Edited House ${size}`, base_rate: "100" });
    const stay = await aBooking(manager, rental, { start_at: dayFrom(5), end_at: dayFrom(8), final_price: "270" });
    const page = await open(`/bookings/${stay.id}`);
    const activations = await countActivations(page);
    await press(page, page.getByRole("button", { name: "Extend stay" }));
    const dialog = page.getByRole("dialog", { name: /^Extend/ });
    await typeDay(page, dialog.getByLabel("Departure"), dayFrom(10));
    await dialog.getByRole("radio", { name: "Keep €270.00" }).waitFor();
    await pick(page, dialog.getByRole("radiogroup"), "Today’s rates: €500.00 (+€230.00)");
    await look(page, "an extension with its prices");
    await press(page, dialog.getByRole("button", { name: "Extend stay" }));
    await page.getByText(`${stay.reference} moved.`).waitFor();
    await press(page, page.getByRole("button", { name: "Edit: Stay" }));
    const form = page.getByRole("form", { name: "Stay details" });
    await typeInto(page, form.getByLabel("Arrives at"), "17:30");
    await typeInto(page, form.getByLabel("Notes"), "Two cots");
    await look(page, "an edited stay");
    await press(page, form.getByRole("button", { name: "Save" }));
    await page.getByText(`${stay.reference} saved.`).waitFor();
    expect(await read(manager, "bookings", stay.id)).toMatchObject({
      ...{ final_price: "500.0", notes: "Two cots", expected_checkin_time: "17:30" },
    });
    expect(await activations()).toBeLessThanOrEqual(6);
  });

  test("the month ends in eight steps: statements are sent, a due balance is paid, payouts are compared", async () => {
    const { client, owner, stay } = await anOwnedHouse(roost.service);
    const page = await openConsole(roost.at, owner, { ...settings, path: "/today" });
    const activations = await countActivations(page);
    await goByKeyboard(page, "Payments");
    await press(page, page.getByRole("link", { name: "Owners", exact: true }));
    await press(page, page.getByRole("button", { name: "Send 1 open statement" }));
    await look(page, "a statement to send");
    await press(page, page.getByRole("dialog").getByRole("button", { name: "Send", exact: true }));
    await page.getByText("Statement is being sent.").waitFor();
    await press(page, page.getByRole("link", { name: "1 overdue balance: €1,000.00" }));
    await press(page, page.getByRole("button", { name: `Record payment for ${stay.reference}` }));
    await press(page, page.getByRole("dialog").getByRole("button", { name: "Record", exact: true }));
    await page.getByText("Payment of €1,000.00 recorded.").waitFor();
    expect(await read(client, "bookings", stay.id)).toMatchObject({ paid_amount: "1000.0" });
    await press(page, page.getByRole("link", { name: "Payouts", exact: true }));
    await page.getByText("No payment gateways").waitFor();
    expect(await activations()).toBeLessThanOrEqual(8 + more);
  });

  test("a discount code is made from Today in one form", async () => {
    const code = `SUMMER-${size}`.toUpperCase();
    await aRental(roost.manager, { name: `Coded House ${size}` });
    const page = await open("/today");
    const activations = await countActivations(page);
    await goByKeyboard(page, "Rates");
    if (size === "phone") await choose(page, page.getByRole("combobox", { name: "View" }), "Discount codes");
    else await pick(page, page.getByRole("radiogroup", { name: "View" }), "Discount codes");
    await press(page, page.getByRole("button", { name: "New discount code" }));
    const dialog = page.getByRole("dialog");
    await typeInto(page, dialog.getByRole("textbox", { name: "Code", exact: true }), code);
    await typeInto(page, dialog.getByRole("textbox", { name: "Discount", exact: true }), "15");
    await look(page, "a discount code");
    await press(page, dialog.getByRole("button", { name: "Save", exact: true }));
    await page.getByText("Discount code saved.").waitFor();
    const codes = recordsOf(await roost.manager.get("/booking/discount_codes"), "discount_codes");
    expect(codes).toContainEqual(expect.objectContaining({ discount_code: code, percentage: 15 }));
    // Arrows pass the other views of Rates on a desktop.
    expect(await activations()).toBeLessThanOrEqual(size === "phone" ? 4 : 9);
  });

  test("a guest's review is answered from Today in three steps", async () => {
    const { manager } = roost;
    const rental = await aRental(manager, { name: `Reviewed House ${size}`, base_rate: "100" });
    const past = { start_at: `${dayFrom(-5)}T16:00:00Z`, end_at: `${dayFrom(-2)}T10:00:00Z`, final_price: "0" };
    const stay = await aBooking(manager, rental, { ...past, client_id: (await aGuest(manager)).id });
    await manager.post(`/bookings/${stay.id}/reviews`, { reviews: [{ comment: "Lovely garden", rating: 4 }] });
    const page = await open("/today");
    const activations = await countActivations(page);
    const item = page.getByRole("listitem").filter({ hasText: `Reviewed House ${size}` });
    await press(page, item.getByRole("button", { name: "Reply" }));
    const panel = page.getByRole("dialog", { name: `Reviewed House ${size}` });
    await press(page, panel.getByRole("button", { name: "Reply to review" }));
    await page.keyboard.type("Thank you!");
    await look(page, "a reply to a review");
    await press(page, panel.getByRole("button", { name: "Send reply" }));
    await panel.getByText("Your reply").waitFor();
    expect(await activations()).toBeLessThanOrEqual(3);
  });
});
