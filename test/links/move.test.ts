import { describe, expect, test } from "vitest";
import { type Answer, type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import {
  aBooking,
  aFee,
  aRental,
  aRentalsFee,
  aTax,
  changing,
  created,
  idsOf,
  linksOf,
  read,
} from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();

/** Formats a search's number as a decimal string, as in other responses. */
const asDecimal = (value: unknown): unknown =>
  typeof value === "number" ? String(value).replace(/^(\d+)$/, "$1.0") : value;

const january = (from: number, to: number) => ({ start_at: `2090-01-0${from}`, end_at: `2090-01-0${to}` });

const moving = (client: ApiClient, stay: Json, move: Json): Promise<Answer> =>
  client.post(`/bookings/${stay.id}/move`, { bookings: [move] });

async function moved(client: ApiClient, stay: Json, move: Json): Promise<Json> {
  const answer = await moving(client, stay, move);
  expect(answer.status, answer.text).toBe(200);
  return recordOf(answer, "bookings");
}

const quoteOf = async (client: ApiClient, stay: Json, move: Json): Promise<Json> => {
  const answer = await moving(client, stay, { ...move, dry_run: true });
  expect(answer.status, answer.text).toBe(200);
  return recordOf(answer, "booking_quotes");
};

/** Two rentals, for 100 and 150 a night. */
async function twoRentals(second: Json = {}) {
  const client = await service.aClient(await service.anAccount());
  const cheap = await aRental(client, { name: "Cottage", base_rate: "100", checkin_time: 16, checkout_time: 10 });
  const dear = await aRental(client, {
    ...{ name: "Villa", base_rate: "150", checkin_time: 17, checkout_time: 9, balance_due: 30 },
    ...second,
  });
  return { client, cheap, dear };
}

const linked = (client: ApiClient, ...rentals: Json[]): Promise<Json> =>
  created(client, "/rental_link_groups", "rental_link_groups", { rental_ids: idsOf(rentals) });
const listed = async (client: ApiClient, rental: Json): Promise<Json[]> =>
  recordsOf(await client.get(`/bookings?rental_id=${rental.id}`), "bookings");

describe("a move", () => {
  test("a move changes the party alone, at the agreed price or at today's", async () => {
    const { client, cheap } = await twoRentals();
    const perPerson = await aFee(client, { rate: "10", rate_kind: "fixed_per_person" });
    await aRentalsFee(client, cheap, perPerson, { status: "required" });
    const hours = { start_at: "2090-01-01T13:30:00Z", end_at: "2090-01-03T08:00:00Z" };
    const stay = await aBooking(client, cheap, { ...hours, adults: 2, children: 0 });
    expect(stay).toMatchObject({ final_price: "220.0" });
    const party = { adults: 3, children: 1 };
    const prices = async (move: Json) => (await quoteOf(client, stay, { ...party, ...move })).booking;
    expect(await prices({})).toMatchObject({ final_price: "220.0" });
    expect(await prices({ reprice: true })).toMatchObject({ final_price: "240.0" });
    expect(await read(client, "bookings", stay.id)).toMatchObject({ adults: 2, children: 0, final_price: "220.0" });
    expect(await moved(client, stay, party)).toMatchObject({ ...hours, ...party, final_price: "220.0" });
    expect(await moved(client, stay, { adults: 4, reprice: true })).toMatchObject({ ...hours, final_price: "250.0" });
  });

  test("a move to another rental keeps agreed prices, and takes its times and balance date from the new rental", async () => {
    const { client, cheap, dear } = await twoRentals();
    const stay = await aBooking(client, cheap, { ...january(1, 5), discount: "10%" });
    await service.sql("update bookings set contract_updated_at = '2020-01-01' where id = $1", [stay.id]);
    const there = await moved(client, stay, { rental_id: dear.id, start_at: "2090-01-02" });
    expect(linksOf(there).rental).toBe(dear.id);
    expect(there).toMatchObject({
      ...{ start_at: "2090-01-02T17:00:00Z", end_at: "2090-01-05T10:00:00Z", balance_due_at: "2089-12-03T17:00:00Z" },
      ...{ initial_price: "400.0", discount: "10%", final_price: "360.0", id: stay.id, reference: stay.reference },
    });
    expect(String(there.contract_updated_at) > "2026").toBe(true);
    expect(await listed(client, cheap)).toEqual([]);
    expect((await aBooking(client, cheap, january(1, 5))).status).toBe("Booked");
  });

  test("needs a target, a valid stay and a rental of the account", async () => {
    const { client, cheap } = await twoRentals();
    const { dear: foreign } = await twoRentals();
    const stay = await aBooking(client, cheap, january(1, 5));
    const refusal = async (move: Json) => [
      (await moving(client, stay, move)).status,
      errorsOf(await moving(client, stay, move)),
    ];
    expect(await refusal({ reprice: true })).toEqual([
      422,
      { base: ["start_at, end_at, rental_id, adults or children is required"] },
    ]);
    expect(await refusal({ rental_id: foreign.id, end_at: "2090-01-01" })).toEqual([
      422,
      { rental_id: ["must exist"] },
    ]);
    expect(await refusal({ end_at: "2089-12-31", dry_run: true })).toMatchObject([
      422,
      { start_at: ["must be before end_at"] },
    ]);
    expect(await refusal({ final_price: "1" })).toEqual([
      422,
      { base: ["start_at, end_at, rental_id, adults or children is required"] },
    ]);
    await client.delete(`/bookings/${stay.id}`);
    expect(await refusal({ end_at: "2090-01-07" })).toEqual([422, { base: ["is canceled and cannot be moved"] }]);
  });

  test("is refused for taken nights and for another application's lock", async () => {
    const { client, cheap, dear } = await twoRentals();
    const taken = await aBooking(client, dear, january(4, 6));
    const owner = await service.aClient(client.account, { scopes: ["public", "bookings_write_owned"] });
    const stay = await aBooking(owner, cheap, january(1, 5));
    const refused = await moving(owner, stay, { rental_id: dear.id });
    const message = { base: [`the nights are taken by booking ${taken.reference}`] };
    expect([refused.status, errorsOf(refused)]).toEqual([422, message]);
    expect((await moving(client, stay, { end_at: "2090-01-04" })).status).toBe(403);
    expect((await moving(owner, stay, { end_at: "2090-01-04" })).status).toBe(200);
    expect((await moving(owner, taken, { end_at: "2090-01-05" })).status).toBe(403);
  });

  test("moves a booking onto its own mirror's nights and reverses the mirror", async () => {
    const { client, cheap, dear } = await twoRentals();
    await linked(client, cheap, dear);
    const stay = await aBooking(client, cheap, january(1, 5));
    await moved(client, stay, { rental_id: dear.id, end_at: "2090-01-07" });
    expect(idsOf(await listed(client, dear))).toEqual([stay.id]);
    const mirrors = await listed(client, cheap);
    expect(mirrors).toMatchObject([{ created_by_type: "Booking", created_by_id: stay.id }]);
    expect(mirrors[0]?.end_at).toBe((await read(client, "bookings", stay.id)).end_at);
  });

  test("between linked rentals cancels old mirrors and creates new ones, or is refused for their nights", async () => {
    const { client, cheap, dear } = await twoRentals();
    const alone = await aRental(client, { name: "Tree house" });
    await linked(client, cheap, dear);
    const stay = await aBooking(client, cheap, january(1, 5));
    await moved(client, stay, { rental_id: alone.id });
    expect([await listed(client, cheap), await listed(client, dear)]).toEqual([[], []]);
    const other = await aBooking(client, dear, january(4, 6));
    const refused = await moving(client, stay, { rental_id: cheap.id });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(String(other.reference))]);
    await moved(client, stay, { rental_id: cheap.id, end_at: "2090-01-04" });
    expect((await listed(client, dear)).map(({ created_by_id: id }) => id)).toContain(stay.id);
  });
});

