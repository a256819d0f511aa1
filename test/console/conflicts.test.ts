import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, read } from "../harness/factories.ts";
import { baseUrl } from "../harness/service.ts";
import { accessibilityFaults, dayFrom, sizes, useConsole } from "./open-console.ts";

/** Two tabs that edit one record (console.md, The job decides). */
const roost = useConsole();

const aStay = async (name: string, attributes: Json = {}): Promise<Json> => {
  const rental = await aRental(roost.manager, { name, base_rate: "100" });
  return aBooking(roost.manager, rental, { start_at: dayFrom(30), end_at: dayFrom(33), notes: "Quiet", ...attributes });
};

const openPage = (path: string, settings = {}): Promise<Page> => roost.open({ path, ...settings });

/** Opens the stay's form in a tab. */
async function editStay(stay: Json, settings = {}) {
  const page = await openPage(`/bookings/${stay.id}`, settings);
  await page.getByRole("button", { name: "Edit: Stay" }).click();
  const form = page.getByRole("form", { name: "Stay details" });
  const save = () => form.getByRole("button", { name: "Save" }).click();
  const saved = () => page.getByText(`${stay.reference} saved.`).waitFor();
  return { page, form, save, saved, notes: form.getByLabel("Notes") };
}

/** Opens a guest's form in a tab. */
async function editGuest(guest: Json) {
  const page = await openPage(`/guests?guest=${guest.id}`);
  const form = page.getByRole("form", { name: "Details" });
  await form.waitFor();
  const save = () => form.getByRole("button", { name: "Save" }).click();
  const saved = () => page.getByText("Guest saved.").waitFor();
  return { page, form, save, saved };
}

describe.each([
  ["desktop", { viewport: { width: 1440, height: 900 } }],
  ["phone", { viewport: sizes.phone, hasTouch: true, colorScheme: "dark" }],
] as const)("a booking that two tabs edit (%s)", (size, settings) => {
  test("shows both values of a field that both changed, and keeps or takes one", async () => {
    const stay = await aStay(`Twice House ${size}`);
    const [one, other] = [await editStay(stay, settings), await editStay(stay)];
    await one.notes.fill("Mine");
    await other.notes.fill("Theirs");
    await other.save();
    await other.saved();
    await one.save();
    await one.page.getByText("This booking was changed in the meantime").waitFor();
    await one.page.getByRole("row", { name: "Notes Mine Theirs" }).waitFor();
    expect(await accessibilityFaults(one.page)).toEqual([]);
    expect(await read(roost.manager, "bookings", stay.id)).toMatchObject({ notes: "Theirs" });
    await one.page.getByRole("button", { name: "Take theirs" }).click();
    expect(await one.notes.inputValue()).toBe("Theirs");
    await one.notes.fill("Mine again");
    await roost.manager.put(`/bookings/${stay.id}`, { bookings: [{ notes: "Theirs again" }] });
    await one.save();
    await one.page.getByRole("row", { name: "Notes Mine again Theirs again" }).waitFor();
    await one.page.getByRole("button", { name: "Keep mine" }).click();
    await one.saved();
    expect(await read(roost.manager, "bookings", stay.id)).toMatchObject({ notes: "Mine again" });
  });
});

test("two tabs that edit other fields of a booking both save without a question", async () => {
  const stay = await aStay("Shared House");
  const [one, other] = [await editStay(stay), await editStay(stay)];
  await other.form.getByLabel("Arrives at").fill("17:00");
  await other.save();
  await other.saved();
  await one.notes.fill("Mine");
  await one.save();
  await one.saved();
  const stored = await read(roost.manager, "bookings", stay.id);
  expect(stored).toMatchObject({ notes: "Mine", expected_checkin_time: "17:00" });
});

