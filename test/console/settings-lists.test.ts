import { expect, test } from "vitest";
import { placeholders as offered } from "../../packages/console/src/screens/settings/templates/placeholders.ts";
import { placeholders as known } from "../../src/modules/guests/inbox/templates/placeholders.ts";
import { recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental } from "../harness/factories.ts";
import { aMember } from "../harness/people.ts";
import { accessibilityFaults, dayFrom, openConsole, sizes, useConsole } from "./open-console.ts";

/** The account's general settings, and the lists that only people set (console.md, Settings). */
const roost = useConsole();

test("an owner changes the account's name, country and hours, and overwrites no concurrent change", async () => {
  const { person, account } = roost;
  const stored = async () =>
    recordsOf(await person.get("/preferences_general_settings"), "preferences_general_settings")[0];
  const page = await roost.open({ path: "/settings/account?notice=joined" });
  await page.getByText("Invitation accepted.").waitFor();
  await page.getByLabel("Business name").fill("Lavender Holidays");
  await page.getByRole("combobox", { name: "Country" }).fill("Portugal");
  await page.getByRole("option", { name: "Portugal" }).click();
  const business = page.getByRole("region", { name: "Business" });
  await business.getByRole("button", { name: "Save" }).click();
  await page.getByText("Business: saved.").waitFor();
  expect(await stored()).toMatchObject({ business_name: "Lavender Holidays", country_code: "PT" });
  const defaults = page.getByRole("region", { name: "Defaults" });
  await defaults.getByLabel("Arrival from (hour)").fill("17");
  await defaults.getByLabel("Arrival until (hour)").fill("9");
  await defaults.getByRole("button", { name: "Save" }).click();
  await defaults.getByText("must not be before default_arrival_time").waitFor();
  await defaults.getByLabel("Arrival until (hour)").fill("22");
  await person.put(`/preferences_general_settings/${account}`, {
    preferences_general_settings: [{ default_arrival_time: 15, default_downpayment: 40 }],
  });
  await defaults.getByRole("button", { name: "Save" }).click();
  await page.getByText("These settings were changed in the meantime").waitFor();
  await page.getByRole("button", { name: "Keep mine" }).click();
  await page.getByText("Defaults: saved.").waitFor();
  expect(await stored()).toMatchObject({
    ...{ default_arrival_time: 17, default_arrival_end_time: 22, default_downpayment: 40 },
  });
});

test("a payment gateway shows its secrets masked, keeps them when they are sent back, and belongs to owners and managers", async () => {
  const { person, account } = roost;
  const page = await roost.open({ path: "/settings/gateways" });
  await page.getByRole("button", { name: "New payment gateway" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Cards");
  await dialog.getByLabel("Secret key").fill("pk_wrong12345");
  await dialog.getByLabel("Publishable key").fill("pk_test_123456789");
  await dialog.getByLabel("Webhook secret").fill("whsec_1234567890abcdef");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("must begin with sk_ or rk_").waitFor();
  await dialog.getByLabel("Secret key").fill("sk_test_1234567890wxyz");
  await dialog.getByLabel("For testing").check();
  await dialog.getByRole("combobox", { name: "Currencies" }).fill("Swiss");
  await page.getByRole("option", { name: /CHF/ }).click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Payment gateway saved.").waitFor();
  await page.getByText("sk_…wxyz").waitFor();
  expect(await page.content()).not.toContain("sk_test_1234567890wxyz");
  const sealed = async () =>
    (await roost.service.sql("select sealed_credentials from payment_gateways where account_id = $1", [account]))[0];
  const before = await sealed();
  await page.getByRole("button", { name: "Edit: Cards" }).click();
  expect(await dialog.getByLabel("Secret key").inputValue()).toBe("sk_…wxyz");
  await dialog.getByLabel("Name").fill("Card payments");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Edit: Card payments" }).waitFor();
  expect(await sealed()).toEqual(before);
  expect(recordsOf(await person.get("/payment_gateways"), "payment_gateways")).toMatchObject([
    { name: "Card payments", test: true, supported_currencies: expect.arrayContaining(["CHF"]) },
  ]);
  const accountant = await aMember(roost.service, account, "accountant");
  const theirs = await openConsole(roost.at, accountant, { path: "/settings/gateways" });
  await theirs.getByRole("heading", { name: "Name and language" }).waitFor();
  expect(await theirs.getByRole("link", { name: "Payment gateways" }).count()).toBe(0);
});

test("a channel is added, refused under a taken name, and renamed", async () => {
  const page = await roost.open({ path: "/settings/sources" });
  const dialog = page.getByRole("dialog");
  for (const name of ["Beach portal", "Agency"]) {
    await page.getByRole("button", { name: "New channel" }).click();
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: `Edit: ${name}` }).waitFor();
  }
  await page.getByRole("button", { name: "Edit: Agency" }).click();
  await dialog.getByLabel("Name").fill("BEACH portal");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("has already been taken").waitFor();
  await dialog.getByLabel("Name").fill("Old Agency");
  await dialog.getByLabel("Order").fill("1");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Channel saved.").waitFor();
  const names = page.getByRole("list", { name: "Channels" }).getByRole("listitem").locator("strong");
  await expect.poll(() => names.allInnerTexts()).toEqual(["Old Agency", "Beach portal"]);
});

