import fc from "fast-check";
import { expect, test } from "vitest";
import { networkOf, subjectOf } from "../../src/modules/platform/access/throttling/subject.ts";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aFee, aRentalsFee, created } from "../harness/factories.ts";
import { seed } from "../harness/seed.ts";
import { useService } from "../harness/service.ts";
import { aPeriod, aRatesTable, aRule, aSeason, aTaxOf, dayAhead } from "../rates/factories.ts";
import { PlainBrowser, type Seen } from "../web/plain-browser.ts";
import { anExtra, aPublicRental, aShop, bookPath, hiddenFields, type Shop, send } from "./book.ts";

/** The price on the page, the price of the quote and the price charged are one (guests.md, Proof). `ROOST_RANDOM_STAYS` sets how many. */
let hours = 0;
const service = useService({ clock: () => Date.now() + hours * 3_600_000 });

/** One address may read so many stays' pages in an hour: after them, the service's clock moves on. */
const staysAnHour = 250;
const stays = Number(process.env.ROOST_RANDOM_STAYS ?? 100);

async function aPricedRental(
  client: ApiClient,
  tax: Json,
  attributes: Json,
): Promise<{ rental: Json; extras: Json[] }> {
  const table = await aRatesTable(client, { name: `Rates of ${attributes.name}` });
  const season = await aSeason(client, table, { minimum_stay: 2 });
  await aPeriod(client, season, 60, 120);
  await aRule(client, table);
  await aRule(client, table, { kind: "stay_at_least", percentage: "-12.5", variables: { length: 7, unit: "days" } });
  await aRule(client, table, { kind: "early_booking", percentage: "-3.3", variables: { length: 2, unit: "months" } });
  await aRule(client, table, { kind: "late_booking", percentage: "-7", variables: { length: 9, unit: "days" } });
  await aRule(client, table, {
    kind: "additional_person_fixed_per_night",
    percentage: null,
    fixed_amount: attributes.currency === "JPY" ? "1550" : "15.5",
    variables: { occupation_greater_than: 3 },
  });
  await aRule(client, table, { kind: "charge_at_least", percentage: null, variables: { length: 2, unit: "days" } });
  const rental = await aPublicRental(client, { rates_table_id: table.id, sleeps: 2, sleeps_max: 7, ...attributes });
  const required = { status: "required", always_applied: true };
  const currency = String(rental.currency);
  const cleaning = await aFee(client, { rate: "49", downpayment_percentage: "100", currency });
  await aRentalsFee(client, rental, cleaning, required);
  const city = { name_en: "City tax", rate: "3", rate_kind: "fixed_per_adult_per_night", maximum_nights: 5, currency };
  await aRentalsFee(client, rental, await aFee(client, city), required);
  const service = { name_en: "Service", rate: "3.3", rate_kind: "percentage", maximum_possible_rate: "20", currency };
  await aRentalsFee(client, rental, await aFee(client, service), required);
  await created(client, `/fees/${cleaning.id}/fees_taxes`, "fees_taxes", {
    tax_id: tax.id,
    tax_included_in_rate: false,
  });
  const taxed = { tax_id: tax.id, tax_included_in_rate: attributes.name === "Barn" };
  await created(client, `/rentals/${rental.id}/rentals_taxes`, "rentals_taxes", taxed);
  const offer = { name_en: "Spring", discount: 11, start_date: dayAhead(20), end_date: dayAhead(40) };
  await created(client, `/rentals/${rental.id}/special_offers`, "special_offers", offer);
  const extras = [
    await anExtra(
      client,
      rental,
      { name_en: "Bikes", rate: "19", downpayment_percentage: "50", currency },
      { maximum_bookable: 4 },
    ),
    await anExtra(client, rental, {
      name_en: "Breakfast",
      rate: "7",
      rate_kind: "fixed_per_person_per_night",
      currency,
    }),
    await anExtra(client, rental, { name_en: "Insurance", rate: "2.75", rate_kind: "percentage", currency }),
    await anExtra(client, rental, { name_en: "Cot", rate: "11", stock: 2, cutoff_hours: 24, currency }),
  ];
  return { rental, extras };
}

/** A line of the page's bill; the amount in hundredths. */
interface BillLine {
  readonly name: string;
  readonly amount: number;
}

function billOf({ text }: Seen): BillLine[] {
  const bill = /<dl class="bill">([\s\S]*?)<\/dl>/.exec(text)?.[1] ?? expect.fail("no bill");
  return [...bill.matchAll(/<dt>(.*?)<\/dt> <dd>(.*?)<\/dd>/g)].map(([, name = "", words = ""]) => ({
    name,
    amount: Math.round(Number(words.replace(/[^\d.-]/g, "")) * 100),
  }));
}

const named = (lines: readonly BillLine[], name: string): number =>
  lines.find((line) => line.name === name)?.amount ?? expect.fail(`no line ${name}`);

/** The rental's price by the API's search, in hundredths; undefined where the stay is not offered. */
async function quoted(client: ApiClient, rental: Json, wanted: Record<string, string>): Promise<number | undefined> {
  const { arrival = "", departure = "", adults = "", children = "" } = wanted;
  const parameters = new URLSearchParams({
    id: String(rental.id),
    start_at: arrival,
    end_at: departure,
    adults,
    children,
  });
  const [found] = recordsOf(await client.get(`/rentals/search?${parameters}`), "rentals");
  return found ? Math.round(Number(found.final_price) * 100) : undefined;
}

