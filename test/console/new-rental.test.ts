import { expect, test } from "vitest";
import { aBooking, aRental, read } from "../harness/factories.ts";
import { accessibilityFaults, dayFrom, useConsole } from "./open-console.ts";

/** A new rental in a real browser, from nothing to bookable (console.md, job 8). */
const roost = useConsole();

test("a wizard leads from nothing to a bookable rental, and lists missing parts", async () => {
  const page = await roost.open({ path: "/rentals" });
  await page.getByRole("link", { name: "New rental" }).first().click();
  await page.getByLabel("Name").fill("Casa Nova");
  await page.getByRole("combobox", { name: "Kind" }).fill("Vill");
  await page.getByRole("option", { name: "Villa" }).click();
  await page.getByLabel("City").fill("Lisbon");
  await page.getByRole("combobox", { name: "Country" }).fill("Portugal");
  await page.getByRole("option", { name: "Portugal" }).click();
  await page.getByRole("combobox", { name: "Time zone" }).fill("Lisbon");
  await page.getByRole("option", { name: "Europe/Lisbon" }).click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Create and continue" }).click();
  const meter = page.getByRole("complementary", { name: "Not bookable yet" });
  await meter.getByRole("link", { name: "base rate" }).waitFor();
  expect(await meter.getByRole("link").allInnerTexts()).toEqual(["number of guests", "base rate", "photo"]);
  await page.getByLabel("Sleeps").fill("4");
  await page.getByRole("button", { name: "Save and continue" }).click();
  await page.getByRole("heading", { name: "Texts", exact: true }).waitFor();
  await meter.getByRole("link", { name: "base rate" }).click();
  await page.getByLabel("Base rate", { exact: true }).fill("120");
  await page.getByLabel("Damage deposit", { exact: true }).fill("300");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Save and continue" }).click();
  await page.getByRole("heading", { name: "Taxes" }).waitFor();
  await page.getByRole("button", { name: "Save and continue" }).click();
  await page.getByLabel("Owner", { exact: true }).fill("Ana Lopes");
  await page.getByRole("button", { name: "Save and finish" }).click();
  await page.getByRole("navigation", { name: "Rental sections" }).waitFor();
  const id = Number(/\d+/.exec(new URL(page.url()).pathname)?.[0]);
  expect(await read(roost.manager, "rentals", id)).toMatchObject({
    ...{ name: "Casa Nova", rental_type: "villa", city: "Lisbon", country_code: "PT", time_zone: "Europe/Lisbon" },
    ...{ sleeps: 4, base_rate: "120.0", damage_deposit: "300.0", owner_fullname: "Ana Lopes" },
  });
  await page.getByRole("link", { name: "All rentals" }).click();
  await page.getByText("Bookable, without photo").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test("a new rental copies another one, and a booked rental names the obstacles to its deletion", async () => {
  const source = await aRental(roost.manager, { name: "Old House", base_rate: "80", sleeps: 3, downpayment: 30 });
  await aBooking(roost.manager, source, { start_at: dayFrom(5), end_at: dayFrom(8) });
  const page = await roost.open({ path: "/rentals/new" });
  await page.getByLabel("Name").fill("Twin House");
  await page.getByRole("combobox", { name: "Copy from a rental" }).fill("Old");
  await page.getByRole("option", { name: "Old House" }).click();
  await page.getByRole("button", { name: "Create and continue" }).click();
  await page.getByRole("complementary").waitFor();
  const id = Number(/\d+/.exec(new URL(page.url()).pathname)?.[0]);
  expect(await read(roost.manager, "rentals", id)).toMatchObject({ base_rate: "80.0", sleeps: 3, downpayment: 30 });
  await page.goto(page.url().replace(/rentals\/.*/, `rentals/${id}?part=prices`));
  expect(await page.getByLabel("Base rate", { exact: true }).inputValue()).toBe("80.00");
  await page.goto(page.url().replace(/rentals\/.*/, `rentals/${source.id}`));
  await page.getByRole("button", { name: "Delete rental" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Cancel these bookings first:").waitFor();
  expect(await dialog.getByRole("button", { name: "Delete rental" }).isDisabled()).toBe(true);
  await page.goto(page.url().replace(/rentals\/.*/, `rentals/${id}`));
  await page.getByRole("button", { name: "Delete rental" }).click();
  const confirm = dialog.getByRole("button", { name: "Delete rental" });
  await dialog.getByLabel("to confirm").waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel("to confirm").fill("Twin House");
  await confirm.click();
  await page.getByText("Twin House deleted.").waitFor();
  expect((await roost.manager.get(`/rentals/${id}`)).status).toBe(404);
});
