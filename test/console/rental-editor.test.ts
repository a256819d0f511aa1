import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { ApiClient, Json } from "../harness/client.ts";
import { anAmenity, aRental, read } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { useService } from "../harness/service.ts";
import { goTo, openConsole } from "./open-console.ts";
import { aWindow, type Window } from "./windows.ts";

/** The list of rentals and the rental editor in a real browser (console.md, Screens). */
const service = useService();
let at: Window;
let account: number;
let manager: ApiClient;
let person: ConsoleClient;

beforeAll(async () => {
  at = await aWindow(service);
  account = await service.anAccount();
  manager = await service.aClient(account);
  await anAmenity(service, "internet");
  person = await aMember(service, account, "owner");
});

async function openEditor(page: Page, rental: Json): Promise<void> {
  await page.getByRole("textbox", { name: "Find a rental" }).fill(String(rental.name));
  await page.getByRole("link", { name: String(rental.name) }).click();
  await page.getByRole("heading", { level: 1, name: String(rental.name) }).waitFor();
}

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function openPart(page: Page, name: string) {
  await page.getByRole("navigation", { name: "Rental sections" }).getByRole("link", { name, exact: true }).click();
  await part(page, name).waitFor();
  return part(page, name);
}

describe("the rental editor", () => {
  test("saves basics, texts and amenities separately", async () => {
    const rental = await aRental(manager, { name: "Edited House", sleeps: 2, headline: { en: "Old line" } });
    const page = await openConsole(at, person, { path: "/rentals" });
    await openEditor(page, rental);
    const basics = part(page, "Basics");
    await basics.getByLabel("City").fill("Lisbon");
    await basics.getByRole("combobox", { name: "Country" }).fill("Portu");
    await page.getByRole("option", { name: "Portugal" }).click();
    await basics.getByRole("button", { name: "Save" }).click();
    await page.getByText("Basics: saved.").waitFor();
    const guests = await openPart(page, "Guests and times");
    await guests.getByLabel("Sleeps").fill("5");
    await guests.getByRole("button", { name: "Save" }).click();
    await page.getByText("Guests and times: saved.").waitFor();
    expect(await read(manager, "rentals", rental.id)).toMatchObject({
      sleeps: 5,
      city: "Lisbon",
      country_code: "PT",
      headline: { en: "Old line" },
    });
    const texts = await openPart(page, "Texts");
    await texts.getByRole("group", { name: "Headline" }).getByLabel("English").fill("By the sea");
    await texts.getByRole("group", { name: "House rules" }).getByLabel("English").fill("No parties.\nNo pets.");
    await texts.getByRole("button", { name: "Save" }).click();
    await page.getByText("Texts: saved.").waitFor();
    expect(await read(manager, "rentals", rental.id)).toMatchObject({
      headline: { en: "By the sea" },
      house_rules: { en: "No parties.\nNo pets." },
    });
    const amenities = await openPart(page, "Amenities");
    await amenities.getByRole("textbox", { name: "Find an amenity" }).fill("internet");
    await amenities.getByRole("checkbox", { name: "Internet", exact: false }).first().press("Space");
    await amenities.getByRole("button", { name: "Save" }).click();
    await page.getByText("Amenities: saved.").waitFor();
    const { links } = await read(manager, "rentals", rental.id);
    expect(links).toMatchObject({ rentals_amenities: [expect.any(Number)] });
  });

  test("keeps refused input with the error at its field, and warns before leaving", async () => {
    const rental = await aRental(manager, { name: "Refused House" });
    const page = await openConsole(at, person, { path: "/rentals" });
    await openEditor(page, rental);
    const guests = await openPart(page, "Guests and times");
    await guests.getByLabel("Sleeps").fill("400");
    await guests.getByRole("button", { name: "Save" }).click();
    await guests.locator(".mantine-TextInput-error").waitFor();
    expect(await guests.getByLabel("Sleeps").inputValue()).toBe("400");
    const dialogs: string[] = [];
    page.once("dialog", async (dialog) => {
      dialogs.push(dialog.message());
      await dialog.dismiss();
    });
    await page.getByRole("link", { name: "All rentals" }).click();
    await expect.poll(() => dialogs).toEqual(["Your changes are not saved. Leave this page?"]);
    expect(await guests.getByLabel("Sleeps").inputValue()).toBe("400");
    await guests.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("link", { name: "All rentals" }).click();
    await page.getByRole("heading", { level: 1, name: "Rentals" }).waitFor();
  });
});

test("two people who change the same field of a rental see both values, and the second chooses", async () => {
  const rental = await aRental(manager, { name: "Shared House", sleeps: 2 });
  const page = await openConsole(at, person, { path: `/rentals/${rental.id}?part=guests` });
  const guests = part(page, "Guests and times");
  await guests.getByLabel("Sleeps").fill("5");
  await guests.getByLabel("Bedrooms").fill("3");
  await manager.put(`/rentals/${rental.id}`, { rentals: [{ sleeps: 6, floor: "2" }] });
  await guests.getByRole("button", { name: "Save" }).click();
  const conflict = page.getByRole("alert", { name: "This rental was changed in the meantime" });
  await conflict.getByRole("row", { name: "Sleeps 5 6" }).waitFor();
  expect(await read(manager, "rentals", rental.id)).toMatchObject({ sleeps: 6, bedrooms_count: null });
  await conflict.getByRole("button").nth(1).click();
  await guests.getByRole("button", { name: "Save" }).click();
  await page.getByText("Guests and times: saved.").waitFor();
  expect(await read(manager, "rentals", rental.id)).toMatchObject({ sleeps: 6, bedrooms_count: 3, floor: "2" });
});

test("the list of rentals has an empty state, and a viewer gets no editor", async () => {
  const empty = await service.anAccount();
  const [page, other] = await Promise.all([
    openConsole(at, await aMember(service, empty, "owner")),
    openConsole(at, await aMember(service, account, "viewer")),
  ]);
  await goTo(page, "Rentals");
  await page.getByText("No rentals yet. Add one to get started.").waitFor();
  expect(await other.getByRole("navigation").getByRole("link", { name: "Rentals" }).count()).toBe(0);
});
