import { expect, test } from "vitest";
import { sealDocuments } from "../../src/modules/stays/portal/form/sealed-documents.ts";
import { recordsOf } from "../harness/client.ts";
import { aBooking, aRental, created } from "../harness/factories.ts";
import { testSecrets } from "../harness/secrets.ts";
import { press, typeInto } from "./keyboard.ts";
import { faultsOf } from "./looks.ts";
import { dayFrom, sizes, useConsole } from "./open-console.ts";

/** The portal's settings, and what guests left on it (docs/guides/portal.md). */
const roost = useConsole();

test("settings for all rentals and for one are added by keyboard, changed and removed", async () => {
  const { person } = roost;
  await aRental(person, { name: "Portal House" });
  const page = await roost.open({ path: "/settings/portal" });
  const section = page.getByRole("region", { name: "Guest portal" });
  await section.getByText("Standard settings apply").waitFor();
  await press(page, section.getByRole("button", { name: "Add settings" }));
  const dialog = page.getByRole("dialog");
  await typeInto(page, dialog.getByLabel("Hours before check-in"), "48");
  await press(page, dialog.getByLabel("Ask for identity documents"), "Space");
  await press(page, dialog.getByLabel("Only from foreign guests"), "Space");
  expect(await faultsOf(page, "portal settings")).toEqual([]);
  await press(page, dialog.getByRole("button", { name: "Save" }));
  await section.getByText("Door code 48 hours before check-in").waitFor();
  const stored = async () => recordsOf(await person.get("/portal_settings"), "portal_settings");
  expect(await stored()).toMatchObject([
    {
      release_hours: 48,
      asks_documents: true,
      documents_of: "foreigners",
      country_code: null,
      allows_cancelation: true,
    },
  ]);

  await section.getByRole("button", { name: "Add settings" }).click();
  await dialog.getByRole("combobox", { name: "Rental" }).fill("Portal");
  await page.getByRole("option", { name: "Portal House" }).click();
  await dialog.getByLabel("Guests can cancel").uncheck();
  await dialog.getByRole("button", { name: "Save" }).click();
  await section.getByRole("button", { name: "Edit: Portal House" }).click();
  await dialog.getByLabel("Hours before check-in").fill("9999");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog
    .getByText(/must be/)
    .first()
    .waitFor();
  await dialog.getByLabel("Hours before check-in").fill("2");
  await dialog.getByRole("button", { name: "Save" }).click();
  await section.getByText("Door code 2 hours before check-in").waitFor();
  await section.getByRole("button", { name: "Remove: Portal House" }).click();
  await page.getByRole("button", { name: "Remove settings" }).click();
  await section.getByText("Door code 2 hours before check-in").waitFor({ state: "detached" });
  expect(await stored()).toMatchObject([{ release_hours: 48 }]);
});

test("a booking shows the guest's form, documents on request and the signed agreement, on a phone", async () => {
  const { person, service, account } = roost;
  const rental = await aRental(person, { name: "Signed Cottage" });
  const guest = await created(person, "/clients", "clients", { fullname: "Ada Form" });
  const former = await created(person, "/clients", "clients", { fullname: "Former Guest" });
  const stay = await aBooking(person, rental, {
    ...{ start_at: dayFrom(20), end_at: dayFrom(23), booked: true, client_id: guest.id },
  });
  const agreement = await created(person, `/rentals/${rental.id}/rental_agreements`, "rental_agreements", {
    body_en: "No parties.",
  });
  const sealed = sealDocuments(testSecrets, { account, booking: Number(stay.id) }, [
    { name: "Ada Form", birth_date: "1985-12-10", nationality: "GB", kind: "passport", number: "925076473" },
  ]);
  await service.sql(
    `insert into guest_forms (account_id, booking_id, client_id, guests, sealed_documents)
     values ($1, $2, $3, '["Ada Form"]', $4), ($1, $2, $5, '["Former Guest"]', null)`,
    [account, stay.id, guest.id, sealed, former.id],
  );
  await service.sql(
    `insert into agreement_signatures (account_id, booking_id, client_id, rental_agreement_id, name, locale, digest, signed_at, pdf)
     select $1, $2, client, $3, name, 'en', sha256('No parties.'), now(), '%PDF'
     from (values ($4::bigint, 'Ada Form'), ($5, 'Former Guest')) as signed (client, name)`,
    [account, stay.id, agreement.id, guest.id, former.id],
  );
  const page = await roost.open({ path: `/bookings/${stay.id}`, viewport: sizes.phone });
  const card = page.getByRole("region", { name: "Guest portal" });
  await card.getByText("Agreement signed by Ada Form").waitFor();
  await card.getByRole("link", { name: "Signed agreement (PDF)" }).waitFor();
  expect(await page.getByText("925076473").count()).toBe(0);
  expect(await card.getByText("Former Guest").count()).toBe(0);
  await card.getByRole("button", { name: "Show documents" }).click();
  await card.getByText("Passport · 925076473 · GB · 1985-12-10").waitFor();
  expect(await faultsOf(page, "a booking with a form")).toEqual([]);
});
