import { expect, test } from "vitest";
import type { Json } from "../harness/client.ts";
import { created } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { paymentsOf, performed } from "../payments/factories.ts";
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
  stay,
  wordsOf,
} from "./book.ts";

/** Discount codes on the booking site (guests.md, Booking: every line of the price explained). */
const service = useService();

const aCode = ({ client }: Shop, attributes: Json = {}) =>
  created(client, "/booking/discount_codes", "discount_codes", {
    discount_code: "SUMMER",
    ...("fixed_amount" in attributes ? {} : { percentage: 10 }),
    ...attributes,
  });

/** Enters a code on the price page. @returns the page with its price */
async function enter(shop: Shop, code: string, browser = new PlainBrowser(service.url)) {
  const form = await openForm(service, shop, browser);
  const page = await browser.post(bookPath(shop), { ...form.fields, code, step: "price" });
  return { browser, page, fields: hiddenFields(page) };
}

const usesOf = ({ client }: Shop) =>
  service.sql(
    "select amount_in_cents::integer as amount from discount_code_usages where account_id = $1 and canceled_at is null",
    [client.account],
  );

test("a discount code reduces the rental price, its percentages and the downpayment, and is used by the hold", async () => {
  const shop = await aShop(service);
  await aCode(shop);
  const rate = { name_en: "Insurance", rate: "5", rate_kind: "percentage" };
  const insurance = await anExtra(shop.client, shop.rental, rate);
  const chosen = { [`extra-${insurance.id}`]: "1" };
  const form = await enter(shop, " summer ");
  expect(wordsOf(form.page)).toContain(
    "Nightly rates (4 nights) €400.00 Discount code summer -€40.00 Total €360.00 Due now €108.00 Due by 5 December 2089 €252.00",
  );
  expect(wordsOf(form.page)).toContain("Insurance, €18.00");
  const page = await form.browser.post(bookPath(shop), { ...form.fields, ...chosen, code: "summer", step: "price" });
  expect(wordsOf(page)).toContain("Insurance €18.00 Total €378.00");
  const sent = await send({ browser: form.browser, fields: hiddenFields(page) }, shop, { ...chosen, code: "summer" });
  expect(sent.status).toBe(303);
  expect(await bookingsOf(service, shop)).toMatchObject([{ final_price: "378.00", downpayment: "108.00" }]);
  expect(await usesOf(shop)).toEqual([{ amount: 4_000 }]);
  const [held] = await service.sql(
    "select discount, initial_price::text as before, final_rental_price::text as after from bookings where account_id = $1",
    [shop.client.account],
  );
  expect(held).toEqual({ discount: "10%", before: "400.00", after: "360.00" });
});

test("a code that is typed without an update, or comes with the address, shows its price first", async () => {
  const shop = await aShop(service);
  await aCode(shop, { fixed_amount: "50.5", currency: "EUR" });
  const form = await openForm(service, shop);
  expect(form.page.text).toContain("<summary>Do you have a discount code?</summary>");
  const sent = await send(form, shop, { code: "SUMMER" });
  expect([sent.status, wordsOf(sent)]).toEqual([200, expect.stringContaining("Total €349.50")]);
  expect(await bookingsOf(service, shop)).toEqual([]);
  const linked = await form.browser.get(bookPath(shop, { ...stay, code: "SUMMER" }));
  expect(wordsOf(linked)).toContain("Discount code SUMMER -€50.50 Total €349.50");
});