test("tags of rentals and bookings are added and edited, and mark a rental and a booking, but no blocked nights", async () => {
  const { person } = roost;
  const rental = await aRental(person, { name: "Tagged House" });
  const stay = await aBooking(person, rental);
  const blocked = await aBooking(person, rental, { start_at: dayFrom(50), end_at: dayFrom(52), unavailable: true });
  const page = await roost.open({ path: "/settings/tags" });
  const dialog = page.getByRole("dialog");
  for (const [section, name] of [
    ["Rental tags", "Beach"],
    ["Booking tags", "Late arrival"],
  ] as const) {
    await page.getByRole("region", { name: section }).getByRole("button", { name: "New tag" }).click();
    await dialog.getByLabel("Name (English)").fill(name);
    await dialog.getByLabel("Color").fill("#b03060");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: `Edit: ${name}` }).waitFor();
  }
  await page.getByRole("button", { name: "Edit: Beach" }).click();
  await dialog.getByLabel("Name (English)").fill("Seaside");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Edit: Seaside" }).waitFor();
  const [tag] = recordsOf(await person.get("/rentals_tags"), "rentals_tags");
  expect(tag).toMatchObject({ name: { en: "Seaside" }, color: "#b03060" });
  await page.getByRole("link", { name: "Rentals", exact: true }).click();
  await page.getByRole("link", { name: "Tagged House" }).click();
  await page.getByText("Seaside").click();
  const ofRental = async () => recordsOf(await person.get(`/rentals/${rental.id}`), "rentals")[0]?.links;
  await expect.poll(ofRental).toMatchObject({ rentals_tags: [tag?.id] });
  const booking = await roost.open({ path: `/bookings/${stay.id}` });
  await booking.getByText("Late arrival").click();
  const ofBooking = async () => recordsOf(await person.get(`/bookings/${stay.id}`), "bookings")[0]?.links;
  await expect.poll(ofBooking).toMatchObject({ bookings_tags: [expect.any(Number)] });
  await booking.getByRole("checkbox", { name: "Late arrival", checked: true }).waitFor({ state: "attached" });
  await booking.getByText("Late arrival").click();
  await expect.poll(ofBooking).toMatchObject({ bookings_tags: [] });
  // The page has the tags in its cache, so that a blocked stay would show them at once.
  const address = `/console/bookings/${blocked.id}`;
  await booking.evaluate(`globalThis.__TSR_ROUTER__.history.push(${JSON.stringify(address)})`);
  await booking.getByRole("heading", { name: String(blocked.reference) }).waitFor();
  await booking.getByRole("button", { name: "Dates and guests" }).waitFor();
  expect(await booking.getByText("Late arrival").count()).toBe(0);
});