describe("a move with reprice", () => {
  test("takes the live quote's price, keeps the discount and recalculates the final price", async () => {
    const { client, cheap, dear } = await twoRentals();
    const stay = await aBooking(client, cheap, { ...january(1, 5), discount: "10%", final_price: "333" });
    const there = await moved(client, stay, { rental_id: dear.id, end_at: "2090-01-07", reprice: true });
    expect(there).toMatchObject({ initial_price: "900.0", discount: "10%", final_price: "810.0" });
    expect((await changing(client, stay, { initial_price: "1000" })).json).toMatchObject({
      bookings: [{ final_price: "900.0" }],
    });
  });

  test("replaces required fees and the account's taxes, and keeps fees agreed for the booking", async () => {
    const { client, cheap, dear } = await twoRentals();
    for (const [rental, rate] of [
      [cheap, "50"],
      [dear, "80"],
    ] as const) {
      const cleaning = await aFee(client, { rate });
      await aRentalsFee(client, rental, cleaning, { always_applied: true, status: "required" });
    }
    const linen = await aRentalsFee(client, cheap, await aFee(client, { name_en: "Linen", rate: "7" }));
    const tax = await aTax(service, client.account);
    for (const rental of [cheap, dear])
      await created(client, `/rentals/${rental.id}/rentals_taxes`, "rentals_taxes", {
        tax_id: tax.id,
        tax_included_in_rate: false,
      });
    const stay = await aBooking(client, cheap, january(1, 5));
    expect(stay.final_price).toBe("490.0");
    const added = await client.patch(`/bookings/${stay.id}/add_bookings_fee`, {
      bookings_fees: [
        { rentals_fee_id: linen.id, times_booked: 2 },
        { name: "Dog", price: "20", kind: "other" },
      ],
    });
    expect(recordOf(added, "bookings").final_price).toBe("524.0");

    const kept = await moved(client, stay, { rental_id: dear.id });
    expect(kept).toMatchObject({ initial_price: "400.0", final_price: "524.0" });
    const taxes = recordsOf(await client.get("/bookings_taxes"), "bookings_taxes");
    expect(taxes.map((line) => linksOf(line).taxable)).toEqual([{ id: dear.id, type: "Rental" }]);

    const there = await moved(client, stay, { rental_id: dear.id, reprice: true });
    // 4 × 150, cleaning 80, linen 2 × 7, dog 20, and 10% on the rental price.
    expect(there).toMatchObject({ initial_price: "600.0", final_price: "774.0" });
    const fees = recordsOf(await client.get("/bookings_fees"), "bookings_fees");
    const live = fees.filter(({ canceled_at: at }) => at === null);
    expect(live.map(({ price, times_booked: times }) => [price, times]).toSorted()).toEqual([
      ["20.0", 1],
      ["7.0", 2],
      ["80.0", 1],
    ]);
  });

  test("is required for a rental in another currency, and converts no amounts", async () => {
    const { client, cheap, dear } = await twoRentals({ currency: "USD", damage_deposit: "500" });
    const stay = await aBooking(client, cheap, { ...january(1, 5), discount: "20", downpayment: "50" });
    const refused = await moving(client, stay, { rental_id: dear.id });
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      { rental_id: ["has prices in USD, but the booking's are in EUR: set reprice to replace them"] },
    ]);
    const amounts = await moving(client, stay, { rental_id: dear.id, reprice: true });
    const isOld = ["is an amount in EUR: clear it first"];
    expect([amounts.status, errorsOf(amounts)]).toEqual([422, { discount: isOld }]);
    await changing(client, stay, { discount: "10%" });
    expect(await moved(client, stay, { rental_id: dear.id, reprice: true })).toMatchObject({
      ...{ currency: "USD", initial_price: "600.0", final_price: "540.0", damage_deposit: "500.0" },
    });
    const block = await aBooking(client, cheap, { ...january(7, 9), unavailable: true });
    expect(await moved(client, block, { rental_id: dear.id })).toMatchObject({
      ...{ currency: "USD", damage_deposit: "500.0" },
    });
  });

  test("is refused if another amount, a line or a payment would change currency, even without a price", async () => {
    const { client, cheap, dear } = await twoRentals({ currency: "USD" });
    const stay = await aBooking(client, cheap, {
      ...{ ...january(1, 5), initial_price: null, channel_price: "70", bookings_fees: [] },
      bookings_taxes: [{ amount: "5", included: true }],
    });
    const cash = { amount_in_cents: 100, currency: "EUR", kind: "cash", paid_at: "2024-01-01T10:00:00Z" };
    await created(client, `/bookings/${stay.id}/payments`, "payments", cash);
    const refusal = {
      channel_price: ["is an amount in EUR: clear it first"],
      base: ["has payments in EUR", "has fees or taxes in EUR that have no price in USD: remove them first"],
    };
    const before = await read(client, "bookings", stay.id);
    const refused = await moving(client, stay, { rental_id: dear.id });
    expect([refused.status, errorsOf(refused)]).toEqual([422, refusal]);
    expect(await quoteOf(client, stay, { rental_id: dear.id })).toMatchObject({ problems: refusal });
    expect(await read(client, "bookings", stay.id)).toEqual(before);
  });

  test("keeps a booking's foreign currency when only the dates change", async () => {
    const { client, cheap } = await twoRentals();
    const stay = await aBooking(client, cheap, {
      ...{ ...january(1, 5), currency: "USD", initial_price: null, bookings_fees: [], bookings_taxes: [] },
    });
    expect(await quoteOf(client, stay, { end_at: "2090-01-06" })).toMatchObject({ booking: { currency: "USD" } });
    for (const move of [{ end_at: "2090-01-06" }, { rental_id: cheap.id, end_at: "2090-01-07" }])
      expect(await moved(client, stay, move)).toMatchObject({ currency: "USD", final_price: null });
  });

  test("is refused if the new stay has no price, and for an unavailable period", async () => {
    const { client, cheap } = await twoRentals();
    const free = await aRental(client, { name: "Ruin" });
    const stay = await aBooking(client, cheap, january(1, 5));
    const refused = await moving(client, stay, { rental_id: free.id, reprice: true });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("the stay has no price: no_rate")]);
    const block = await aBooking(client, cheap, { ...january(7, 9), unavailable: true });
    expect(errorsOf(await moving(client, block, { end_at: "2090-01-08", reprice: true }))).toEqual({
      reprice: ["cannot be used for an unavailable period, which has no price"],
    });
  });
});

