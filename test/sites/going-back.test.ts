import { expect, test } from "vitest";
import { useService } from "../harness/service.ts";
import { aGuardedTable, dayAhead } from "../rates/factories.ts";
import { aPublicRental, aShop, bookingsOf, openForm, send, wordsOf } from "./book.ts";

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