test("a guest keeps the telephone number of another tab, and a note that both wrote is a choice", async () => {
  const guest = await aGuest(roost.manager, { fullname: "Ada Lovelace" });
  const [one, other] = [await editGuest(guest), await editGuest(guest)];
  await one.form.getByLabel("Notes").fill("Mine");
  await other.form.getByRole("button", { name: "Add phone number" }).click();
  await other.form.getByLabel("Phone number").last().fill("+44 20 7946 0991");
  await other.save();
  await other.saved();
  await one.save();
  await one.saved();
  const phones = [{ number: "+44 20 7946 0991" }];
  expect(await read(roost.manager, "clients", guest.id)).toMatchObject({ notes: "Mine", phones });
  await other.form.getByLabel("Notes").fill("Theirs");
  await other.save();
  await other.page.getByRole("row", { name: "Notes Theirs Mine" }).waitFor();
  expect(await accessibilityFaults(other.page)).toEqual([]);
  await other.page.getByRole("button", { name: "Keep mine" }).click();
  await expect.poll(async () => (await read(roost.manager, "clients", guest.id)).notes).toBe("Theirs");
});

test.each([
  ["E-mail address", "E-mail addresses", { emails: [{ email: "theirs@example.com" }] }, "mine@example.com"],
  ["Phone number", "Phone numbers", { phones: [{ label: "a", number: "+49 30 5550102" }] }, "+49 30 5550101"],
  ["Street", "Addresses", { addresses: [{ label: "a", address1: "Their Street" }] }, "My Street"],
])("a changed %s is written alone, and another one of the meantime is a choice", async (label, row, theirs, mine) => {
  const guest = await aGuest(roost.manager, {
    ...{ fullname: "Grace Hopper", emails: [{ email: "first@example.com" }] },
    phones: [{ label: "a", number: "+49 30 5550100" }],
    addresses: [{ label: "a", address1: "First Street" }],
  });
  const { page, form, save, saved } = await editGuest(guest);
  const bodies: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") bodies.push(request.postData() ?? "");
  });
  await form.getByRole("textbox", { name: label, exact: true }).fill(mine);
  await roost.manager.put(`/clients/${guest.id}`, { clients: [theirs] });
  await save();
  await page.getByRole("row", { name: row }).getByText(mine).waitFor();
  await page.getByRole("button", { name: "Keep mine" }).click();
  await saved();
  const [attribute] = Object.keys(theirs);
  expect(bodies.map((body) => Object.keys(JSON.parse(body).clients[0]))).toEqual([[attribute], [attribute]]);
  expect(JSON.stringify(await read(roost.manager, "clients", guest.id))).toContain(mine);
});

test("a price edit waits for the total that another tab’s fee makes", async () => {
  const stay = await aStay("Fee House");
  const page = await openPage(`/bookings/${stay.id}`);
  await page.getByRole("button", { name: "Edit: Price" }).click();
  const form = page.getByRole("form", { name: "Price" });
  await form.getByLabel("Rental price").fill("250");
  const fee = { bookings_fees: [{ name: "Dog", kind: "other", price: "40", times_booked: 1 }] };
  expect((await roost.manager.patch(`/bookings/${stay.id}/add_bookings_fee`, fee)).status).toBe(200);
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("The price has changed from €250.00 to €290.00").waitFor();
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText(`${stay.reference} saved.`).waitFor();
  expect(await read(roost.manager, "bookings", stay.id)).toMatchObject({
    initial_price: "250.0",
    final_price: "290.0",
  });
});

test("a double click books once and records a payment once", async () => {
  const stay = await aStay("Double House");
  const page = await openPage(`/bookings/${stay.id}`);
  await page.getByRole("button", { name: "Record payment" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Amount in EUR").fill("100");
  await dialog.getByRole("button", { name: "Record" }).dblclick();
  await page.getByText("Payment of €100.00 recorded.").waitFor();
  expect(await read(roost.manager, "bookings", stay.id)).toMatchObject({ paid_amount: "100.0" });
  await page.goto(`${baseUrl}/console/calendar`);
  await page.getByRole("textbox", { name: "Find a rental" }).fill("Double House");
  await expect.poll(() => page.getByRole("rowheader").allTextContents()).toEqual(["Double House"]);
  await page.getByRole("grid").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
  await dialog.locator("tfoot").getByText("€200.00").waitFor();
  await dialog.getByRole("combobox", { name: "Guest" }).fill("Dora Double");
  await page.keyboard.press("Tab");
  await dialog.getByRole("button", { name: "Book" }).dblclick();
  await page.getByText(" booked.").waitFor();
  expect(recordsOf(await roost.manager.get("/clients?name=Dora Double"), "clients").length).toBe(1);
});
