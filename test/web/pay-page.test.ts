import { acceptedLanguage, languageOf, languages } from "@roost/messages/languages.ts";
import { messagesIn } from "@roost/messages/messages-in.ts";
import { describe, expect, test } from "vitest";
import type { ApiClient, Json } from "../harness/client.ts";
import { created } from "../harness/factories.ts";
import { baseUrl, useSharedService } from "../harness/service.ts";
import { aBusiness, aPayment, cash, paymentsOf, performed } from "../payments/factories.ts";
import { expectUsable, press, tabOrder, useBrowser } from "./browser-windows.ts";

const service = useSharedService();
const windows = useBrowser();

const urlOf = (booking: Json): string => `${service.url}${String(booking.payment_url).slice(baseUrl.length)}`;
const fee = { name_en: "Dog", price: "25", kind: "pet_fee", times_booked: 2 };
const bill = {
  bookings_fees: [fee],
  bookings_taxes: [{ name_en: "City tax", amount: "7.25", included: false }],
};

/** Runs the job of a client's latest payment. */
async function performedLast(client: ApiClient): Promise<void> {
  const placed = (await paymentsOf(client)).at(-1) ?? expect.fail("no payment");
  await performed(service, client, placed);
}

describe.each(["phone", "desktop"] as const)("at the width of a %s, without JavaScript", (width) => {
  test("a guest's card is declined, and another card pays", async () => {
    const { client, booking } = await aBusiness(service, bill);
    await aPayment(client, booking, cash(10_000));
    const page = await windows.open(width);
    await page.goto(urlOf(booking));
    await expectUsable(page, `${width}-to-pay`);
    const button = "Pay €357.25";
    const reached = await tabOrder(page, 4);
    expect(reached.slice(-2)).toEqual([expect.stringContaining("combobox Test card"), `button ${button}`]);

    await page.getByLabel("Test card").selectOption("tok_insufficient_funds");
    await press(page, button);
    expect(await page.getByRole("status").textContent()).toContain("being processed");
    await expectUsable(page, `${width}-under-way`);
    await performedLast(client);
    await page.reload();
    expect(await page.getByRole("alert").textContent()).toBe(
      "Your payment was declined: The card has insufficient funds. You were not charged. You can try again.",
    );
    await expectUsable(page, `${width}-refused`);

    await press(page, button);
    await performedLast(client);
    await page.reload();
    expect(await page.getByRole("status").textContent()).toBe("Paid in full. Thank you!");
    expect(await page.getByRole("button").count()).toBe(0);
    await expectUsable(page, `${width}-paid`);
  });

  test("a canceled booking requires no payment", async () => {
    const { client, booking } = await aBusiness(service, bill);
    await client.delete(`/bookings/${booking.id}`);
    const page = await windows.open(width, "dark");
    await page.goto(urlOf(booking));
    expect(await page.getByRole("alert").textContent()).toContain("This booking is canceled.");
    expect(await page.getByRole("button").count()).toBe(0);
    await expectUsable(page, `${width}-canceled`);
  });
});

test("uses the client's preferred language, else the browser's", async () => {
  const { client, booking } = await aBusiness(service, { ...bill, bookings_fees: [{ ...fee, name_fr: "Chien" }] });
  const words = async (languages: string): Promise<string> => {
    const answer = await fetch(urlOf(booking), { headers: { "accept-language": languages } });
    return (await answer.text()).replace(/\s+/g, " ");
  };
  const french = await words("ja, fr-CH;q=0.9, de;q=0.8");
  expect(french).toContain('<html lang="fr">');
  expect(french).toMatch(/4 janvier 2090.* au .*8 janvier 2090.*Chien × 2.*Solde à payer.*457,25 €.*Payer 457,25 €/);
  expect(await words("de-AT")).toMatch(/<html lang="de">.*Dog × 2.*Restbetrag/);
  expect(await words("ja")).toContain('<html lang="en">');
  const guest = await created(client, "/clients", "clients", { fullname: "Ada", preferred_locale: "fr" });
  await client.put(`/bookings/${booking.id}`, { bookings: [{ client_id: guest.id }] });
  expect(await words("de")).toContain('<html lang="fr">');
});

test("picks languages by weight, with English as the fallback", () => {
  expect(["es", "es-MX;q=0.1, en;q=0.2", "*", "", "de;q=0, fr", "DE_at"].map(acceptedLanguage)).toEqual([
    "es",
    "en",
    "en",
    "en",
    "fr",
    "de",
  ]);
  expect(["ja-JP", "es_419"].map(languageOf)).toEqual([undefined, "es"]);
  expect(new Set(languages.map((language) => messagesIn(language)("pages.pay.received"))).size).toBe(languages.length);
});
