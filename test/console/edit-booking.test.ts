import { beforeAll, describe, expect, test } from "vitest";
import type { ApiClient, Json } from "../harness/client.ts";
import { aSource, read } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";
import { aStay, card, edit, openBooking, windows, written } from "./edited-booking.ts";
import { choose, pick, press, tabTo, typeInto } from "./keyboard.ts";
import { accessibilityFaults, dayFrom } from "./open-console.ts";
import { undo } from "./undo.ts";
import { aWindow, type Window } from "./windows.ts";

/** Changing a booking on its page (console.md, The job decides). */
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

const stored = (stay: Json): Promise<Json> => read(manager, "bookings", stay.id);

describe.each(windows)("a booking (%s)", (size, settings) => {
  test("changes its hours, channel and notes: only these are sent, and a refused hour is shown at its field", async () => {
    const source = await aSource(manager, { name: `Lighthouse ${size}` });
    const stay = await aStay(manager, `Detail House ${size}`, { notes: "Late", expected_checkout_time: "09:00" });
    const page = await openBooking(at, person, stay, settings);
    const bodies = written(page);
    await press(page, edit(page, "Stay"));
    const form = page.getByRole("form", { name: "Stay details" });
    await typeInto(page, form.getByLabel("Arrives at"), "noon");
    await choose(page, form.getByLabel("Channel", { exact: true }), `Lighthouse ${size}`);
    await typeInto(page, form.getByLabel("Channel reference"), "LH-1");
    await press(page, form.getByRole("button", { name: "Save" }));
    await expect
      .poll(() => form.getByLabel("Arrives at").evaluate((input) => input.getAttribute("aria-invalid")))
      .toBe("true");
    expect(await accessibilityFaults(page)).toEqual([]);
    await typeInto(page, form.getByLabel("Arrives at"), "18:30");
    await press(page, form.getByRole("button", { name: "Save" }));
    await page.getByText(`${stay.reference} saved.`).waitFor();
    const changes = { source_id: source.id, expected_checkin_time: "18:30", external_reference: "LH-1" };
    expect(bodies.at(-1)).toBe(`PUT ${JSON.stringify({ bookings: [changes] })}`);
    await card(page, "Stay").getByText("18:30").waitFor();
    expect(await stored(stay)).toMatchObject({
      notes: "Late",
      expected_checkout_time: "09:00",
      ...{ external_reference: "LH-1" },
    });
  });

  test("an amount that is typed faster than the page follows is the amount", async () => {
    const stay = await aStay(manager, `Fast House ${size}`);
    const page = await openBooking(at, person, stay, settings);
    await press(page, edit(page, "Price"));
    const amount = page.getByRole("form", { name: "Price" }).getByLabel("Rental price");
    await amount.selectText();
    // A busy page: its timers come after the next key.
    await page.evaluate(`{ const later = setTimeout; globalThis.setTimeout = (act, ms = 0) => later(act, ms + 60); }`);
    await page.keyboard.type("1333.33", { delay: 40 });
    await page.keyboard.press("Tab");
    await expect.poll(() => amount.inputValue()).toBe("1,333.33");
    await amount.fill("95");
    await page.keyboard.press("Tab");
    await expect.poll(() => amount.inputValue()).toBe("95.00");
  });

  test("shows the new total before the price changes, and stores exactly that", async () => {
    const stay = await aStay(manager, `Price House ${size}`);
    const page = await openBooking(at, person, stay, settings);
    await press(page, edit(page, "Price"));
    const form = page.getByRole("form", { name: "Price" });
    await form.getByText("Price stays €320.00.").waitFor();
    await typeInto(page, form.getByLabel("Rental price"), "333.33");
    await typeInto(page, form.getByLabel("Discount"), "1.5%");
    await form.getByText("Price changes from €320.00 to €348.33.").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await press(page, form.getByRole("button", { name: "Save" }));
    await page.getByText(`${stay.reference} saved.`).waitFor();
    expect(await stored(stay)).toMatchObject({ initial_price: "333.33", discount: "1.5%", final_price: "348.33" });
    await press(page, edit(page, "Price"));
    await typeInto(page, form.getByLabel("Custom total"), "340");
    await form.getByText("Price changes from €348.33 to €340.00.").waitFor();
    await press(page, form.getByRole("button", { name: "Save" }));
    await card(page, "Price").locator("tfoot").getByText("€340.00").waitFor();
    expect(await stored(stay)).toMatchObject({ final_price: "340.0" });
    await press(page, edit(page, "Price"));
    await typeInto(page, form.getByLabel("Discount"), "ten");
    expect(await form.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    await tabTo(page, form.getByLabel("Discount"));
    for (let letter = 0; letter < 3; letter++) await page.keyboard.press("Backspace");
    await tabTo(page, form.getByLabel("Custom total"));
    for (let digit = 0; digit < 3; digit++) await page.keyboard.press("Backspace");
    await form.getByText("Price changes from €340.00 to €344.87.").waitFor();
    await press(page, form.getByRole("button", { name: "Save" }));
    await card(page, "Price").locator("tfoot").getByText("€344.87").waitFor();
    expect(await stored(stay)).toMatchObject({ discount: null, final_price: "344.87" });
  });

  test("takes another party at the agreed price or at today’s, with its hours kept", async () => {
    const stay = await aStay(manager, `Party House ${size}`);
    const page = await openBooking(at, person, stay, settings);
    await card(page, "Stay").getByRole("button", { name: "Dates and guests" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Adults").fill("4");
    const prices = dialog.getByRole("radiogroup", { name: "Price after the change" });
    expect(await prices.getByRole("radio", { name: "Today’s rates: €340.00 (+€20.00)" }).isChecked()).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await pick(page, prices, "Keep €320.00");
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await page.getByText(`${stay.reference} changed.`).waitFor();
    const { start_at } = stay;
    expect(await stored(stay)).toMatchObject({ adults: 4, final_price: "320.0", start_at });
    await undo(page);
    await page.getByText("Undone").waitFor();
    expect(await stored(stay)).toMatchObject({ adults: 2, final_price: "320.0", start_at });
  });

  test("is extended by a night from its header, with the departure first", async () => {
    const stay = await aStay(manager, `Longer House ${size}`);
    const page = await openBooking(at, person, stay, settings);
    await page.getByRole("button", { name: "Extend stay" }).click();
    const dialog = page.getByRole("dialog");
    const departure = dialog.getByLabel("Departure");
    await expect.poll(() => departure.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
    await departure.fill(dayFrom(34));
    await dialog.getByRole("radio", { name: "Today’s rates: €420.00 (+€100.00)" }).waitFor();
    await dialog.getByRole("button", { name: "Extend stay" }).click();
    await page.getByText(`${stay.reference} moved.`).waitFor();
    const { start_at } = stay;
    expect(await stored(stay)).toMatchObject({ final_price: "420.0", start_at, end_at: `${dayFrom(34)}T10:00:00Z` });
  });

  test("is canceled from its header only after a second thought", async () => {
    const stay = await aStay(manager, `Canceled House ${size}`);
    const page = await openBooking(at, person, stay, settings);
    await page.getByRole("button", { name: "Cancel booking" }).click();
    const dialog = page.getByRole("dialog");
    const keep = dialog.getByRole("button", { name: "Keep the booking" });
    await expect.poll(() => keep.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    expect(await stored(stay)).toMatchObject({ status: "Booked" });
    await page.getByRole("button", { name: "Cancel booking" }).click();
    await dialog.getByRole("button", { name: "Cancel booking" }).click();
    await page.getByText(`${stay.reference} canceled.`).waitFor();
    expect(await stored(stay)).toMatchObject({ status: "Canceled" });
  });
});

test("Escape leaves an edit without a change, with the focus on its button", async () => {
  const stay = await aStay(manager, "Escape House", { notes: "Quiet" });
  const page = await openBooking(at, person, stay);
  await edit(page, "Stay").press("Enter");
  await page.getByLabel("Notes", { exact: true }).fill("Loud");
  await page.keyboard.press("Escape");
  await card(page, "Stay").getByText("Quiet").waitFor();
  expect(await edit(page, "Stay").evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
  expect(await stored(stay)).toMatchObject({ notes: "Quiet" });
});

test("an accountant reads a booking without any button that changes it", async () => {
  const page = await openBooking(at, accountant, await aStay(manager, "Read House"));
  await card(page, "Price").getByText("€320.00").first().waitFor();
  expect(await page.getByRole("button", { name: /Edit|Move|Extend|Cancel|Dates|Message/ }).count()).toBe(0);
});
