import { expect, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { aRental, created } from "../harness/factories.ts";
import { aMember } from "../harness/people.ts";
import { press, typeInto } from "./keyboard.ts";
import { faultsOf } from "./looks.ts";
import { openConsole, sizes, useConsole } from "./open-console.ts";

/** Contacts, the contacts of a rental, and their personal data (console.md, Settings and Rental editor). */
const roost = useConsole();

const aContact = (firstname: string) =>
  created(roost.person, "/contacts", "contacts", {
    ...{ firstname, lastname: "Robles", email: `${firstname.toLowerCase()}@example.com`, spoken_languages: ["fr"] },
    ...{ address1: "Mill Lane 1", city: "Rye", zip: "TN31", country_code: "GB" },
  });

const contactNamed = async (firstname: string) =>
  recordsOf(await roost.person.get("/contacts"), "contacts").find((one) => one.firstname === firstname);

test("a contact is added by keyboard with a phone, refused without a country, and removed", async () => {
  const page = await roost.open({ path: "/settings/contacts" });
  await press(page, page.getByRole("button", { name: "New contact" }).first());
  const dialog = page.getByRole("dialog");
  for (const [label, text] of [
    ["First name", "Rosa"],
    ["Last name", "Robles"],
    ["E-mail address", "rosa@example.com"],
    ["Street and number", "Mill Lane 1"],
    ["Postal code", "TN31"],
    ["City", "Rye"],
  ] as const)
    await typeInto(page, dialog.getByRole("textbox", { name: label }), text);
  await press(page, dialog.getByRole("button", { name: "Add phone number" }));
  await typeInto(page, dialog.getByLabel("Phone number", { exact: true }), "+44 1797 222222");
  await press(page, dialog.getByRole("button", { name: "Save" }));
  await dialog.getByText("can't be blank").waitFor();
  await dialog.getByRole("combobox", { name: "Country" }).fill("United Kingdom");
  await page.getByRole("option", { name: "United Kingdom" }).click();
  await dialog.getByRole("combobox", { name: "Languages" }).fill("French");
  await page.getByRole("option", { name: "French" }).click();
  expect(await faultsOf(page, "contact")).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("rosa@example.com · +44 1797 222222").waitFor();
  expect(await contactNamed("Rosa")).toMatchObject({
    ...{ country_code: "GB", spoken_languages: ["en", "fr"] },
    phones: [{ label: "default", number: "+44 1797 222222" }],
  });
  await page.getByRole("button", { name: "Remove: Rosa Robles" }).click();
  await page.getByRole("button", { name: "Remove contact" }).click();
  await page.getByText("Rosa Robles removed.").waitFor();
  expect(await contactNamed("Rosa")).toBeUndefined();
});

test("does not overwrite a contact that another person has changed", async () => {
  const contact = await aContact("Carla");
  const page = await roost.open({ path: "/settings/contacts" });
  await page.getByRole("button", { name: "Edit: Carla Robles" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Street and number").fill("Quay 2");
  await roost.person.put(`/contacts/${contact.id}`, { contacts: [{ city: "Hastings" }] });
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Contact saved.").waitFor();
  expect(await contactNamed("Carla")).toMatchObject({ address1: "Quay 2", city: "Hastings" });
});

test("a contact's data is restricted, and erased for good, on a phone", async () => {
  const contact = await aContact("Dora");
  const page = await roost.open({ path: "/settings/contacts", viewport: sizes.phone, colorScheme: "dark" });
  await page.getByRole("button", { name: "Personal data: Dora Robles" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Restrict processing" }).click();
  await page.getByRole("list", { name: "Contacts" }).getByText("Processing restricted.").waitFor();
  await page.getByRole("button", { name: "Personal data: Dora Robles" }).click();
  await dialog.getByRole("button", { name: "Lift restriction" }).waitFor();
  await dialog.getByRole("button", { name: "Erase personal data" }).click();
  await dialog.getByText("You can’t undo it.").waitFor();
  expect(await faultsOf(page, "erasing")).toEqual([]);
  await dialog.getByRole("button", { name: "Erase permanently" }).click();
  await page.getByText("Personal data was erased.").waitFor();
  const stored = recordsOf(await roost.person.get(`/contacts/${contact.id}`), "contacts")[0];
  expect(stored).toMatchObject({ fullname: expect.not.stringContaining("Dora"), forget_me_at: expect.any(String) });
  expect(await page.getByRole("button", { name: `Edit: Contact ${contact.id}` }).count()).toBe(0);
});

test("a rental gets its owner with what they answer for, one owner at most", async () => {
  const { person } = roost;
  await aContact("Emma");
  await aContact("Fred");
  const rental = await aRental(person, { name: "Cliff Cottage" });
  const page = await roost.open({ path: `/rentals/${rental.id}?part=owner` });
  const section = page.getByRole("region", { name: "Contacts" });
  await section.getByText("No contacts for this rental yet.").waitFor();
  const dialog = page.getByRole("dialog");
  const choose = async (list: string, option: string) => {
    await dialog.getByRole("combobox", { name: list }).click();
    await page.getByRole("option", { name: option }).click();
  };
  await section.getByRole("button", { name: "Add contact" }).click();
  await choose("Person", "Emma Robles");
  await dialog.getByLabel("Invoices").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await section.getByText("Owner · General questions · Invoices").waitFor();
  await section.getByRole("button", { name: "Add contact" }).click();
  await choose("Person", "Fred Robles");
  expect(await dialog.getByLabel("Invoices").isDisabled()).toBe(true);
  await choose("Kind", "Owner");
  await dialog.getByLabel("Bookings").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("already").first().waitFor();
  expect(await faultsOf(page, "rental contact")).toEqual([]);
  await choose("Kind", "Manager");
  await dialog.getByRole("button", { name: "Save" }).click();
  await section.getByText("Manager · Bookings").waitFor();
  await section.getByRole("button", { name: "Remove: Emma Robles" }).click();
  await page.getByRole("button", { name: "Remove from rental" }).click();
  await page.getByText("Emma Robles removed from the rental.").waitFor();
  expect(recordsOf(await person.get("/rental_contacts"), "rental_contacts")).toMatchObject([
    { kind: "manager", roles: ["reservations"] },
  ]);
});

test("an accountant has no contacts", async () => {
  const accountant = await aMember(roost.service, roost.account, "accountant");
  const page = await openConsole(roost.at, accountant, { path: "/settings/contacts" });
  await page.getByRole("heading", { name: "Name and language" }).waitFor();
  expect(await page.getByRole("link", { name: "Contacts" }).count()).toBe(0);
});
