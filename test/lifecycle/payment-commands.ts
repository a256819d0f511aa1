import fc from "fast-check";
import { recordOf } from "../harness/client.ts";
import { inADay } from "../harness/moments.ts";
import { cash } from "../payments/factories.ts";
import { about, attempt, type Command, draws, isLive } from "./commands.ts";
import { expectStatus, type Place } from "./place.ts";
import { keptOf, type Payment, type World } from "./world.ts";

const amounts = fc.integer({ min: 1, max: 50_000 });

/** Requests a payment for a booking. @returns its id, or undefined when it was refused */
async function pay(place: Place, number: number, body: object, status: number): Promise<number | undefined> {
  const answer = await place.client.post(`/bookings/${place.booking(number)}/payments`, { payments: [body] });
  expectStatus(answer, status);
  if (status !== 201) return undefined;
  const id = Number(recordOf(answer, "payments").id);
  place.payments.push(id);
  return id;
}

const gatewayOf = (place: Place) => ({
  gateway_id: place.gateway,
  gateway_type: "PaymentGateway",
  gateway_name: "bogus",
});

const recordPayment = fc.record({ draw: draws, amount: amounts }).map(({ draw, amount }) =>
  about(`record ${amount} in cash`, draw, isLive, async (model, place, number) => {
    await pay(place, number, cash(amount), 201);
    model.world = model.world.withPayment(paid(number, amount, false));
  }),
);

/** A booked or held stay, or an expired hold. */
const isStay = (world: World, number: number): boolean => {
  const booking = world.bookings[number];
  return booking !== undefined && booking.ended !== "canceled" && booking.state !== "unavailable";
};

const recordInstantBooking = fc.record({ draw: draws, amount: amounts }).map(({ draw, amount }) =>
  about(`record ${amount} of an instant booking`, draw, isStay, async (model, place, number) => {
    const accepted = attempt(model, model.world.changing(number, { state: "booked", ended: undefined }));
    const body = { ...cash(amount), kind: "instant-booking", ...gatewayOf(place) };
    await pay(place, number, body, accepted ? 201 : 422);
    if (accepted) model.world = model.world.withPayment(paid(number, amount, false));
  }),
);

const orderInstantBooking = fc.record({ draw: draws, amount: amounts, declined: fc.boolean() }).map((asked) =>
  about(`order an instant booking ${JSON.stringify(asked)}`, asked.draw, isStay, async (model, place, number) => {
    const { amount, declined } = asked;
    const token = declined ? "tok_declined" : "tok_visa";
    const body = { kind: "instant-booking", amount_in_cents: amount, currency: "EUR", credit_card_token: token };
    const id = await pay(place, number, { ...body, ...gatewayOf(place) }, 201);
    await place.perform(id ?? 0);
    const books = model.world.changing(number, { state: "booked", ended: undefined });
    const succeeded = !declined && attempt(model, books);
    model.world = model.world.withPayment({
      booking: number,
      amount,
      refunded: 0,
      ordered: true,
      state: succeeded ? "paid" : "rejected",
    });
  }),
);

interface AskedOrder {
  readonly draw: number;
  readonly amount: number;
  readonly declined: boolean;
  readonly later: boolean;
}

/** Orders a payment by card. */
export const ordering = (asked: AskedOrder): Command =>
  about(`order ${JSON.stringify(asked)}`, asked.draw, isLive, async (model, place, number) => {
    const { amount, declined, later } = asked;
    const body = {
      kind: "service",
      amount_in_cents: amount,
      currency: "EUR",
      credit_card_token: declined ? "tok_declined" : "tok_visa",
      ...(later ? { capturable_from: inADay().slice(0, 10) } : {}),
      ...gatewayOf(place),
    };
    const id = await pay(place, number, body, 201);
    await place.perform(id ?? 0);
    const state = declined ? "rejected" : later ? "authorized" : "paid";
    model.world = model.world.withPayment({ booking: number, amount, refunded: 0, ordered: true, state });
  });

const order = fc.record({ draw: draws, amount: amounts, declined: fc.boolean(), later: fc.boolean() }).map(ordering);

/** A command on one of the eligible payments. */
export function aboutPayment(
  name: string,
  draw: number,
  may: (payment: Payment, world: World) => boolean,
  act: (model: { world: World }, place: Place, number: number) => Promise<void>,
): Command {
  const chosen = (world: World): number | undefined => {
    const there = world.payments.flatMap((payment, number) => (may(payment, world) ? [number] : []));
    return there[draw % Math.max(1, there.length)];
  };
  return {
    check: ({ world }) => chosen(world) !== undefined,
    async run(model, place) {
      await act(model, place, chosen(model.world) ?? 0);
      await place.agreesWith(model.world);
    },
    toString: () => `${name} (draw ${draw})`,
  };
}

/** An authorization is captured on its day, or voided if its booking has ended by then. */
const capture = draws.map((draw) =>
  aboutPayment(
    "capture",
    draw,
    ({ state }) => state === "authorized",
    async (model, place, number) => {
      const booking = model.world.payments[number]?.booking ?? 0;
      await place.captureIsDue(place.payment(number));
      await place.perform(place.payment(number));
      const state = isLive(model.world, booking) ? "paid" : "rejected";
      model.world = model.world.changingPayment(number, { state });
    },
  ),
);

interface AskedRefund {
  readonly draw: number;
  readonly amount: number;
  readonly isGift: boolean;
}

/** Refunds a part of a payment; a gift reduces the price. */
export const refunding = ({ draw, amount, isGift }: AskedRefund): Command =>
  aboutPayment(
    `refund ${amount}${isGift ? " as a gift" : ""}`,
    draw,
    ({ state }) => state === "paid",
    async (model, place, number) => {
      const payment = model.world.payments[number];
      if (!payment) throw new Error("A payment is gone.");
      const answer = await place.client.post(`/payments/${place.payment(number)}/refund`, {
        payments: [{ amount_in_cents: amount, reduce_price: isGift }],
      });
      const { final } = model.world.moneyOf(payment.booking);
      const isLeft = amount <= keptOf(payment) && !(isGift && (final === null || amount > final));
      expectStatus(answer, isLeft ? 201 : 422);
      if (!isLeft) return;
      await place.perform(Number(recordOf(answer, "payments").id));
      model.world = model.world.changingPayment(number, { refunded: payment.refunded + amount });
      const { goodwill = 0 } = model.world.bookings[payment.booking] ?? {};
      if (isGift) model.world = model.world.changing(payment.booking, { goodwill: goodwill + amount });
    },
  );

const refund = fc.record({ draw: draws, amount: amounts, isGift: fc.boolean() }).map(refunding);

/** Canceling a payment's record moves no money; an authorization is voided. */
const cancelPayment = draws.map((draw) =>
  aboutPayment(
    "cancel a payment",
    draw,
    ({ state }) => state === "paid" || state === "authorized",
    async (model, place, number) => {
      expectStatus(await place.client.delete(`/payments/${place.payment(number)}`), 204);
      await place.perform(place.payment(number));
      model.world = model.world.changingPayment(number, { state: "canceled" });
    },
  ),
);

function paid(booking: number, amount: number, ordered: boolean): Payment {
  return { booking, amount, refunded: 0, state: "paid", ordered };
}

/** The commands on payments. */
export const paymentCommands: readonly fc.Arbitrary<Command>[] = [
  recordPayment,
  recordInstantBooking,
  orderInstantBooking,
  orderInstantBooking,
  order,
  order,
  capture,
  refund,
  refund,
  cancelPayment,
];