describe("a dry run of a move", () => {
  test("returns the live quote and the booking's prices, and changes nothing", async () => {
    const { client, cheap, dear } = await twoRentals();
    await linked(client, cheap, dear);
    const stay = await aBooking(client, cheap, { ...january(1, 5), adults: 2 });
    const before = await client.get("/bookings?include_canceled=true");
    const quote = await quoteOf(client, stay, { rental_id: dear.id, end_at: "2090-01-07" });
    expect(quote).toMatchObject({
      ...{ rental_id: dear.id, start_at: "2090-01-01T16:00:00Z", end_at: "2090-01-07T09:00:00Z", currency: "EUR" },
      ...{ nights_free: true, in_the_way: [], problems: {}, available: true, refusals: [] },
      booking: { currency: "EUR", initial_price: "400.0", discount: null, final_price: "400.0" },
    });
    const asked = "start_at=2090-01-01&end_at=2090-01-07&adults=2&include_not_available=true";
    const searched = recordOf(await client.get(`/rentals/${dear.id}/search?${asked}`), "rentals");
    for (const name of ["initial_price", "final_price", "price_to_pay_now", "taxes", "price_details"])
      expect([name, quote[name]]).toEqual([name, searched[name]].map(asDecimal));
    const repriced = await quoteOf(client, stay, { rental_id: dear.id, end_at: "2090-01-07", reprice: true });
    expect(repriced.booking).toMatchObject({ initial_price: "900.0", final_price: "900.0" });
    expect((await client.get("/bookings?include_canceled=true")).json).toEqual(before.json);
  });

  test("names the conflicting bookings and the move's problems", async () => {
    const { client, cheap, dear } = await twoRentals({ currency: "USD" });
    const linkedToo = await aRental(client, { name: "Annex" });
    const taken = await aBooking(client, linkedToo, january(2, 3));
    await linked(client, dear, linkedToo);
    const stay = await aBooking(client, cheap, january(1, 5));
    const [mirror] = await listed(client, dear);
    const quote = await quoteOf(client, stay, { rental_id: dear.id });
    expect(quote).toMatchObject({
      ...{ nights_free: false, available: false, refusals: [{ kind: "nights_taken", rates_rule_id: null }] },
      in_the_way: [
        { reference: mirror?.reference, rental_id: dear.id },
        { reference: taken.reference, rental_id: linkedToo.id },
      ],
      problems: {
        rental_id: [expect.stringContaining("set reprice")],
        base: [expect.any(String), expect.any(String)],
      },
    });
    const refused = await moving(client, stay, { rental_id: dear.id });
    expect([refused.status, errorsOf(refused)]).toEqual([422, quote.problems]);
  });
});
