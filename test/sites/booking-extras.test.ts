import { expect, test } from "vitest";
import type { Json } from "../harness/client.ts";
import { aBooking, aFee, aRentalsFee } from "../harness/factories.ts";
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

/** Extras with a stock or a cut-off on the booking site (guests.md, Booking, Portal). */
const service = useService();

const field = ({ id }: Json): string => `extra-${id}`;

/** Chooses extras on the price page. @returns the page with their price */
async function choose(
  shop: Shop,
  chosen: Record<string, string>,
  browser = new PlainBrowser(service.url),
  wanted = stay,
) {
  const form = await openForm(service, shop, browser, wanted);
  const priced = await browser.post(bookPath(shop, wanted), { ...form.fields, ...chosen, step: "price" });
  return { browser, page: priced, fields: hiddenFields(priced) };
}

const unitsOf = async ({ client }: Shop): Promise<unknown> => {
  const [row] = await service.sql(
    `select coalesce(sum(bookings_fees.times_booked), 0)::integer as units from bookings_fees
     join bookings on bookings.account_id = bookings_fees.account_id and bookings.id = bookings_fees.booking_id
     where bookings_fees.account_id = $1 and bookings.canceled_at is null`,
    [client.account],
  );
  return row?.units;
};

test("an extra in stock is sold with the hold, and only what is left is offered to overlapping stays", async () => {
  const shop = await aShop(service);
  const fee = await aFee(shop.client, { name_en: "Cot", rate: "10", stock: 3 });
  const public_ = { status: "public", always_applied: true };
  const cot = await aRentalsFee(shop.client, shop.rental, fee, public_);
  const first = await choose(shop, { [field(cot)]: "2" });
  expect(wordsOf(first.page)).toContain("Cot: 2 × €10.00 €20.00 Total €420.00");
  expect((await send(first, shop, { [field(cot)]: "2" })).status).toBe(303);

  const other = { ...shop, rental: await aPublicRental(shop.client, { name: "Barn" }) };
  const shared = await aRentalsFee(shop.client, other.rental, fee, public_);
  const offered = await openForm(service, other);
  expect(offered.page.text).toContain(`<input type="checkbox" name="${field(shared)}" value="1"`);
  const tooMany = await choose(other, { [field(shared)]: "2" });
  expect(wordsOf(tooMany.page)).toMatch(/No longer available in this quantity: Cot\. .* Total €400\.00/);
  const later = { ...stay, arrival: "2090-01-08", departure: "2090-01-10" };
  expect((await openForm(service, other, undefined, later)).page.text).toContain(`<option value="3">3</option>`);
});

test("concurrent guests of several rentals never oversell a stock, and a hold that ends releases it", async () => {
  const shop = await aShop(service);
  const fee = await aFee(shop.client, { name_en: "Cot", rate: "10", stock: 2 });
  const buyers = await Promise.all(
    Array.from({ length: 4 }, async (_, index) => {
      const own = { ...shop, rental: await aPublicRental(shop.client, { name: `House ${index}` }) };
      const cot = await aRentalsFee(shop.client, own.rental, fee, { status: "public", always_applied: true });
      const chosen = { [field(cot)]: "1" };
      return { own, chosen, form: await choose(own, chosen) };
    }),
  );
  const sent = await Promise.all(buyers.map(({ own, chosen, form }) => send(form, own, chosen)));
  expect(sent.map(({ status }) => status).toSorted()).toEqual([303, 303, 422, 422]);
  expect(await unitsOf(shop)).toBe(2);
  const index = sent.findIndex(({ status }) => status === 422);
  const [refused, buyer] = [sent[index] ?? expect.fail("none refused"), buyers[index] ?? expect.fail("none refused")];
  expect(wordsOf(refused)).toMatch(/No longer available in this quantity: Cot\. .* Total €400\.00/);
  expect(refused.text).toContain('name="lastname" value="Muster"');

  await service.sql(
    "update bookings set tentative_expires_at = now() - interval '1 second' where account_id = $1 and canceled_at is null",
    [shop.client.account],
  );
  const again = await choose(buyer.own, buyer.chosen, buyer.form.browser);
  expect(wordsOf(again.page)).toContain("Total €410.00");
  expect((await send(again, buyer.own, buyer.chosen)).status).toBe(303);
});

