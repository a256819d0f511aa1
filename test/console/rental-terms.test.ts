import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aFee, aRental, aRentalsFee, aTax, read } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { useService } from "../harness/service.ts";
import { accessibilityFaults, openConsole, sizes } from "./open-console.ts";
import { undo } from "./undo.ts";
import { aWindow, type Window } from "./windows.ts";

/** A rental's fees, taxes and policies in the editor, in a real browser (console.md, Rental editor). */
const service = useService();
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

const openEditor = (rental: Json, settings = {}): Promise<Page> =>
  openConsole(at, person, { path: `/rentals/${rental.id}`, ...settings });

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function openPart(page: Page, name: string) {
  await page.getByRole("navigation", { name: "Rental sections" }).getByRole("link", { name, exact: true }).click();
  await part(page, name).waitFor();
  return part(page, name);
}

describe("a rental's terms", () => {
  test("a fee can be created, linked to the rental, changed, removed and restored", async () => {
    const rental = await aRental(manager, { name: "House of fees" });
    const page = await openEditor(rental);
    const fees = await openPart(page, "Fees");
    await fees.getByText("No fees").waitFor();
    await fees.getByRole("button", { name: "Add fee" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Fee", exact: true }).selectOption("New fee");
    await dialog.getByLabel("Name on the bill").fill("Firewood");
    await dialog.getByLabel("Amount in EUR").fill("12.5");
    await dialog.getByLabel("Calculation").selectOption("per night");
    await dialog.getByLabel("Availability").selectOption("Optional for guests.");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Firewood added for new bookings.").waitFor();
    await fees.getByText("€12.50 per night").waitFor();
    await fees.getByRole("button", { name: "Edit Firewood" }).click();
    await dialog.getByLabel("Maximum per booking").fill("3");
    await dialog.getByLabel("Maximum nights per person").fill("21");
    await dialog.getByRole("button", { name: "Save" }).click();
    await fees.getByText("Up to 3 times per booking.").waitFor();
    await fees.getByRole("button", { name: "Remove Firewood" }).click();
    await fees.getByText("No fees").waitFor();
    await undo(page);
    await fees.getByText("Up to 3 times per booking. Up to 21 nights per person.").waitFor();
    const { links } = await read(manager, "rentals", rental.id);
    const joined = Object(links).rentals_fees;
    expect(await read(manager, "rentals_fees", joined.at(-1))).toMatchObject({
      rate: "12.5",
      rate_kind: "fixed_per_night",
      public: true,
      required: false,
      maximum_bookable: 3,
      maximum_nights: 21,
      always_applied: true,
    });
  });

  test("a tax can be added once, made inclusive, removed and restored", async () => {
    const tax = await aTax(service, account, "Bed tax");
    const rental = await aRental(manager, { name: "House of taxes" });
    const page = await openEditor(rental);
    const taxes = await openPart(page, "Taxes");
    await taxes.getByRole("button", { name: "Add tax" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Tax", { exact: true }).selectOption("Bed tax");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Bed tax applies to new bookings.").waitFor();
    await taxes.getByLabel("Bed tax: included or on top").selectOption("Included");
    await page.getByText("Bed tax saved for new bookings.").waitFor();
    await taxes.getByRole("button", { name: "Remove Bed tax" }).click();
    await taxes.getByText("No taxes").waitFor();
    await undo(page);
    await taxes.getByText("Bed tax", { exact: true }).waitFor();
    const levied = recordsOf(await manager.get("/rentals_taxes"), "rentals_taxes");
    expect(levied.filter(({ links }) => Object(links).rental === rental.id)).toMatchObject([
      { tax_included_in_rate: true, links: { tax: tax.id } },
    ]);
  });

  test("a rental gets its own cancelation policy in steps, and drops it again", async () => {
    const rental = await aRental(manager, { name: "House of policies" });
    const page = await openEditor(rental);
    const policy = await openPart(page, "Cancelation");
    await policy.getByText("No policy for this rental or your account", { exact: false }).waitFor();
    await policy.getByRole("button", { name: "Add rental policy" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Policy", { exact: true }).selectOption("Custom steps");
    await dialog.getByRole("button", { name: "Add step" }).click();
    await dialog.getByLabel("Step 1: days before arrival").fill("30");
    await dialog.getByLabel("Step 1: percent of the price").fill("40");
    await dialog.getByRole("button", { name: "Save" }).click();
    await policy.getByText("Free until 30 days before arrival.").waitFor();
    await policy.getByText("From 30 days before arrival: 40% of the price").waitFor();
    await policy.getByRole("button", { name: "Edit policy" }).click();
    await dialog.getByLabel("Policy", { exact: true }).selectOption("Flexible: all from 1 day before");
    await dialog.getByRole("button", { name: "Save" }).click();
    await policy.getByText("From 1 day before arrival: 100% of the price").waitFor();
    await policy.getByRole("button", { name: "Remove rental policy" }).click();
    await policy.getByText("No policy for this rental or your account", { exact: false }).waitFor();
    await undo(page);
    await policy.getByText("From 1 day before arrival: 100% of the price").waitFor();
    const { links } = await read(manager, "rentals", rental.id);
    const own = await read(manager, "rental_cancelation_policies", Object(links).rental_cancelation_policy);
    expect(own).toMatchObject({ preset: "flexible", policeable_type: "Rental", policeable_id: rental.id });
  });

  test("a bedroom can be added with its beds, and a bathroom removed and restored", async () => {
    const rental = await aRental(manager, { name: "House of rooms" });
    await manager.post(`/rentals/${rental.id}/bathrooms`, { bathrooms: [{ name_en: "Upstairs", shower_count: 1 }] });
    const page = await openEditor(rental);
    const rooms = await openPart(page, "Rooms");
    await rooms.getByRole("button", { name: "Add bedroom" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name (English)").fill("Attic");
    await dialog.getByLabel("Double beds").fill("2");
    await dialog.getByRole("button", { name: "Save" }).click();
    await rooms.getByText("Double beds: 2").waitFor();
    await rooms.getByRole("button", { name: "Remove Upstairs" }).click();
    await page.getByText("Upstairs removed with its contents.").waitFor();
    await undo(page);
    await rooms.getByText("Showers: 1").waitFor();
    const { links } = await read(manager, "rentals", rental.id);
    const { bedrooms, bathrooms } = Object(links);
    expect(await read(manager, "bedrooms", bedrooms[0])).toMatchObject({ name: { en: "Attic" }, double_beds_count: 2 });
    expect(await read(manager, "bathrooms", bathrooms[0])).toMatchObject({ name: { en: "Upstairs" }, shower_count: 1 });
  });
});

test.each([
  ["desktop", "light"],
  ["phone", "dark"],
] as const)("the terms and their forms are accessible (%s, %s)", async (size, colorScheme) => {
  const rental = await aRental(manager, { name: `Accessible terms ${size}` });
  await aRentalsFee(manager, rental, await aFee(manager), { status: "required" });
  const tax = await aTax(service, account, `Tax ${size}`);
  await manager.post(`/rentals/${rental.id}/rentals_taxes`, {
    rentals_taxes: [{ tax_id: tax.id, tax_included_in_rate: false }],
  });
  await manager.post(`/rentals/${rental.id}/rental_cancelation_policies`, {
    rental_cancelation_policies: [{ preset: "strict" }],
  });
  await manager.post(`/rentals/${rental.id}/bedrooms`, { bedrooms: [{ name_en: "Attic", bunk_beds_count: 1 }] });
  const page = await openEditor(rental, { viewport: sizes[size], colorScheme });
  for (const [name, shown, button] of [
    ["Fees", "€50.00 once", "Add fee"],
    ["Taxes", `Tax ${size}`, "Add tax"],
    ["Cancelation", "From 60 days before arrival: 50% of the price", "Edit policy"],
    ["Rooms", "Bunk beds: 1", "Edit Attic"],
  ] as const) {
    const section = await openPart(page, name);
    await section.getByText(shown, { exact: true }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const overflow = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    expect(overflow).toBe(0);
    await section.getByRole("button", { name: button }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }
});
