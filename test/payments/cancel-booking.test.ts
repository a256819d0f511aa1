import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { parseDay } from "../../src/core/day.ts";
import { dayIn } from "../../src/core/time-zone.ts";
import { type Answer, type ApiClient, errorsOf, type Json, recordOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, created, linksOf, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { dayAhead } from "../rates/factories.ts";
import { depositAction } from "./deposit-factories.ts";
import {
  aBusiness,
  aPayment,
  aRefund,
  cash,
  ledgerOf,
  order,
  paying,
  paymentsOf,
  performed,
  refunding,
} from "./factories.ts";

const service = useSharedService();

const canceling = (
  client: ApiClient,
  booking: Json,
  attributes?: Json,
  headers: Record<string, string> = {},
): Promise<Answer> => client.post(`/bookings/${booking.id}/cancel`, attributes && { bookings: [attributes] }, headers);

async function previewOf(client: ApiClient, booking: Json, attributes: Json = {}): Promise<Json> {
  return recordOf(await canceling(client, booking, { ...attributes, dry_run: true }), "booking_cancelations");
}

/** A stay in five days for 400 euros. The policy keeps half from a week before arrival on. */
async function aPolicedStay(attributes: Json = {}) {
  const business = await aBusiness(service);
  const { client, rental } = business;
  await created(client, "/rental_cancelation_policies", "rental_cancelation_policies", {
    rental_cancelation_policy_items: [
      { eligible_days: 7, penalty_percentage: "50" },
      { eligible_days: 2, penalty_percentage: "100" },
    ],
  });
  const stay = { start_at: dayAhead(5), end_at: dayAhead(8), final_price: "400", ...attributes };
  return { ...business, booking: await aBooking(client, rental, stay) };
}

const paidOn = (day: number, amount: number): Json => ({ ...cash(amount), paid_at: `2024-01-0${day}T10:00:00Z` });

const refund = (payment: Json, amount: number): Json => ({ payment_id: payment.id, amount_in_cents: amount });

const statusOf = async (client: ApiClient, booking: Json) => (await read(client, "bookings", booking.id)).status;

function expectRefusal(answer: Answer, errors: Json): void {
  expect([answer.status, errorsOf(answer)]).toEqual([422, errors]);
}

describe("a dry run of a cancelation", () => {
  test("explains the penalty and suggests refunds of what was paid less the penalty, newest payment first", async () => {
    const { client, booking } = await aPolicedStay();
    const early = await aPayment(client, booking, paidOn(1, 30_000));
    const late = await aPayment(client, booking, paidOn(2, 10_000));
    await aRefund(client, late, 1000);
    expect(await previewOf(client, booking)).toEqual({
      booking_id: booking.id,
      currency: "EUR",
      final_price: "400.0",
      paid_amount: "390.0",
      cancelation_penalty: "200.0",
      days_left: 5,
      eligible_days: 7,
      penalty_percentage: "50.0",
      free_cancelation_until: null,
      refund_in_cents: 19_000,
      refunds: [
        {
          ...refund(late, 9000),
          ...{ kind: "cash", paid_at: late.paid_at, refundable_in_cents: 9000, through_gateway: false },
        },
        {
          ...refund(early, 10_000),
          ...{ kind: "cash", paid_at: early.paid_at, refundable_in_cents: 30_000, through_gateway: false },
        },
      ],
    });
    expect(await statusOf(client, booking)).toBe("Booked");
    expect(await paymentsOf(client)).toHaveLength(3);
  });

  test("suggests nothing of a captured damage deposit, which does not pay the price", async () => {
    const { client, booking } = await aPolicedStay({ damage_deposit: "300" });
    const card = { credit_card_token: "tok_visa" };
    const authorized = recordOf(await depositAction(client, booking, "authorize", card), "bookings");
    const [deposit = expect.fail("no deposit")] = await paymentsOf(client);
    await performed(service, client, deposit);
    await depositAction(client, authorized, "capture", { reason: "Broken window" });
    expect(await performed(service, client, deposit)).toMatchObject({ paid_at: expect.any(String) });
    const rent = await aPayment(client, booking, cash(30_000));
    expect(await previewOf(client, booking)).toMatchObject({
      paid_amount: "300.0",
      cancelation_penalty: "200.0",
      refund_in_cents: 10_000,
      refunds: [
        { ...refund(deposit, 0), refundable_in_cents: 30_000 },
        { ...refund(rent, 10_000), refundable_in_cents: 30_000 },
      ],
    });
    // A refund that the host asks for stands.
    expect(await previewOf(client, booking, { refunds: [refund(deposit, 5_000)] })).toMatchObject({
      refund_in_cents: 5_000,
    });
  });

  test("suggests nothing when the penalty exceeds what was paid, and everything when canceling is free", async () => {
    const { client, rental, booking } = await aPolicedStay();
    await aPayment(client, booking, cash(15_000));
    expect(await previewOf(client, booking)).toMatchObject({
      refund_in_cents: 0,
      refunds: [{ amount_in_cents: 0, refundable_in_cents: 15_000 }],
    });
    const free = await aBooking(client, rental, { start_at: "2091-01-01", end_at: "2091-01-05", final_price: "400" });
    await aPayment(client, free, cash(15_000));
    expect(await previewOf(client, free)).toMatchObject({
      cancelation_penalty: "0.0",
      eligible_days: null,
      penalty_percentage: null,
      free_cancelation_until: "2090-12-24",
      refund_in_cents: 15_000,
    });
  });

  test("has no penalty for a hold or without a policy", async () => {
    const { client, booking } = await aBusiness(service);
    expect(await previewOf(client, booking)).toMatchObject({ cancelation_penalty: null, eligible_days: null });
    const hold = await aPolicedStay({ tentative_expires_at: "2089-01-01T00:00:00Z" });
    expect(await previewOf(hold.client, hold.booking)).toMatchObject({
      cancelation_penalty: "0.0",
      days_left: 5,
      eligible_days: null,
    });
  });

  test("excludes unpaid, canceled and refunded payments from the suggestion", async () => {
    const { client, booking, gateway } = await aBusiness(service);
    await aPayment(client, booking, order(gateway));
    await client.delete(`/payments/${(await aPayment(client, booking)).id}`);
    await aRefund(client, await aPayment(client, booking), 10_000);
    expect(await previewOf(client, booking)).toMatchObject({ refund_in_cents: 0, refunds: [] });
  });

  test("shows the refunds of the request instead of a suggestion", async () => {
    const { client, booking } = await aBusiness(service);
    const paid = await aPayment(client, booking);
    expect(await previewOf(client, booking, { refunds: [refund(paid, 123)] })).toMatchObject({
      refund_in_cents: 123,
      refunds: [{ amount_in_cents: 123, refundable_in_cents: 10_000 }],
    });
    expect(await previewOf(client, booking, { refunds: [] })).toMatchObject({ refund_in_cents: 0 });
    expect(await paymentsOf(client)).toHaveLength(1);
  });

  test.each(["Pacific/Kiritimati", "Pacific/Pago_Pago"])(
    "counts days on the calendar of a house in %s",
    async (zone) => {
      const { client } = await aPolicedStay();
      const rental = await aRental(client, { time_zone: zone });
      const arrival = dayAhead(5);
      const booking = await aBooking(client, rental, { start_at: arrival, end_at: dayAhead(8), final_price: "400" });
      const left = (now: number) => (parseDay(arrival) ?? 0) - dayIn(zone, now);
      const before = left(Date.now());
      const { days_left } = await previewOf(client, booking);
      expect([before, left(Date.now())]).toContain(days_left);
    },
  );

  test("counts yen as minor units", async () => {
    const { client } = await aPolicedStay();
    const tokyo = await aRental(client, { currency: "JPY" });
    const dates = { start_at: dayAhead(5), end_at: dayAhead(8), final_price: "1001" };
    const booking = await aBooking(client, tokyo, dates);
    await aPayment(client, booking, { ...cash(1001), currency: "JPY" });
    expect(await previewOf(client, booking)).toMatchObject({ cancelation_penalty: "501.0", refund_in_cents: 500 });
  });
});

describe("a cancelation", () => {
  test("frees the nights, stores the reasons and records the refunds in one step", async () => {
    const { client, rental, booking } = await aBusiness(service);
    const [first, second] = [await aPayment(client, booking), await aPayment(client, booking)];
    const answer = await canceling(client, booking, {
      refunds: [refund(first, 4000), refund(second, 10_000)],
      reason: "Illness",
      message_to_guest: "Get well soon.",
    });
    expect(answer.status, answer.text).toBe(200);
    expect(recordOf(answer, "bookings")).toMatchObject({
      status: "Canceled",
      cancelation_reason: "Illness",
      cancelation_message_to_guest: "Get well soon.",
      paid_amount: "60.0",
    });
    const refunds = (await paymentsOf(client)).filter(({ refunded_payment_id }) => refunded_payment_id !== null);
    expect(answer.json.meta).toEqual({
      refunds: refunds.map(({ id, refunded_payment_id, amount_in_cents }) => ({
        payment_id: refunded_payment_id,
        refund_id: id,
        amount_in_cents: -Number(amount_in_cents),
      })),
    });
    expect(refunds.map(({ amount_in_cents }) => amount_in_cents)).toEqual([-4000, -10_000]);
    await aBooking(client, rental);
  });

  test("without a body cancels and moves no money", async () => {
    const { client, booking } = await aBusiness(service);
    await aPayment(client, booking);
    const answer = await canceling(client, booking);
    expect(recordOf(answer, "bookings")).toMatchObject({ status: "Canceled", paid_amount: "100.0" });
    expect(answer.json.meta).toEqual({ refunds: [] });
  });

  test("asks the gateway for its refund after the commit", async () => {
    const { client, booking, gateway } = await aBusiness(service);
    const charged = await performed(service, client, await aPayment(client, booking, order(gateway)));
    expect(await previewOf(client, booking)).toMatchObject({
      refunds: [{ ...refund(charged, 10_000), through_gateway: true }],
    });
    const answer = await canceling(client, booking, { refunds: [refund(charged, 7000)] });
    const [made] = Object(answer.json.meta).refunds;
    expect(await ledgerOf(service, client)).toEqual(["charge 10000 done"]);
    expect(await performed(service, client, { id: made.refund_id })).toMatchObject({ paid_at: expect.any(String) });
    expect(await ledgerOf(service, client)).toEqual(["charge 10000 done", "refund 7000 done"]);
  });

  test("is refused with every problem at once, and changes nothing", async () => {
    const { client, booking, rental, gateway } = await aBusiness(service);
    const paid = await aPayment(client, booking);
    const returned = await aRefund(client, paid, 1000);
    const unpaid = await aPayment(client, booking, order(gateway));
    const other = await aBooking(client, rental, { start_at: "2091-01-01", end_at: "2091-01-05" });
    const theirs = await aPayment(client, other);
    const answer = await canceling(client, booking, {
      refunds: [
        refund(paid, 9001),
        refund({ id: 9_999_999 }, 1),
        refund(theirs, 1),
        refund(returned, 1),
        refund(unpaid, 1),
        refund(paid, 0),
        { amount_in_cents: 1, currency: "EUR" },
      ],
      final_price: "1",
    });
    expectRefusal(answer, {
      refunds: [
        "element 1: amount_in_cents must be less than or equal to 9000, the unrefunded part of the payment",
        "element 2: payment_id must be a payment of the booking",
        "element 3: payment_id must be a payment of the booking",
        "element 4: payment_id is a refund and cannot be refunded",
        "element 5: payment_id is not paid and cannot be refunded",
        expect.stringContaining("element 6: amount_in_cents must be greater than or equal to 1"),
        "element 6: payment_id is used by another element",
        expect.stringContaining("element 7: currency is not an attribute of a refund"),
        "element 7: payment_id can't be blank",
      ],
      final_price: ["is not an attribute of a cancelation"],
    });
    expect(await statusOf(client, booking)).toBe("Booked");
    expect(await paymentsOf(client)).toHaveLength(4);
  });

  test("of a canceled booking is refused, also as a dry run", async () => {
    const { client, booking } = await aBusiness(service);
    await canceling(client, booking);
    for (const body of [undefined, { dry_run: true }])
      expectRefusal(await canceling(client, booking, body), { base: ["is already canceled"] });
  });

  test("of an expired hold is refused, because it has ended", async () => {
    const { client, rental } = await aBusiness(service);
    const hold = await aBooking(client, rental, {
      ...{ start_at: "2091-01-01", end_at: "2091-01-05", tentative_expires_at: "2089-01-01T00:00:00Z" },
    });
    await service.sql("update bookings set tentative_expires_at = now() - interval '1 minute' where id = $1", [
      hold.id,
    ]);
    expectRefusal(await canceling(client, hold), { base: ["is already canceled"] });
  });

  test("cancels the mirrors, and of a mirror is refused by naming its origin", async () => {
    const { client, rental } = await aBusiness(service);
    const other = await aRental(client);
    const stay = { start_at: "2091-01-01", end_at: "2091-01-05" };
    const group = await client.post("/rental_link_groups", {
      rental_link_groups: [{ rental_ids: [rental.id, other.id] }],
    });
    expect(group.status, group.text).toBe(201);
    const origin = await aBooking(client, rental, stay);
    const [mirror = {}] = await service.sql(
      "select id::integer from bookings where created_by_type = 'Booking' and created_by_id = $1",
      [origin.id],
    );
    const refused = await canceling(client, { ...mirror });
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining(String(origin.reference))]);
    expect((await canceling(client, origin)).status).toBe(200);
    expect(await statusOf(client, { ...mirror })).toBe("Canceled");
  });

  test("keeps an erased guest erased", async () => {
    const { client, rental } = await aBusiness(service);
    const guest = await aGuest(client);
    const stay = { start_at: "2091-01-01", end_at: "2091-01-05", client_id: guest.id };
    const booking = await aBooking(client, rental, stay);
    expect(linksOf(booking).client).toBe(guest.id);
    await client.post(`/clients/${guest.id}/forget`);
    expectRefusal(await canceling(client, booking, { reason: "Illness" }), {
      reason: ["was erased for good and cannot be set again"],
    });
    expect((await canceling(client, booking)).status).toBe(200);
  });

  test("repeated with its Idempotency-Key returns the same answer and refunds once", async () => {
    const { client, booking } = await aBusiness(service);
    const paid = await aPayment(client, booking);
    const key = { "idempotency-key": randomUUID() };
    const body = { refunds: [refund(paid, 5000)] };
    const first = await canceling(client, booking, body, key);
    const second = await canceling(client, booking, body, key);
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(await paymentsOf(client)).toHaveLength(2);
  });
});

