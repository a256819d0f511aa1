import { expect, test } from "vitest";
import type { Json } from "../harness/client.ts";
import { created } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { aGuardedTable, dayAhead } from "../rates/factories.ts";
import { PlainBrowser } from "../web/plain-browser.ts";
import {
  anExtra,
  aPublicRental,
  aShop,
  bookingsOf,
  bookPath,
  hiddenFields,
  openForm,
  type Shop,
  send,
  wordsOf,
} from "./book.ts";

const service = useService();

const wanted = (from: number, to: number) => ({
  ...{ arrival: dayAhead(from), departure: dayAhead(to), adults: "2", children: "0" },
});

/** A shop whose stays cost seven nights where these are free. */
async function aShopWithMinimumCharge(attributes = {}) {
  const shop = await aShop(service);
  const rule = { kind: "charge_at_least_if_available", variables: { length: 7, unit: "days" } };
  const table = await aGuardedTable(shop.client, rule);
  return { ...shop, rental: await aPublicRental(shop.client, { rates_table_id: table.id, ...attributes }) };
}

test("a guest who goes back and shortens the stay sees the price that the booking has", async () => {
  const shop = await aShopWithMinimumCharge();
  const long = await openForm(service, shop, undefined, wanted(20, 28));
  expect((await send(long, shop)).status).toBe(303);
  const short = await openForm(service, shop, long.browser, wanted(20, 23));
  expect(wordsOf(short.page)).toContain("Total €700.00");
  const sent = await send(short, shop);
  expect(sent.status, wordsOf(sent)).toBe(303);
  expect(await bookingsOf(service, shop)).toMatchObject([{ final_price: "700.00" }]);
});

test("a guest who types an impossible stay keeps the details", async () => {
  const shop = await aShop(service);
  const form = await openForm(service, shop);
  for (const [wrong, words] of [
    [{ departure: "2090-01-04" }, "Choose an arrival and a later departure."],
    [{ adults: "0" }, "Check what you entered."],
  ] as const) {
    const page = await send(form, shop, { ...wrong, step: "price" });
    expect([page.status, wordsOf(page)]).toEqual([422, expect.stringContaining(words)]);
    expect(page.text).toContain('value="ines@example.com"');
    expect(wordsOf(page)).toContain("Total €400.00");
  }
  expect(await bookingsOf(service, shop)).toEqual([]);
});

test("a form that is sent again leads to its booking, whose preparation days do not change the price", async () => {
  const shop = await aShopWithMinimumCharge({ preparation_days: 1 });
  const form = await openForm(service, shop, undefined, wanted(20, 23));
  const first = await send(form, shop);
  expect(first.status, wordsOf(first)).toBe(303);
  const again = await send(form, shop);
  expect([again.status, again.location]).toEqual([303, first.location]);
});

test("a guest who goes back to the rental sees the price of the nights that they hold, and others do not", async () => {
  const shop = await aShop(service);
  const dates = wanted(20, 24);
  const form = await openForm(service, shop, undefined, dates);
  expect((await send(form, shop)).status).toBe(303);
  const path = bookPath(shop, dates).replace("/book?", "?");
  expect(wordsOf(await form.browser.get(path))).toMatch(/€400(\.00)? for 4 nights/);
  expect(wordsOf(await new PlainBrowser(service.url).get(path))).toContain("These dates are not available.");
  const tooMany = bookPath(shop, { ...dates, adults: "7" }).replace("/book?", "?");
  expect(wordsOf(await form.browser.get(tooMany))).toContain("These dates are not available.");
});

const policy = (preset: string) => (shop: Shop) =>
  created(shop.client, `/rentals/${shop.rental.id}/rental_cancelation_policies`, "rental_cancelation_policies", {
    preset,
  });
const change = (attributes: Json) => async (shop: Shop) => {
  const changed = await shop.client.put(`/rentals/${shop.rental.id}`, { rentals: [attributes] });
  expect(changed.status, changed.text).toBe(200);
};

test.each<[string, (shop: Shop) => Promise<unknown>]>([
  ["cancelation policy", policy("strict")],
  [
    "agreement",
    ({ client, rental }) =>
      created(client, `/rentals/${rental.id}/rental_agreements`, "rental_agreements", { body_en: "No parties." }),
  ],
  ["damage deposit", change({ damage_deposit: "300" })],
  ["downpayment", change({ downpayment: "50" })],
  ["day of the balance", change({ balance_due: 40 })],
])("a guest accepts no other %s than the page showed", async (_, happens) => {
  const shop = await aShop(service);
  const form = await openForm(service, shop);
  await happens(shop);
  const refused = await send(form, shop);
  expect([refused.status, wordsOf(refused)]).toEqual([422, expect.stringContaining("or the rental have changed.")]);
  expect(refused.text).toContain('value="ines@example.com"');
  expect(await bookingsOf(service, shop)).toEqual([]);
  expect((await send({ browser: form.browser, fields: hiddenFields(refused) }, shop)).status).toBe(303);
});

test("a booking's page is in the language of its address, and offers no payment once it is canceled", async () => {
  const shop = await aShop(service);
  const fee = { name_en: "Cleaning", name_fr: "Ménage", rate: "50" };
  await anExtra(shop.client, shop.rental, fee, { status: "required" });
  const form = await openForm(service, shop);
  const path = (await send(form, shop)).location ?? "";
  expect(wordsOf(await form.browser.get(path))).toMatch(/^Pay to book .* Cleaning €50/);
  expect(wordsOf(await form.browser.get(path.replace("/en/", "/fr/")))).toContain("Ménage 50,00");
  const [held] = await bookingsOf(service, shop);
  await shop.client.delete(`/bookings/${held?.id}`);
  expect(wordsOf(await form.browser.get(path))).toMatch(/^Booking \w{6} /);
});
