import { describe, expect, test } from "vitest";
import { accessibilityFaults } from "../console/open-console.ts";
import { aFee, aRentalsFee, created, read } from "../harness/factories.ts";
import { keptMails } from "../harness/mailers.ts";
import { useService } from "../harness/service.ts";
import { expectUsable, press, useBrowser } from "../web/browser-windows.ts";
import { aPortal, codeFor } from "./factories.ts";

/** The portal's walk in a real browser: link, code, form, signature, extras, message, cancelation. */
const mailer = keptMails();
const service = useService({ endpoints: {}, mailer });
const windows = useBrowser();

async function aWholePortal() {
  const portal = await aPortal(service, {
    policy: [{ eligible_days: 60, penalty_percentage: "50" }],
    stay: { adults: 1, children: 0, door_key_code: "4711#" },
  });
  const { client, rental } = portal;
  await created(client, `/rentals/${rental.id}/rental_agreements`, "rental_agreements", { body_en: "No parties." });
  await created(client, "/portal_settings", "portal_settings", {
    ...{ rental_id: rental.id, asks_documents: true, release_hours: 8000, release_needs_payment: false },
    release_needs_agreement: true,
  });
  const fee = await aFee(client, { name_en: "Bike", rate: "12.50", rate_kind: "fixed" });
  await aRentalsFee(client, rental, fee, { status: "public" });
  return portal;
}

// With a script, the walk of test/sites/booking-browser.test.ts continues here.
describe.each(["phone", "desktop"] as const)("on a %s", (width) => {
  test("a guest enters with the code, fills in everything, and cancels at the shown cost", async () => {
    const portal = await aWholePortal();
    const page = await windows.open(width);
    const problems: string[] = [];
    page.on("console", (message) => problems.push(message.text()));
    await page.goto(`${service.url}${portal.path}`);
    await expectUsable(page, `${width}-portal-link`);
    await press(page, "Send code");
    await page.getByLabel("Code from the e-mail").fill(await codeFor(mailer, portal.address));
    await expectUsable(page, `${width}-portal-code`);
    await press(page, "Continue");
    await expectUsable(page, `${width}-portal`);

    await page.getByRole("link", { name: "Details for your arrival" }).click();
    await page.getByLabel("When do you expect to arrive?").fill("18:30");
    await page.getByLabel("Full name").fill("Ada Guest");
    await press(page, "Send details");
    expect(await page.getByRole("alert").textContent()).toContain("date of birth");
    await expectUsable(page, `${width}-portal-form`);
    await page.getByLabel("Date of birth").fill("1985-12-10");
    await page.getByLabel("Nationality").selectOption("GB");
    await page.getByLabel("Identity document").selectOption("passport");
    await page.getByLabel("Document number").fill("925076473");
    await press(page, "Send details");

    await page.getByRole("link", { name: "Rental agreement" }).click();
    await page.getByLabel("Your full name").fill("Ada Guest");
    await expectUsable(page, `${width}-portal-agreement`);
    await press(page, "Sign agreement");
    await page.getByText("Signed by Ada Guest").waitFor();
    await page.getByRole("link", { name: "Back to your stay" }).click();
    await page.getByText("4711#").waitFor();

    await page.getByRole("link", { name: "Choose extras" }).click();
    await page.getByLabel("Bike, €12.50 each").selectOption("2");
    await expectUsable(page, `${width}-portal-extras`);
    await press(page, "Show new price");
    await page.getByText("€425.00").waitFor();
    await expectUsable(page, `${width}-portal-extras-price`);
    await press(page, "Book extras");

    await page.getByLabel("Message to Les Robles").fill("See you soon!");
    await press(page, "Send message");
    await page.getByText("Your message was sent.").waitFor();
    await page.getByText("See you soon!").waitFor();
    await expectUsable(page, `${width}-portal-all`);

    await page.getByRole("link", { name: "See what canceling costs" }).click();
    await expectUsable(page, `${width}-portal-cancel`);
    expect(await page.getByRole("main").textContent()).toContain("€212.50");
    await press(page, "Cancel booking now");
    await page.getByText("This booking is canceled.").waitFor();
    await expectUsable(page, `${width}-portal-canceled`);
    expect((await read(portal.client, "bookings", portal.booking.id)).status).toBe("Canceled");
    // The form without a birth date was refused.
    expect(problems.filter((text) => !text.includes("status of 422"))).toEqual([]);
  });
});

test("a guest reviews a past stay, in their own language", async () => {
  const portal = await aPortal(service, {
    stay: { start_at: "2020-01-04T16:00:00Z", end_at: "2020-01-08T10:00:00Z" },
    guest: { preferred_locale: "fr" },
  });
  const page = await windows.openWithScript("phone");
  await page.goto(`${service.url}${portal.path}`);
  await press(page, "Envoyer le code");
  await page.getByLabel("Code reçu par e-mail").fill(await codeFor(mailer, portal.address));
  await press(page, "Continuer");
  await page.getByRole("link", { name: "Écrire un avis" }).click();
  await page.getByLabel("Note", { exact: true }).selectOption("5");
  await page.getByLabel("Votre commentaire").fill("Parfait");
  await expectUsable(page, "portal-review");
  expect(await accessibilityFaults(page)).toEqual([]);
  await press(page, "Envoyer l’avis");
  await page.getByText("Merci pour votre avis !").waitFor();
});