/** Frees the nights and the limits for the next stay. */
async function startOver({ client }: Shop): Promise<void> {
  await service.sql("update bookings set canceled_at = now() where account_id = $1 and canceled_at is null", [
    client.account,
  ]);
  await service.sql("update site_bookings set network = null where account_id = $1", [client.account]);
  for (const parts of [
    ["site booking from", String(client.account), networkOf("127.0.0.1")],
    ["site booking of", String(client.account)],
  ])
    await service.sql("delete from throttled where subject = $1", [subjectOf(...parts)]);
}

const requestedStays = fc.record({
  rental: fc.nat(2),
  inDays: fc.integer({ min: 3, max: 400 }),
  nights: fc.integer({ min: 2, max: 21 }),
  adults: fc.integer({ min: 1, max: 5 }),
  children: fc.nat(2),
  bikes: fc.nat(4),
  breakfast: fc.boolean(),
  insurance: fc.boolean(),
  cots: fc.nat(2),
  code: fc.constantFrom("", "TWELVE", "FLAT"),
});

test(`the page's lines add up to the price that is charged, in ${stays} random stays (seed ${seed})`, {
  timeout: 3_600_000,
}, async () => {
  const shop = await aShop(service);
  const { client } = shop;
  // The quotes' program may ask as often as there are stays.
  await service.sql("update applications set rate_limit = 1000000 where id = $1", [client.application]);
  const tax = await aTaxOf(client, { percentage: "7.7" });
  const codes = [
    { discount_code: "TWELVE", percentage: 12 },
    { discount_code: "FLAT", fixed_amount: "20.55", currency: "EUR" },
  ];
  for (const code of codes) await created(client, "/booking/discount_codes", "discount_codes", code);
  const rentals = [
    await aPricedRental(client, tax, { name: "Mill", base_rate: "101.37", downpayment: 33 }),
    await aPricedRental(client, tax, { name: "Barn", base_rate: "87.5", rounding_kind: "closest-marketing" }),
    await aPricedRental(client, tax, { name: "Temple", base_rate: "12345", currency: "JPY", downpayment: 25 }),
  ];
  let booked = 0;
  let refused = 0;
  const seen = fc.sample(requestedStays, { numRuns: stays, seed });
  for (const [count, wish] of seen.entries()) {
    if (count > 0 && count % staysAnHour === 0) hours++;
    const { rental: index, inDays, nights, bikes, breakfast, insurance, cots, code, ...guests } = wish;
    const { rental, extras } = rentals[index] ?? expect.fail("no rental");
    const own = { ...shop, rental };
    const wanted = {
      arrival: dayAhead(inDays),
      departure: dayAhead(inDays + nights),
      adults: String(guests.adults),
      children: String(guests.children),
    };
    const price = await quoted(client, rental, wanted);
    const browser = new PlainBrowser(service.url);
    const page = await browser.get(bookPath(own, wanted));
    if (price === undefined) {
      refused++;
      expect(page.text).toContain('role="alert"');
      continue;
    }
    expect(named(billOf(page), "Total")).toBe(price);
    const [bike, meal, cover, cot] = extras.map(({ id }) => `extra-${id}`);
    const persons = guests.adults + guests.children;
    const chosen = {
      ...(bikes > 0 ? { [bike ?? ""]: String(bikes) } : {}),
      ...(breakfast ? { [meal ?? ""]: String(persons * nights) } : {}),
      ...(insurance ? { [cover ?? ""]: "1" } : {}),
      ...(cots > 0 ? { [cot ?? ""]: String(cots) } : {}),
      // The fixed amount is in euros, which the temple does not take.
      ...(code === "" || (code === "FLAT" && rental.currency !== "EUR") ? {} : { code }),
    };
    const priced = await browser.post(bookPath(own), { ...hiddenFields(page), ...chosen, step: "price" });
    const lines = billOf(priced);
    const total = named(lines, "Total");
    const parts = lines.slice(
      0,
      lines.findIndex(({ name }) => name === "Total"),
    );
    const sum = parts.filter(({ name }) => !name.endsWith("(included)")).reduce((sum, { amount }) => sum + amount, 0);
    expect(sum).toBe(total);
    const sent = await send({ browser, fields: hiddenFields(priced) }, own, chosen);
    expect([sent.status, sent.status === 303 || sent.text]).toEqual([303, true]);
    const [held] = await service.sql(
      "select id::integer, final_price * 100 as price, coalesce(downpayment, final_price) * 100 as due from bookings where account_id = $1 and canceled_at is null",
      [client.account],
    );
    expect([Number(held?.price), Number(held?.due)]).toEqual([total, named(lines, "Due now")]);
    if (booked++ % 20 === 0) {
      await browser.post(sent.location ?? "", { card: "tok_visa" });
      const [payment] = await service.sql(
        `select bookings_payments.amount_in_cents::integer as amount, bookings.currency from bookings_payments
         join bookings on bookings.account_id = $2 and bookings.id = bookings_payments.booking_id
         where bookings_payments.account_id = $2 and bookings.id = $1`,
        [held?.id, client.account],
      );
      const due = Number(held?.due);
      expect(payment?.amount).toBe(payment?.currency === "JPY" ? due / 100 : due);
    }
    await startOver(shop);
  }
  expect(booked).toBeGreaterThan(stays / 2);
  expect(booked + refused).toBe(stays);
});