test("a form with the last unit that is sent again returns its own booking", async () => {
  const shop = await aShop(service);
  const cot = await anExtra(shop.client, shop.rental, { name_en: "Cot", rate: "10", stock: 1 });
  const chosen = { [field(cot)]: "1" };
  const form = await choose(shop, chosen);
  const path = (await send(form, shop, chosen)).location ?? "";
  expect((await send(form, shop, chosen)).location).toBe(path);
  await form.browser.post(path, { card: "tok_visa" });
  await performed(service, shop.client, (await paymentsOf(shop.client))[0] ?? expect.fail("no payment"));
  expect((await send(form, shop, chosen)).location).toBe(path);
  expect(await bookingsOf(service, shop)).toMatchObject([{ booked: true, final_price: "410.00" }]);
});

test("a late payment takes no money if the extra has been sold since", async () => {
  const shop = await aShop(service);
  const { client } = shop;
  const fee = await aFee(client, { name_en: "Cot", rate: "10", stock: 1 });
  const cot = await aRentalsFee(client, shop.rental, fee, { status: "public", always_applied: true });
  const chosen = { [field(cot)]: "1" };
  const form = await choose(shop, chosen);
  const path = (await send(form, shop, chosen)).location ?? "";
  const [held] = await bookingsOf(service, shop);
  await form.browser.post(path, { card: "tok_visa" });
  const [payment] = await paymentsOf(client);
  await service.sql(
    "update bookings set tentative_expires_at = now() - interval '1 second' where account_id = $1 and id = $2",
    [client.account, held?.id],
  );
  const other = await aPublicRental(client, { name: "Barn" });
  const shared = await aRentalsFee(client, other, fee, { status: "public", always_applied: true });
  await aBooking(client, other, {
    ...{ start_at: stay.arrival, end_at: stay.departure, initial_price: "100", booked: true },
    bookings_fees: [{ rentals_fee_id: shared.id, times_booked: 1 }],
  });
  await performed(service, client, payment ?? expect.fail("no payment"));
  expect(wordsOf(await form.browser.get(path))).toContain("no longer held for you");
  const [row] = await service.sql("select booked, paid_amount::text as paid from bookings where id = $1", [held?.id]);
  expect(row).toEqual({ booked: false, paid: "0.00" });
});

test("an extra ends at its cut-off, also for a form that is already open", async () => {
  const shop = await aShop(service);
  const fee = await aFee(shop.client, { name_en: "Cot", rate: "0", cutoff_hours: 24 });
  const cot = await aRentalsFee(shop.client, shop.rental, fee, { status: "public", always_applied: true });
  const near = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  const leaving = new Date(Date.now() + 24 * 86_400_000).toISOString().slice(0, 10);
  const wanted = { ...stay, arrival: near, departure: leaving };
  const form = await choose(shop, { [field(cot)]: "1" }, undefined, wanted);
  expect(form.page.text).toContain(field(cot));
  await shop.client.put(`/fees/${fee.id}`, { fees: [{ cutoff_hours: 8000 }] });
  const sent = await send(form, shop, { [field(cot)]: "1" });
  expect([sent.status, wordsOf(sent)]).toEqual([422, expect.stringContaining("in this quantity: Cot.")]);
  expect(await bookingsOf(service, shop)).toEqual([]);
  expect((await openForm(service, shop, undefined, wanted)).page.text).not.toContain(field(cot));
});

test("an extra of all persons and nights keeps its tick when the stay changes", async () => {
  const shop = await aShop(service);
  const rate = { name_en: "Breakfast", rate: "10", rate_kind: "fixed_per_person_per_night" };
  const breakfast = await anExtra(shop.client, shop.rental, rate);
  const form = await choose(shop, { [field(breakfast)]: "8" });
  const shorter = await form.browser.post(bookPath(shop), {
    ...{ ...form.fields, departure: "2090-01-06", [field(breakfast)]: "8", step: "price" },
  });
  expect(wordsOf(shorter)).toContain("Breakfast: 4 × €10.00 €40.00 Total €240.00");
});