describe("concurrent requests", () => {
  test("cancel and refund a payment at most once", async () => {
    const { client, booking } = await aBusiness(service);
    const paid = await aPayment(client, booking);
    const body = { refunds: [refund(paid, 6000)] };
    const answers = await Promise.all([
      canceling(client, booking, body),
      refunding(client, paid, 6000),
      canceling(client, booking, body),
      refunding(client, paid, 6000),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status !== 422)).toHaveLength(1);
    const sum = (await paymentsOf(client)).reduce((total, { amount_in_cents }) => total + Number(amount_in_cents), 0);
    expect(sum).toBe(4000);
  });

  test("either include a payment in the sums of the canceled booking or refuse its charge", async () => {
    const { client, booking, gateway } = await aBusiness(service);
    const [canceled, charged, recorded] = await Promise.all([
      canceling(client, booking),
      paying(client, booking, order(gateway)),
      paying(client, booking, cash(2500)),
    ]);
    expect([canceled.status, recorded.status]).toEqual([200, 201]);
    expect([201, 422]).toContain(charged.status);
    expect(await read(client, "bookings", booking.id)).toMatchObject({ status: "Canceled", paid_amount: "25.0" });
    if (charged.status === 201)
      expect(await performed(service, client, recordOf(charged, "payments"))).toMatchObject({
        paid_at: null,
        rejection_reason: "the booking has been canceled",
      });
    expect((await ledgerOf(service, client)).filter((entry) => entry.startsWith("charge"))).toEqual([]);
  });
});

