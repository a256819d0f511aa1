import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aRandomRental, aRandomStay } from "../bookings/random-fixtures.ts";
import { errorsOf, type Json, recordOf } from "../harness/client.ts";
import { aBooking, aFee, aRental, aRentalsFee, read } from "../harness/factories.ts";
import { seed } from "../harness/seed.ts";
import { baseUrl, useSharedService } from "../harness/service.ts";
import { dayAhead } from "../rates/factories.ts";
import { aBogusGateway, aPayment, cash, paymentsOf, performed } from "./factories.ts";

/** A booking's payment schedule (bookings.md, Money: Payment schedule). */
const service = useSharedService();
const runs = Number(process.env.ROOST_PROPERTY_RUNS ?? 12);

/** An account with a gateway and a rental whose guests pay 30% at booking, the rest 30 days before arrival. */
async function aLandlord(rental: Json = {}) {
  const client = await service.aClient(await service.anAccount());
  await aBogusGateway(client);
  const terms = { base_rate: "100", downpayment: 30, balance_due: 30, time_zone: "Europe/Berlin" };
  return { client, rental: await aRental(client, { ...terms, ...rental }) };
}
/** The house's day may be the next one already. */
const dueNow = new RegExp(`^(${dayAhead(0)}|${dayAhead(1)})T`);
const stay = { start_at: dayAhead(100), end_at: dayAhead(103), adults: 2, children: 0 };

const pathOf = (booking: Json): string => `${service.url}${String(booking.payment_url).slice(baseUrl.length)}`;
const wordsOf = async (booking: Json): Promise<string> =>
  (await (await fetch(pathOf(booking))).text()).replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const pay = (booking: Json, fields: Record<string, string> = {}): Promise<Response> =>
  fetch(pathOf(booking), {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ card: "tok_visa", ...fields }),
  });
const linesOf = (booking: Json): readonly unknown[] => {
  const lines: unknown = booking.payment_schedule;
  return Array.isArray(lines)
    ? lines.map(({ kind, amount, paid }) => [kind, amount, paid])
    : expect.fail("no schedule");
};

