import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, read } from "../harness/factories.ts";
import { aMember } from "../harness/people.ts";
import { aBusiness, paymentsOf, performed } from "../payments/factories.ts";
import { choose, goByKeyboard, press, tabTo, typeDay, typeInto } from "./keyboard.ts";
import { faultsInJob } from "./looks.ts";
import { dayFrom, openConsole, sizes, useConsole } from "./open-console.ts";

/** Cards, payment links, special offers, settings and failures by keyboard alone (console.md, The job decides). */
const roost = useConsole();

describe.each([
  ["desktop", "light"],
  ["phone", "dark"],
] as const)("by keyboard alone (%s, %s)", (size, colorScheme) => {
  const settings = { viewport: sizes[size], colorScheme };
  /** Checks a state of a job in both color schemes. */
  const look = async (page: Page, state: string): Promise<void> =>
    expect(await faultsInJob(page, state, colorScheme)).toEqual([]);

  test("a payment link is sent to the guest, and a card is charged on the page that it opens", async () => {
    const { client, rental } = await aBusiness(roost.service);
    const owner = await aMember(roost.service, client.account, "owner");
    const guest = await aGuest(client, { fullname: "Ada Card", emails: [{ email: "ada@example.com" }] });
    const stay = await aBooking(client, rental, {
      ...{ start_at: dayFrom(20), end_at: dayFrom(24), client_id: guest.id, initial_price: "400" },
    });
    const page = await openConsole(roost.at, owner, { ...settings, path: "/money?tab=due" });
    const openLink = () => press(page, page.getByRole("button", { name: `Payment link for ${stay.reference}` }));
    await openLink();
    const dialog = page.getByRole("dialog");
    const words = dialog.getByRole("textbox", { name: /Ada Card/ });
    await expect.poll(() => words.inputValue()).toContain(String(stay.payment_url));
    await look(page, "a payment link with its reminder");
    await press(page, dialog.getByRole("button", { name: "Send e-mail" }));
    await dialog.waitFor({ state: "detached" });
    const [sent] = recordsOf(await owner.get("/inbox/messages"), "messages");
    expect(sent?.content).toContain(stay.payment_url);

    await openLink();
    const opening = page.waitForEvent("popup");
    await press(page, dialog.getByRole("link", { name: "Open to charge a card" }));
    const charge = await opening;
    await tabTo(charge, charge.getByLabel("Test card"));
    await press(charge, charge.getByRole("button", { name: "Pay €400.00" }));
    await charge.getByRole("status").waitFor();
    const [placed] = (await paymentsOf(client)).filter(({ kind }) => kind !== "cash");
    await performed(roost.service, client, placed ?? expect.fail("no payment"));
    await charge.close();
    expect(await read(client, "bookings", stay.id)).toMatchObject({ paid_amount: "400.0" });
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await press(page, page.getByRole("link", { name: "Payments", exact: true }).last());
    await page.getByText("1 payment", { exact: true }).waitFor();
  });

  test("a special offer is corrected after a refusal at its field, and ends", async () => {
    const rental = await aRental(roost.manager, { name: `Offered House ${size}`, base_rate: "100" });
    const page = await roost.open({ ...settings, path: `/rates?view=offers&rental=${rental.id}` });
    await press(page, page.getByRole("button", { name: "New special offer" }));
    const dialog = page.getByRole("dialog");
    await typeInto(page, dialog.getByLabel("Name (English)"), `Quiet weeks ${size}`);
    await typeInto(page, dialog.getByLabel("Discount in percent"), "20");
    await typeDay(page, dialog.getByLabel("First arrival"), dayFrom(-3));
    await typeDay(page, dialog.getByLabel("Last arrival"), dayFrom(30));
    await press(page, dialog.getByRole("button", { name: "Save" }));
    await dialog.getByText("cannot be in the past").waitFor();
    await look(page, "a refused special offer");
    await typeDay(page, dialog.getByLabel("First arrival"), dayFrom(10));
    await press(page, dialog.getByRole("button", { name: "Save" }));
    const offers = page.getByRole("list", { name: "Special offers" });
    await press(page, offers.getByRole("button", { name: `Remove: Quiet weeks ${size}` }));
    const stored = async () =>
      recordsOf(await roost.manager.get("/special_offers"), "special_offers").filter(
        ({ links }) => Object(links).rental === rental.id,
      );
    expect(await stored()).toMatchObject([{ discount: 20, start_date: dayFrom(10), end_date: dayFrom(30) }]);
    await look(page, "the removal of a special offer");
    await press(page, dialog.getByRole("button", { name: "Remove special offer" }));
    await page.getByText(`Quiet weeks ${size} removed.`).waitFor();
    expect(await stored()).toEqual([]);
  });

  test("the account is renamed, and gets a channel and a payment gateway", async () => {
    const owner = await aMember(roost.service, await roost.service.anAccount(), "owner");
    const page = await openConsole(roost.at, owner, { ...settings, path: "/today" });
    await goByKeyboard(page, "Settings");
    const section = (name: string) =>
      press(page, page.getByRole("navigation", { name: "Settings sections" }).getByRole("link", { name, exact: true }));
    await section("General");
    await typeInto(page, page.getByLabel("Business name"), "Lavender Holidays");
    await press(page, page.getByRole("region", { name: "Business" }).getByRole("button", { name: "Save" }));
    await page.getByText("Business: saved.").waitFor();
    await section("Channels");
    await press(page, page.getByRole("button", { name: "New channel" }).first());
    const dialog = page.getByRole("dialog");
    await typeInto(page, dialog.getByLabel("Name"), "Beach portal");
    await look(page, "a new channel");
    await press(page, dialog.getByRole("button", { name: "Save" }));
    await page.getByRole("button", { name: "Edit: Beach portal" }).waitFor();
    await section("Payment gateways");
    await press(page, page.getByRole("button", { name: "New payment gateway" }).first());
    await typeInto(page, dialog.getByLabel("Name"), "Cards");
    await typeInto(page, dialog.getByLabel("Secret key"), "pk_wrong12345");
    await typeInto(page, dialog.getByLabel("Publishable key"), "pk_test_123456789");
    await typeInto(page, dialog.getByLabel("Webhook secret"), "whsec_1234567890abcdef");
    await press(page, dialog.getByRole("button", { name: "Save" }));
    await dialog.getByText("must begin with sk_ or rk_").waitFor();
    await look(page, "a refused payment gateway");
    await typeInto(page, dialog.getByLabel("Secret key"), "sk_test_1234567890wxyz");
    await press(page, dialog.getByRole("button", { name: "Save" }));
    await page.getByText("sk_…wxyz").waitFor();
    expect(recordsOf(await owner.get("/payment_gateways"), "payment_gateways")).toMatchObject([{ name: "Cards" }]);
    expect(recordsOf(await owner.get("/sources"), "sources")).toContainEqual(
      expect.objectContaining({ name: "Beach portal" }),
    );
    const general = recordsOf(await owner.get("/preferences_general_settings"), "preferences_general_settings");
    expect(general).toMatchObject([{ business_name: "Lavender Holidays" }]);
  });

  test("a list that could not be read and a payment that was refused are repeated, and no text is lost", async () => {
    const rental = await aRental(roost.manager, { name: `Failing House ${size}`, base_rate: "100" });
    const stay = await aBooking(roost.manager, rental, { start_at: dayFrom(9), end_at: dayFrom(12) });
    const page = await roost.open({ ...settings, path: "/today" });
    const refused = { errors: [{ code: "forbidden", details: "Not today." }] };
    const lists = /\/api\/v3\/bookings(\?|$)/;
    await page.route(lists, (route) => route.fulfill({ status: 403, json: refused }));
    await goByKeyboard(page, "Bookings");
    const again = page.getByRole("alert").getByRole("button", { name: "Try again" });
    await again.waitFor();
    await look(page, "a list that could not be read");
    await page.unroute(lists);
    await press(page, again);
    await press(page, page.getByRole("link", { name: new RegExp(`${stay.reference}|Failing House ${size}`) }));
    const panel = page.getByRole("dialog", { name: `Failing House ${size}` });
    await press(page, panel.getByRole("button", { name: "Record payment" }));
    const dialog = page.getByRole("dialog", { name: /payment/i });
    await typeInto(page, dialog.getByLabel("Amount in EUR"), "120.50");
    await choose(page, dialog.getByLabel("Payment method"), "Bank transfer");
    await page.route("**/bookings/*/payments", (route) => route.fulfill({ status: 403, json: refused }));
    await press(page, dialog.getByRole("button", { name: "Record" }));
    await dialog.getByText("Not today.").waitFor();
    await look(page, "a refused payment");
    await page.unroute("**/bookings/*/payments");
    await press(page, dialog.getByRole("button", { name: "Record" }));
    await page.getByText("Payment of €120.50 recorded.").waitFor();
    expect(await read(roost.manager, "bookings", stay.id)).toMatchObject({ paid_amount: "120.5" });
  });
});