describe("scopes", () => {
  test("refunds also need a scope for payments", async () => {
    const { client, booking } = await aBusiness(service);
    const paid = await aPayment(client, booking);
    const desk = await service.aClient(client.account, { scopes: ["bookings_write"] });
    expect(await previewOf(desk, booking)).toMatchObject({
      paid_amount: "100.0",
      refund_in_cents: null,
      refunds: null,
    });
    const refused = await canceling(desk, booking, { refunds: [refund(paid, 1)] });
    expect([refused.status, errorsOf(refused)]).toEqual([
      403,
      [{ code: "forbidden", details: "A refund needs one of these scopes: payments_write_owned, payments_write." }],
    ]);
    expect(await statusOf(client, booking)).toBe("Booked");
    expect((await canceling(desk, booking, { reason: "Illness", refunds: [] })).status).toBe(200);
  });

  test("payments_read shows the suggestion but refunds nothing", async () => {
    const { client, booking } = await aBusiness(service);
    const paid = await aPayment(client, booking);
    const reader = await service.aClient(client.account, { scopes: ["bookings_write", "payments_read"] });
    expect(await previewOf(reader, booking)).toMatchObject({ refund_in_cents: 10_000 });
    expect((await canceling(reader, booking, { refunds: [refund(paid, 1)] })).status).toBe(403);
  });

  test("the owned scopes cancel own bookings and refund own payments", async () => {
    const { client, rental, booking } = await aBusiness(service);
    const portal = await service.aClient(client.account, {
      scopes: ["bookings_write_owned", "payments_write_owned"],
    });
    const own = await aBooking(portal, rental, { start_at: "2091-01-01", end_at: "2091-01-05", initial_price: "9" });
    const [theirs, paid] = [await aPayment(client, own), await aPayment(portal, own)];
    expect((await canceling(portal, booking)).status).toBe(403);
    expect((await canceling(client, own)).status).toBe(403);
    expect(await previewOf(portal, own)).toMatchObject({ refunds: [{ payment_id: paid.id }] });
    expectRefusal(await canceling(portal, own, { refunds: [refund(theirs, 1)] }), {
      refunds: ["element 1: payment_id must be a payment of the booking"],
    });
    expect((await canceling(portal, own, { refunds: [refund(paid, 10_000)] })).status).toBe(200);
  });

  test("a payment that another application locked is refused and not suggested", async () => {
    const { client, booking } = await aBusiness(service);
    const paid = await aPayment(client, booking);
    await service.sql("update payments set locked = 'application-1' where id = $1", [paid.id]);
    expect(await previewOf(client, booking)).toMatchObject({ refunds: [] });
    expectRefusal(await canceling(client, booking, { refunds: [refund(paid, 1)] }), {
      refunds: ["element 1: payment_id is locked by application-1"],
    });
  });
});

test("an atomic bulk request refuses a cancelation that asks a gateway for money", async () => {
  const { client, booking, gateway } = await aBusiness(service);
  const charged = await performed(service, client, await aPayment(client, booking, order(gateway)));
  const cancel = (refunds: Json[]) =>
    client.post("/bulk", {
      atomic: true,
      operations: [{ method: "POST", path: `/bookings/${booking.id}/cancel`, body: { bookings: [{ refunds }] } }],
    });
  expect((await cancel([refund(charged, 1)])).status).toBe(422);
  expect(await statusOf(client, booking)).toBe("Booked");
  expect((await cancel([])).status).toBe(200);
});
