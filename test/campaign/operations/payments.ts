import { hasBooking, type Operation, taken } from "./operation.ts";

/** Records a cash payment. */
export const payCash: Operation = {
  kind: "pay in cash",
  weight: 5,
  may: hasBooking,
  async run({ persona, random, marker }) {
    const booking = persona.live(random);
    if (!booking) return;
    const amount = 100 + random.below(20_000);
    const body = {
      amount_in_cents: amount,
      currency: "EUR",
      kind: "cash",
      paid_at: "2024-01-01T10:00:00Z",
      notes: marker,
    };
    const record = await persona.make(random, "payments", {
      ...{ kind: "pay in cash", method: "POST", path: `/bookings/${booking.id}/payments`, marker, success: 201 },
      refusals: taken,
      body: { payments: [body] },
    });
    if (record) booking.cash.push({ id: Number(record.id), amount, refunded: 0 });
  },
};

/** Refunds a part of it. */
export const refund: Operation = {
  kind: "refund",
  weight: 2,
  may: ({ bookings }) => bookings.some(({ canceled, cash }) => !canceled && cash.length > 0),
  async run({ persona, random, marker }) {
    const payment = random.pick(persona.live(random)?.cash ?? []);
    if (!payment || payment.refunded === payment.amount) return;
    const amount = 1 + random.below(payment.amount - payment.refunded);
    const done = await persona.make(random, "payments", {
      ...{
        kind: "refund",
        method: "POST",
        path: `/payments/${payment.id}/refund`,
        marker,
        success: 201,
        onceAlways: true,
      },
      body: { payments: [{ amount_in_cents: amount, notes: marker }] },
    });
    if (done) payment.refunded += amount;
  },
};

/** Creates a gateway payment that a job charges. An instant booking's payment confirms it. */
export const order: Operation = {
  kind: "order a payment",
  weight: 5,
  may: hasBooking,
  async run({ persona, random, marker }) {
    const booking = persona.live(random);
    if (!booking) return;
    const payment = {
      ...{ kind: random.below(3) === 0 ? "service" : "instant-booking", currency: "EUR", notes: marker },
      amount_in_cents: 100 + random.below(10_000),
      ...{ gateway_id: persona.market.gateway, gateway_type: "PaymentGateway", gateway_name: "stripe" },
      credit_card_token: random.below(5) === 0 ? "pm_card_chargeDeclined" : "pm_card_visa",
    };
    await persona.make(random, "payments", {
      ...{ kind: "order a payment", method: "POST", path: `/bookings/${booking.id}/payments`, marker, success: 201 },
      ...{ onceAlways: true, refusals: taken },
      body: { payments: [payment] },
    });
  },
};
