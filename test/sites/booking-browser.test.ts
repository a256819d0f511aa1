import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { accessibilityFaults } from "../console/open-console.ts";
import { created } from "../harness/factories.ts";
import { keptMails } from "../harness/mailers.ts";
import { useService } from "../harness/service.ts";
import { paymentsOf, performed } from "../payments/factories.ts";
import { codeFor } from "../portal/factories.ts";
import { expectUsable, press, useBrowser, type Width } from "../web/browser-windows.ts";
import { anExtra, aShop, bookingsOf, bookPath, type Shop, stay } from "./book.ts";
import { stayFrom } from "./sites.ts";

/** A guest books on a phone and a desktop, with and without JavaScript (guests.md, Proof). */
const mailer = keptMails();
const service = useService({ endpoints: {}, mailer });
const windows = useBrowser();

/** Expects a page without faults by our own check, and by axe where scripts run. */
async function expectAccessible(page: Page, name: string): Promise<void> {
  await expectUsable(page, name);
  if (!name.includes("without")) expect(await accessibilityFaults(page)).toEqual([]);
}

async function aBigShop(): Promise<Shop> {
  const shop = await aShop(service, { damage_deposit: "200", charge_damage_deposit_on_arrival: true });
  const { client, rental } = shop;
  await anExtra(client, rental, { name_en: "Final cleaning", rate: "50" }, { status: "required" });
  await anExtra(
    client,
    rental,
    { name_en: "Bikes", headline_en: "With helmets and locks", rate: "20" },
    { maximum_bookable: 3 },
  );
  await anExtra(client, rental, { name_en: "Breakfast", rate: "10", rate_kind: "fixed_per_person_per_night" });
  const path = `/rentals/${rental.id}/rental_cancelation_policies`;
  await created(client, path, "rental_cancelation_policies", { preset: "strict" });
  await created(client, `/rentals/${rental.id}/rental_agreements`, "rental_agreements", { body_en: "No parties." });
  return shop;
}

/** A mailbox that no other test reads. */
const guestAddress = ({ client }: Shop): string => `ines-${client.account}@example.com`;

async function type(page: Page, address = "ines@example.com"): Promise<void> {
  await page.getByLabel("First name").fill("Ines");
  await page.getByLabel("Last name").fill("Muster");
  await page.getByLabel("E-mail address").fill(address);
  await page.getByLabel("Country").selectOption("DE");
  await page.getByLabel("Message to your host").fill("We arrive late.");
}

/** Reports what the page's policy blocks. */
function violationsOn(page: Page): string[] {
  const messages: string[] = [];
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(String(error)));
  return messages;
}

describe.each([
  ["phone", "without"],
  ["desktop", "without"],
  ["desktop", "with"],
] as const)("on a %s %s JavaScript", (width, script) => {
  test("a guest searches, adds extras, books and pays", async () => {
    const shop = await aBigShop();
    const page = script === "with" ? await windows.openWithScript(width) : await windows.open(width);
    const messages = violationsOn(page);
    await page.goto(`${service.url}/stay/${shop.address}/en`);
    await page.getByLabel("Arrival").fill(stay.arrival);
    await page.getByLabel("Departure").fill(stay.departure);
    await press(page, "Search");
    await page.getByRole("link", { name: "Mill House" }).click();
    await press(page, "Check price and book");
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Book Mill House");
    await page.getByText("Rental agreement", { exact: true }).click();
    expect(await page.locator("details p").last().innerText()).toBe("No parties.");
    await expectAccessible(page, `${width}-${script}-price`);
    await type(page);
    await page.getByLabel("Bikes").selectOption("2");
    await page.getByLabel("Breakfast").check();
    await page.getByRole("button", { name: "Update price" }).last().click();
    await page.locator(".bill", { hasText: "Bikes" }).waitFor();
    expect(await page.getByLabel("Last name").inputValue()).toBe("Muster");
    expect(await page.locator(".bill").innerText()).toMatch(/Total\s*€570\.00/);
    await page.getByRole("checkbox", { name: "I accept" }).check();
    await press(page, "Continue to payment");
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Pay to book");
    expect(await page.getByRole("status").textContent()).toContain("for 15 more minutes");
    await expectAccessible(page, `${width}-${script}-pay`);
    await page.getByLabel("Test card").selectOption("tok_declined");
    await press(page, "Pay €120.00");
    await pay(shop);
    await page.reload();
    expect(await page.getByRole("alert").textContent()).toContain("Your payment was declined");
    await page.getByLabel("Test card").selectOption("tok_visa");
    await press(page, "Pay €570.00");
    await pay(shop);
    await page.reload();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Your stay is booked");
    await expectAccessible(page, `${width}-${script}-booked`);
    expect(await bookingsOf(service, shop)).toMatchObject([{ booked: true, final_price: "570.00" }]);
    expect(messages).toEqual([]);
  });
});