test("a message template is written with placeholders, previewed with a booking, and removed", async () => {
  const { person } = roost;
  expect(offered.toSorted()).toEqual(Object.keys(known).toSorted());
  const rental = await aRental(person, { name: "Mill House" });
  const nameless = await aGuest(person, { fullname: null, emails: [{ email: "ada@example.com" }] });
  const stay = await aBooking(person, rental, { client_id: nameless.id });
  const page = await roost.open({ path: "/settings/templates" });
  await page.getByRole("button", { name: "New template" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Welcome");
  const text = dialog.getByLabel("Text (English)", { exact: true });
  await text.fill("Dear {{guest.nickname}},");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("unknown placeholders: guest.nickname").waitFor();
  await text.fill("Dear ");
  await dialog.getByLabel("Insert into English").selectOption({ label: "First name" });
  await expect.poll(() => text.inputValue()).toBe("Dear {{guest.firstname}}");
  await text.pressSequentially(", welcome to ");
  await dialog.getByLabel("Insert into English").selectOption({ label: "Name" });
  await dialog.getByRole("combobox", { name: "Booking" }).fill(String(stay.reference));
  await page.getByRole("option", { name: String(stay.reference) }).click();
  await dialog.getByText("Dear , welcome to Mill House").waitFor();
  await dialog.getByText("{{guest.firstname}} in line 1").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Template saved.").waitFor();
  const stored = async () => recordsOf(await person.get("/inbox/message_templates"), "message_templates");
  expect(await stored()).toMatchObject([
    { name: "Welcome", body: { en: "Dear {{guest.firstname}}, welcome to {{rental.name}}" } },
  ]);
  await page.getByRole("button", { name: "Remove: Welcome" }).click();
  await page.getByRole("button", { name: "Remove template" }).click();
  await page.getByText("No templates yet", { exact: false }).waitFor();
  expect(await stored()).toEqual([]);
});

test("a fee's rate is changed and the fee archived, and a tax gets its last day", async () => {
  const { person } = roost;
  const page = await roost.open({ path: "/settings/charges" });
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "New fee" }).click();
  await dialog.getByLabel("Name on the bill (English)").fill("Final cleaning");
  await dialog.getByLabel("Amount or percent").fill("60");
  await dialog.getByLabel("At most").fill("90");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("is applicable only for the percentage kinds of rate_kind").waitFor();
  await dialog.getByLabel("At most").fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("€60.00 once").waitFor();
  await page.getByRole("button", { name: "Edit: Final cleaning" }).click();
  await dialog.getByLabel("Amount or percent").fill("75");
  await dialog.getByRole("combobox", { name: "Calculation" }).click();
  await page.getByRole("option", { name: "per night", exact: true }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("€75.00 per night").waitFor();
  await page.getByRole("button", { name: "Archive: Final cleaning" }).click();
  await page.getByRole("button", { name: "Archive fee" }).click();
  await page.getByText("No fees yet", { exact: false }).waitFor();
  expect(recordsOf(await person.get("/fees"), "fees")).toEqual([]);
  await page.getByRole("button", { name: "New tax" }).click();
  await dialog.getByLabel("Name on the bill (English)").fill("City tax");
  await dialog.getByLabel("Percent").fill("5");
  await dialog.getByLabel("First day").fill(dayFrom(1));
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Edit: City tax" }).click();
  await dialog.getByLabel("Last day").fill(dayFrom(300));
  await dialog.getByRole("button", { name: "Save" }).click();
  const ends = async () => recordsOf(await person.get("/taxes"), "taxes").map(({ end_date }) => end_date);
  await expect.poll(ends).toEqual([dayFrom(300)]);
  await page.getByRole("button", { name: "Edit: City tax" }).click();
  await dialog.getByLabel("Last day").fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.poll(ends).toEqual([null]);
});

const sections = ["account", "gateways", "charges", "sources", "tags", "templates"];

test.each([
  ["desktop", "light"],
  ["phone", "dark"],
] as const)("the account's settings and lists are accessible and fit the window (%s, %s)", async (size, scheme) => {
  const page = await roost.open({ path: "/settings", viewport: sizes[size], colorScheme: scheme });
  for (const section of sections) {
    await page.locator(`a[href="/console/settings/${section}"]`).click();
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    await expect.poll(() => page.locator(".waiting").count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  }
});