describe("a booking's payment schedule", () => {
  test("keeps the downpayment of the quote, through strict bookings and bookings by hand", async () => {
    const { client, rental } = await aLandlord();
    const guest = { firstname: "Jo", lastname: "Sample", email: "jo@example.com", phone_number: "+49170" };
    const agreed = { rental_id: rental.id, final_price: 300, price_to_pay_now: 90, currency: "EUR", client: guest };
    const strict = recordOf(await client.post("/strict_bookings", { bookings: [{ ...stay, ...agreed }] }), "bookings");
    expect(strict).toMatchObject({
      downpayment: "90.0",
      payment_schedule: [
        { kind: "downpayment", amount: "90.0", due_at: expect.stringMatching(dueNow), paid: "0.0" },
        { kind: "balance", amount: "210.0", due_at: `${dayAhead(70)}T16:00:00Z`, paid: "0.0" },
      ],
    });
    const next = { ...stay, start_at: dayAhead(110), end_at: dayAhead(113) };
    expect(await aBooking(client, rental, next)).toMatchObject({ downpayment: "90.0" });
    const own = await aBooking(client, rental, {
      ...next,
      ...{ start_at: dayAhead(120), end_at: dayAhead(123) },
      downpayment: "50",
    });
    expect(linesOf(own)).toEqual([
      ["downpayment", "50.0", "0.0"],
      ["balance", "250.0", "0.0"],
    ]);
  });

  test("has one line where everything or nothing is due at booking, and the damage deposit after the price", async () => {
    const { client, rental } = await aLandlord({ damage_deposit: "200", charge_damage_deposit_on_arrival: true });
    const soon = await aBooking(client, rental, { ...stay, start_at: dayAhead(10), end_at: dayAhead(12) });
    expect(linesOf(soon)).toEqual([
      ["balance", "200.0", "0.0"],
      ["damage_deposit", "200.0", "0.0"],
    ]);
    expect(soon.payment_schedule).toMatchObject([{}, { due_at: `${dayAhead(10)}T16:00:00Z` }]);
    const { client: other, rental: free } = await aLandlord({ downpayment: 0 });
    expect(await aBooking(other, free, stay)).toMatchObject({ downpayment: null });
    const block = await aBooking(other, free, {
      ...stay,
      start_at: dayAhead(20),
      end_at: dayAhead(21),
      unavailable: true,
    });
    expect(block.payment_schedule).toEqual([]);
  });

  test("has the whole price at booking where the rental asks for all of it then", async () => {
    const { client, rental } = await aLandlord({ downpayment: 100 });
    const fee = await aFee(client, { rate: "50", rate_kind: "fixed", downpayment_percentage: "100" });
    await aRentalsFee(client, rental, fee, { status: "required" });
    const guest = { firstname: "Jo", lastname: "Sample", email: "jo@example.com", phone_number: "+49170" };
    const agreed = { rental_id: rental.id, final_price: 350, price_to_pay_now: 350, currency: "EUR", client: guest };
    const strict = recordOf(await client.post("/strict_bookings", { bookings: [{ ...stay, ...agreed }] }), "bookings");
    expect(strict.payment_schedule).toMatchObject([
      { kind: "downpayment", amount: "350.0", due_at: expect.stringMatching(dueNow), paid: "0.0" },
    ]);
    expect(strict).toMatchObject({ downpayment: "350.0", payment_schedule: { length: 1 } });
    expect(await wordsOf(strict)).toMatch(/Balance due €350.00 .*Pay €350.00/);
    await aPayment(client, strict, cash(10_000));
    expect(linesOf(await read(client, "bookings", strict.id))).toEqual([["downpayment", "350.0", "100.0"]]);
    expect(await wordsOf(strict)).toMatch(/Balance due €250.00 .*Pay €250.00/);
  });

  test("is filled by payments in its order, and imported bookings promise nothing", async () => {
    const { client, rental } = await aLandlord();
    const booking = await aBooking(client, rental, { ...stay, booked: true });
    await aPayment(client, booking, cash(10_000));
    expect(linesOf(await read(client, "bookings", booking.id))).toEqual([
      ["downpayment", "90.0", "90.0"],
      ["balance", "210.0", "10.0"],
    ]);
    const earlier = { ...stay, start_at: dayAhead(110), end_at: dayAhead(113), imported: true };
    expect(await aBooking(client, rental, earlier)).toMatchObject({ downpayment: null });
  });

  test("the payment page accepts the amount due now, or the whole balance", async () => {
    const { client, rental } = await aLandlord();
    const booking = await aBooking(client, rental, { ...stay, booked: true });
    expect(await wordsOf(booking)).toMatch(
      /Balance due €300.00 Due now €90.00 Due by .* €210.00 .*Pay €90.00 .*Pay €300.00/,
    );
    await pay(booking);
    const [first = expect.fail("no payment")] = await paymentsOf(client);
    expect(first).toMatchObject({ amount_in_cents: 9_000 });
    await performed(service, client, first);
    expect(await wordsOf(booking)).toMatch(/Balance due €210.00 .*Pay €210.00/);
    expect(await wordsOf(booking)).not.toContain("Due now");
    const whole = await aBooking(client, rental, {
      ...stay,
      start_at: dayAhead(110),
      end_at: dayAhead(113),
      booked: true,
    });
    await pay(whole, { amount: "all" });
    expect((await paymentsOf(client)).at(-1)).toMatchObject({ amount_in_cents: 30_000 });
  });

  test("the payment page charges no other amount than the pressed button shows", async () => {
    const { client, rental } = await aLandlord();
    const booking = await aBooking(client, rental, { ...stay, booked: true });
    const page = await (await fetch(pathOf(booking))).text();
    const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
    const form = Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value]));
    await pay(booking, form);
    const [first = expect.fail("no payment")] = await paymentsOf(client);
    await performed(service, client, first);
    // The button in an open tab still says €90.00; the rest is €210.00.
    const again = await pay(booking, form);
    expect(again.status).toBe(409);
    expect(await again.text()).toMatch(/The amount to pay has changed\. You were not charged\..*Pay €210\.00/s);
    expect(await paymentsOf(client)).toHaveLength(1);
    const fee = { name: "Boat", price: "50" };
    await client.patch(`/bookings/${booking.id}/add_bookings_fee`, { bookings_fees: [fee] });
    for (const amount of ["due", "all"]) expect((await pay(booking, { ...form, amount })).status).toBe(409);
    expect(await paymentsOf(client)).toHaveLength(1);
    expect((await pay(booking, { "shown-due": "26000" })).status).toBe(303);
    expect(await paymentsOf(client)).toMatchObject([{ amount_in_cents: 9_000 }, { amount_in_cents: 26_000 }]);
  });

  test("follows new dates by PUT, and the answer says what changed", async () => {
    const { client, rental } = await aLandlord();
    const booking = await aBooking(client, rental, { ...stay, booked: true });
    const change = (attributes: Json) => client.put(`/bookings/${booking.id}`, { bookings: [attributes] });
    const [before, after] = [100, 90].map((day) => `${dayAhead(day - 30)}T16:00:00Z`);
    const earlier = await change({ start_at: dayAhead(90), end_at: dayAhead(93) });
    expect(earlier.status, earlier.text).toBe(200);
    expect(earlier.json.meta).toMatchObject({
      payment_schedule: {
        before: [
          { kind: "downpayment", amount: "90.0" },
          { kind: "balance", amount: "210.0", due_at: before },
        ],
        after: [
          { kind: "downpayment", amount: "90.0" },
          { kind: "balance", amount: "210.0", due_at: after },
        ],
      },
    });
    expect(recordOf(earlier, "bookings").payment_schedule).toEqual(
      Object(Object(earlier.json.meta).payment_schedule).after,
    );
    for (const attributes of [{ end_at: dayAhead(94) }, { notes: "Late" }, {}])
      expect((await change(attributes)).json.meta).not.toHaveProperty("payment_schedule");
  });

  test("follows a new price, unless the guest has paid a part of it", async () => {
    const { client, rental } = await aLandlord();
    const move = (id: unknown, days: number) =>
      client.post(`/bookings/${id}/move`, { bookings: [{ end_at: dayAhead(100 + days), reprice: true }] });
    const booking = await aBooking(client, rental, { ...stay, booked: true });
    const moved = await move(booking.id, 5);
    expect(linesOf(recordOf(moved, "bookings"))).toEqual([
      ["downpayment", "150.0", "0.0"],
      ["balance", "350.0", "0.0"],
    ]);
    // The answer says what changed, and a move that changes nothing says nothing.
    expect(moved.json.meta).toMatchObject({
      payment_schedule: {
        before: [
          { kind: "downpayment", amount: "90.0" },
          { kind: "balance", amount: "210.0" },
        ],
        after: [
          { kind: "downpayment", amount: "150.0" },
          { kind: "balance", amount: "350.0" },
        ],
      },
    });
    expect((await move(booking.id, 5)).json.meta).not.toMatchObject({ payment_schedule: expect.anything() });
    await aPayment(client, booking, cash(15_000));
    expect(linesOf(recordOf(await move(booking.id, 4), "bookings"))).toEqual([
      ["downpayment", "150.0", "150.0"],
      ["balance", "250.0", "0.0"],
    ]);
    const yen = await aRental(client, { currency: "JPY", base_rate: "20000" });
    const held = await aBooking(client, rental, { ...stay, start_at: dayAhead(110), end_at: dayAhead(113) });
    const exchanged = await client.post(`/bookings/${held.id}/move`, {
      bookings: [{ rental_id: yen.id, reprice: true }],
    });
    expect([exchanged.status, errorsOf(exchanged)]).toEqual([200, undefined]);
    expect(recordOf(exchanged, "bookings")).toMatchObject({ currency: "JPY", downpayment: null });
  });

  test("shares the price and its fees by their own percentages", async () => {
    const { client, rental } = await aLandlord();
    const cleaning = await aFee(client, { rate: "50", rate_kind: "fixed", downpayment_percentage: "100" });
    await aRentalsFee(client, rental, cleaning, { status: "required" });
    expect(linesOf(await aBooking(client, rental, stay))).toEqual([
      ["downpayment", "140.0", "0.0"],
      ["balance", "210.0", "0.0"],
    ]);
  });

  test("adds up to the final price and the deposit, and begins with the quote's price_to_pay_now", async () => {
    let parted = 0;
    const property = fc.asyncProperty(fc.gen(), async (numbers) => {
      const random = (below: number) => numbers(fc.nat, { max: below - 1 });
      const client = await service.aClient(await service.anAccount());
      const rental = await aRandomRental(client, random);
      const asked = aRandomStay(random);
      const query = new URLSearchParams({
        ...asked,
        adults: `${asked.adults}`,
        children: `${asked.children}`,
        include_not_available: "true",
      });
      const quoted = recordOf(await client.get(`/rentals/${rental.id}/search?${query}`), "rentals");
      const booking = await aBooking(client, rental, { ...asked });
      const lines = Array.isArray(booking.payment_schedule) ? booking.payment_schedule : expect.fail("no schedule");
      const sum = lines.reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0);
      if (booking.final_price === null) {
        expect(lines.filter(({ kind }) => kind !== "damage_deposit")).toEqual([]);
        return;
      }
      expect(sum).toBe(Math.round((Number(booking.final_price) + Number(booking.damage_deposit ?? 0)) * 100));
      const now = Number(quoted.price_to_pay_now);
      const isBalanceDue = asked.start_at <= dayAhead(Number(rental.balance_due));
      expect(booking.downpayment === null ? null : Number(booking.downpayment)).toBe(
        now > 0 && !isBalanceDue ? now : null,
      );
      if (booking.downpayment !== null) parted++;
    });
    await fc.assert(property, { numRuns: runs, seed, endOnFailure: true });
    expect(parted).toBeGreaterThan(0);
  });
});