/** The walk of guests.md, Proof, with axe on each page: search, booking, portal, form, agreement, and the policy's refund. */
test("on a phone, a guest goes from the search to a paid and signed stay, and cancels it at the policy's price", async () => {
  const shop = await aBigShop();
  const page = await windows.openWithScript("phone");
  const messages = violationsOn(page);
  const dates = stayFrom(40, 4);
  await page.goto(`${service.url}/stay/${shop.address}/en`);
  await page.getByLabel("Arrival").fill(dates.arrival);
  await page.getByLabel("Departure").fill(dates.departure);
  await expectAccessible(page, "walk-search");
  await press(page, "Search");
  await expectAccessible(page, "walk-found");
  await page.getByRole("link", { name: "Mill House" }).click();
  await page.getByRole("heading", { level: 1, name: "Mill House" }).waitFor();
  await expectAccessible(page, "walk-rental");
  await press(page, "Check price and book");
  await type(page, guestAddress(shop));
  await page.getByRole("checkbox", { name: "I accept" }).check();
  await press(page, "Continue to payment");
  await press(page, "Pay €450.00");
  await pay(shop);
  await page.reload();
  await expectAccessible(page, "walk-booked");

  await page.getByRole("link", { name: "Manage your stay" }).click();
  await page.getByText("Send code").waitFor();
  await expectAccessible(page, "walk-portal-link");
  await press(page, "Send code");
  await expectAccessible(page, "walk-portal-code");
  await page.getByLabel("Code from the e-mail").fill(await codeFor(mailer, guestAddress(shop)));
  await press(page, "Continue");
  await expectAccessible(page, "walk-portal");
  await page.getByRole("link", { name: "Details for your arrival" }).click();
  await page.getByLabel("Full name").first().fill("Ines Muster");
  await expectAccessible(page, "walk-portal-form");
  await press(page, "Send details");
  await page.getByRole("link", { name: "Rental agreement" }).click();
  await page.getByLabel("Your full name").fill("Ines Muster");
  await expectAccessible(page, "walk-portal-agreement");
  await press(page, "Sign agreement");
  await page.getByText("Signed by Ines Muster").waitFor();
  await page.getByRole("link", { name: "Back to your stay" }).click();
  await page.getByRole("link", { name: "Choose extras" }).click();
  await expectAccessible(page, "walk-portal-extras");
  await page.getByLabel("Bikes, €20.00 each").selectOption("1");
  await press(page, "Show new price");
  await expectAccessible(page, "walk-portal-extras-price");
  await page.getByRole("link", { name: "Choose again" }).click();
  await page.getByRole("link", { name: "Back to your stay" }).click();
  await page.getByRole("link", { name: "See what canceling costs" }).click();
  await expectAccessible(page, "walk-portal-cancel");
  expect(await page.getByRole("main").innerText()).toMatch(/€225\.00[\s\S]*€450\.00[\s\S]*€225\.00/);
  await press(page, "Cancel booking now");
  await page.getByText("This booking is canceled.").waitFor();
  await pay(shop);
  await page.reload();
  await expectAccessible(page, "walk-portal-canceled");
  const [row] = await service.sql(
    `select paid_amount::text as paid, exists (select from agreement_signatures where booking_id = bookings.id) as signed
     from bookings where account_id = $1 and canceled_at is not null`,
    [shop.client.account],
  );
  expect(row).toEqual({ paid: "225.00", signed: true });
  expect(messages).toEqual([]);
});

async function pay({ client }: Shop): Promise<void> {
  await performed(service, client, (await paymentsOf(client)).at(-1) ?? expect.fail("no payment"));
}

test.each<Width>(["phone", "desktop"])(
  "on a %s, the second of two guests reads why and keeps their input",
  async (width) => {
    const shop = await aShop(service);
    const pages = [await windows.open(width), await windows.open(width)] as const;
    for (const page of pages) {
      await page.goto(service.url + bookPath(shop, stay));
      await type(page);
      await page.getByRole("checkbox", { name: "I accept" }).check();
    }
    const [first, second] = pages;
    await press(first, "Continue to payment");
    await press(second, "Continue to payment");
    expect(await first.getByRole("heading", { level: 1 }).textContent()).toBe("Pay to book");
    expect(await second.getByRole("alert").textContent()).toContain("Another guest has just booked");
    expect(await second.getByLabel("Message to your host").inputValue()).toBe("We arrive late.");
    await expectAccessible(second, `${width}-without-taken`);
    expect(await bookingsOf(service, shop)).toHaveLength(1);
  },
);

test("missing details are marked and described", async () => {
  const shop = await aShop(service);
  const page = await windows.open("phone", "dark");
  await page.goto(service.url + bookPath(shop, stay, "en"));
  await page.locator("form").evaluate((form) => form.setAttribute("novalidate", ""));
  await press(page, "Continue to payment");
  expect(await page.getByRole("alert").textContent()).toBe("Check the marked fields.");
  const email = page.getByLabel("E-mail address");
  expect(await email.getAttribute("aria-invalid")).toBe("true");
  expect(await email.getAttribute("aria-describedby")).toBe("email-error email-hint");
  await expectAccessible(page, "phone-dark-without-missing");
});