test.each<[string, Json, string, string]>([
  ["an unknown code", {}, "WINTER", "This discount code isn’t valid."],
  ["a code with a script", {}, '"><script>alert(1)</script>', "This discount code isn’t valid."],
  ["a code for longer stays", { minimum_nights_booked: 5 }, "SUMMER", "needs a stay of at least 5 nights."],
  [
    "a code for more expensive stays",
    { minimum_spend: "500", currency: "EUR" },
    "SUMMER",
    "needs a price of at least €500.00",
  ],
  ["a code that has ended", { end_date: "2020-01-01" }, "SUMMER", "can no longer be used."],
  ["a code in another currency", { fixed_amount: "5", currency: "CHF" }, "SUMMER", "isn’t valid."],
])("%s says so, keeps the whole price and books nothing", async (_, attributes, code, words) => {
  const shop = await aShop(service);
  await aCode(shop, attributes);
  const form = await enter(shop, code);
  expect(wordsOf(form.page)).toContain(words);
  expect(wordsOf(form.page)).toContain("Total €400.00");
  expect(form.page.text).toContain('aria-describedby="code-error"');
  expect(form.page.text).not.toContain("<script>alert");
  const sent = await send(form, shop, { code });
  expect([sent.status, wordsOf(sent)]).toEqual([422, expect.stringContaining(words)]);
  expect(await bookingsOf(service, shop)).toEqual([]);
  const removed = await form.browser.post(bookPath(shop), { ...form.fields, code: "", step: "price" });
  expect(wordsOf(removed)).not.toContain(words);
});

test("a code for other rentals is refused here, and a rental without codes has no field", async () => {
  const shop = await aShop(service);
  const other = { ...shop, rental: await aPublicRental(shop.client, { name: "Barn" }) };
  await aCode(shop, { rentals_eligibility: "specific_rentals", rental_ids: [other.rental.id] });
  expect((await openForm(service, shop)).page.text).not.toContain('name="code"');
  expect(wordsOf((await enter(shop, "SUMMER")).page)).toContain("doesn’t apply to this rental");
  expect(wordsOf((await enter(other, "SUMMER")).page)).toContain("Total €360.00");
});

test("the last use of a code goes to one of two concurrent guests, who can correct and send again", async () => {
  const shop = await aShop(service);
  await aCode(shop, { number_of_times: 1 });
  const other = { ...shop, rental: await aPublicRental(shop.client, { name: "Barn" }) };
  const forms = await Promise.all([shop, other].map(async (own) => ({ own, form: await enter(own, "SUMMER") })));
  const sent = await Promise.all(forms.map(({ own, form }) => send(form, own, { code: "SUMMER" })));
  expect(sent.map(({ status }) => status).toSorted()).toEqual([303, 422]);
  const [won, lost] = [303, 422].map((status) => sent.findIndex((answer) => answer.status === status));
  const [winner, loser] = [forms[won ?? 0] ?? expect.fail("no winner"), forms[lost ?? 0] ?? expect.fail("no loser")];
  const refused = sent[lost ?? 0] ?? expect.fail("no loser");
  expect(wordsOf(refused)).toMatch(/can no longer be used\..* Total €400\.00/);
  expect(await usesOf(shop)).toHaveLength(1);

  const corrected = await enter(winner.own, "SUMMER", winner.form.browser);
  expect(wordsOf(corrected.page)).toContain("Total €360.00");
  const path = (await send(corrected, winner.own, { code: "SUMMER", firstname: "Inés" })).location ?? "";
  await winner.form.browser.post(path, { card: "tok_visa" });
  await performed(service, shop.client, (await paymentsOf(shop.client))[0] ?? expect.fail("no payment"));
  const again = await send(corrected, winner.own, { code: "SUMMER", firstname: "Inés" });
  expect(again.location).toBe(path);
  expect(await usesOf(shop)).toEqual([{ amount: 4_000 }]);
  expect(wordsOf((await enter(loser.own, "SUMMER")).page)).toContain("can no longer be used.");
});

test("a code is free again when the hold that uses it ends", async () => {
  const shop = await aShop(service);
  await aCode(shop, { number_of_times: 1 });
  const form = await enter(shop, "SUMMER");
  expect((await send(form, shop, { code: "SUMMER" })).status).toBe(303);
  await service.sql("update bookings set tentative_expires_at = now() - interval '1 second' where account_id = $1", [
    shop.client.account,
  ]);
  const next = await enter(shop, "SUMMER");
  expect(wordsOf(next.page)).toContain("Total €360.00");
  expect((await send(next, shop, { code: "SUMMER" })).status).toBe(303);
});
