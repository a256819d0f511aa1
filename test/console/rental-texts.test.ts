import { expect, onTestFinished, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { aBooking, anAmenity, aRental, created } from "../harness/factories.ts";
import { press, typeInto } from "./keyboard.ts";
import { faultsOf } from "./looks.ts";
import { sizes, useConsole } from "./open-console.ts";

/** A rental's pages on other sites, texts for applications, agreements and amenities' details (console.md, Rental editor). */
const roost = useConsole();

test("a page on another site is refused at its field, added, changed and removed by keyboard", async () => {
  const { person } = roost;
  const rental = await aRental(person, { name: "Cliff Cottage" });
  const page = await roost.open({ path: `/rentals/${rental.id}?part=links` });
  const section = page.getByRole("region", { name: "Pages on other sites" });
  await section.getByText("No pages yet.").waitFor();
  await press(page, section.getByRole("button", { name: "Add page" }));
  const dialog = page.getByRole("dialog");
  await typeInto(page, dialog.getByLabel("Site"), "Channel A");
  await typeInto(page, dialog.getByLabel("URL"), "no address");
  await page.keyboard.press("Enter");
  await dialog.getByText("must be a").waitFor();
  expect(await faultsOf(page, "page")).toEqual([]);
  await typeInto(page, dialog.getByLabel("URL"), "https://channel.example/1");
  await page.keyboard.press("Enter");
  await section.getByRole("link", { name: "https://channel.example/1" }).waitFor();
  await press(page, section.getByRole("button", { name: "Edit: Channel A" }));
  await typeInto(page, dialog.getByLabel("URL"), "https://channel.example/2");
  await page.keyboard.press("Enter");
  await section.getByRole("link", { name: "https://channel.example/2" }).waitFor();
  await press(page, section.getByRole("button", { name: "Remove: Channel A" }));
  await press(page, page.getByRole("button", { name: "Remove page" }));
  await section.getByText("No pages yet.").waitFor();
  const stored = recordsOf(await person.get("/rental_urls"), "rental_urls");
  expect(stored.filter(({ label }) => label === "Channel A")).toEqual([]);
});

test("a page that an application has locked has no buttons", async () => {
  const { person, manager } = roost;
  const rental = await aRental(person, { name: "Locked House" });
  await created(manager, `/rentals/${rental.id}/rental_urls`, "rental_urls", {
    ...{ label: "Its own", url: "https://channel.example/9", locked: true },
  });
  const page = await roost.open({ path: `/rentals/${rental.id}?part=links` });
  await page.getByText("Only the application that added it can change it.").waitFor();
  expect(await page.getByRole("button", { name: /Its own/ }).count()).toBe(0);
});

test("an application's texts replace the rental's, on a phone", async () => {
  const { person, manager } = roost;
  const rental = await aRental(person, { name: "Text House" });
  expect((await manager.get("/rentals")).status).toBe(200);
  const page = await roost.open({ path: `/rentals/${rental.id}?part=texts`, viewport: sizes.phone });
  const section = page.getByRole("region", { name: "Texts for applications" });
  await section.getByText("No application has its own texts.").waitFor();
  await section.getByRole("button", { name: "Add texts" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Headline (English)").fill("Sea at the door");
  expect(await faultsOf(page, "channel texts")).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await section.getByText("Sea at the door").waitFor();
  const stored = async () => recordsOf(await person.get("/rentals_contents_overrides"), "rentals_contents_overrides");
  expect(await stored()).toMatchObject([{ headline: { en: "Sea at the door" } }]);
  await section.getByRole("button", { name: /^Remove:/ }).click();
  await page.getByRole("button", { name: "Remove texts" }).click();
  await section.getByText("No application has its own texts.").waitFor();
  expect(await stored()).toEqual([]);
});

test("an agreement has versions with their texts: the account's, the rental's and the booking's", async () => {
  const { person } = roost;
  const rental = await aRental(person, { name: "Signed House" });
  const page = await roost.open({ path: "/settings/agreements" });
  const dialog = page.getByRole("dialog");
  const versionOf = async (text: string) => {
    await dialog.getByLabel("Text (English)").fill(text);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Rental agreement saved.").first().waitFor();
  };
  await page.getByText("No rental agreement yet.").waitFor();
  await page.getByRole("button", { name: "Add agreement" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("can't be blank").waitFor();
  expect(await faultsOf(page, "agreement")).toEqual([]);
  await versionOf("No parties.");
  await page.getByRole("button", { name: "New version" }).click();
  expect(await dialog.getByLabel("Text (English)").inputValue()).toBe("No parties.");
  await versionOf("No parties and no dogs.");
  await press(page, page.getByText("1 earlier version"));
  expect(await page.getByLabel("Text of the agreement").inputValue()).toBe("No parties and no dogs.");
  await press(page, page.locator("li summary"));
  await expect.poll(() => page.getByLabel("Version of").inputValue()).toBe("No parties.");
  expect(await faultsOf(page, "an earlier version")).toEqual([]);

  const stay = await aBooking(person, rental);
  await page.goto(page.url().replace("/settings/agreements", `/rentals/${rental.id}?part=policy`));
  const section = page.getByRole("region", { name: "Rental agreement" });
  await section.getByText("This rental has no agreement.").waitFor();
  await section.getByRole("button", { name: "Add agreement" }).click();
  await versionOf("Quiet after ten.");
  await page.goto(page.url().replace(/\/rentals\/.*/, `/bookings/${stay.id}`));
  await page.getByRole("button", { name: "Agreement for this booking" }).click();
  await versionOf("One dog, as agreed.");
  const types = recordsOf(await person.get("/rental_agreements"), "rental_agreements").map(
    ({ rental_agreementable_type: type, body }) => [type, body],
  );
  expect(types).toEqual([
    ["Account", "No parties."],
    ["Account", "No parties and no dogs."],
    ["Rental", "Quiet after ten."],
    ["Booking", "One dog, as agreed."],
  ]);
});

test("an amenity gets its details", async () => {
  const { person } = roost;
  const rental = await aRental(person, { name: "Warm House" });
  const amenity = await anAmenity(roost.service, "sauna");
  onTestFinished(async () => {
    // All accounts share the list of amenities.
    await roost.service.sql("delete from rentals_amenities where amenity_id = $1", [amenity.id]);
    await roost.service.sql("delete from amenities where id = $1", [amenity.id]);
  });
  const chosen = await created(person, `/rentals/${rental.id}/rentals_amenities`, "rentals_amenities", {
    amenity_id: amenity.id,
  });
  const page = await roost.open({ path: `/rentals/${rental.id}?part=amenities` });
  await page
    .getByRole("region", { name: "Details" })
    .getByRole("button", { name: /^Edit:/ })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Details (English)").fill("Two people");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Two people").waitFor();
  expect(recordsOf(await person.get(`/rentals_amenities/${chosen.id}`), "rentals_amenities")).toMatchObject([
    { details: { en: "Two people" } },
  ]);
});
