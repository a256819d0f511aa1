import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { registerKey } from "../../src/app/secrets/registered-keys.ts";
import { secretsUnder } from "../../src/kernel/access/secrets.ts";
import type { PaymentGateway } from "../../src/modules/money/gateways/gateway.ts";
import { openGateway } from "../../src/modules/money/gateways/open-gateway.ts";
import { resealTokens } from "../../src/modules/money/payments/card/card-token.ts";
import type { GatewayOpener } from "../../src/modules/money/payments/perform/perform-payment.ts";
import { performPayment, performSteps } from "../../src/modules/money/payments/perform/perform-payment.ts";
import { errorsOf, type Json, recordOf } from "../harness/client.ts";
import { aBooking, booking as booking_, read } from "../harness/factories.ts";
import { inAnHour } from "../harness/moments.ts";
import { takeQueued } from "../harness/queued-jobs.ts";
import { testSecrets } from "../harness/secrets.ts";
import { useSharedService } from "../harness/service.ts";
import {
  aBusiness,
  aPayment,
  aRefund,
  ledgerOf,
  moneyOf,
  order,
  paying,
  paymentsOf,
  performed,
  performing,
  reconcile,
  refunding,
  stepsOf,
} from "./factories.ts";

const service = useSharedService();

const aDayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const aHold = () => ({ tentative_expires_at: inAnHour() });

/** Expires a hold. */
const expire = (booking: Json) =>
  service.sql("update bookings set tentative_expires_at = now() - interval '1 minute' where id = $1", [booking.id]);

/** Moves a payment's steps into the past, so that no process still works on them. In UTC, because a cluster needs a fixed time zone. */
const lateSteps = (payment: Json, ago = "2 hours") =>
  service.sql(
    `update payment_steps set sent_at = (sent_at at time zone 'UTC' - $2::interval) at time zone 'UTC',
       due_at = (least(due_at, now()) at time zone 'UTC' - $2::interval) at time zone 'UTC'
     where payment_id = $1`,
    [payment.id, ago],
  );

describe("an order", () => {
  test("charges an order in a job, then stores the card's last digits and erases the token", async () => {
    const { client, gateway, booking } = await aBusiness(service);
    const placed = await aPayment(client, booking, order(gateway, { credit_card_token: "tok_mastercard" }));
    expect(placed).toMatchObject({ paid_at: null, credit_card_token: "…card", order_id: `P${placed.id}` });
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "0.0", bookings_payments_count: 1 });
    const [job] = await service.sql("select count(*)::integer as count from graphile_worker._private_jobs");
    expect(Number(job?.count)).toBeGreaterThan(0);
    expect(await performed(service, client, placed)).toMatchObject({
      paid_at: expect.any(String),
      card: "XXXX-XXXX-XXXX-4444",
      credit_card_token: null,
      test: true,
      rejected_at: null,
      transaction_id: expect.stringMatching(/^bogus_/),
    });
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "100.0", payment_left_to_collect: "300.0" });
    expect(await ledgerOf(service, client)).toEqual(["charge 10000 done"]);
    const [kept] = await service.sql("select sealed_token from payments where id = $1", [placed.id]);
    expect(kept?.sealed_token).toBeNull();
  });

  test("rejects an order with the gateway's reason when the card is declined", async () => {
    const { client, gateway, booking } = await aBusiness(service);
    const placed = await aPayment(client, booking, order(gateway, { credit_card_token: "tok_insufficient_funds" }));
    expect(await performed(service, client, placed)).toMatchObject({
      paid_at: null,
      rejected_at: expect.any(String),
      rejection_reason: "The card has insufficient funds.",
    });
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "0.0", bookings_payments_count: 0 });
  });

  test("authorizes an order with a future capturable_from and captures it on that day", async () => {
    const { client, gateway, booking } = await aBusiness(service);
    const placed = await aPayment(client, booking, order(gateway, { capturable_from: aDayFrom(10) }));
    expect(await performed(service, client, placed)).toMatchObject({
      authorized_at: expect.any(String),
      paid_at: null,
    });
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "0.0", authorized_amount: "100.0" });
    expect(await stepsOf(service, placed)).toEqual(["authorize done", "capture queued"]);
    expect(await performed(service, client, placed)).toMatchObject({ paid_at: null });
    await lateSteps(placed);
    await reconcile(service, client);
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "100.0", authorized_amount: "0.0" });
    expect(await ledgerOf(service, client)).toEqual(["authorize 10000 done", "capture 10000 done"]);
  });

  test("rejects an order whose capture is declined and stops counting its authorization", async () => {
    const { client, gateway, booking } = await aBusiness(service);
    const token = { credit_card_token: "tok_capture_declined", capturable_from: aDayFrom(1) };
    const placed = await aPayment(client, booking, order(gateway, token));
    await performed(service, client, placed);
    await lateSteps(placed);
    expect(await performed(service, client, placed)).toMatchObject({
      paid_at: null,
      rejection_reason: "could not be captured: The capture was declined.",
    });
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "0.0", authorized_amount: "0.0" });
  });

  test("voids an authorization when the booking is canceled before the capture", async () => {
    const { client, gateway, booking } = await aBusiness(service);
    const placed = await aPayment(client, booking, order(gateway, { capturable_from: aDayFrom(1) }));
    await performed(service, client, placed);
    await client.delete(`/bookings/${booking.id}`);
    await lateSteps(placed);
    expect(await performed(service, client, placed)).toMatchObject({
      paid_at: null,
      rejection_reason: "the booking has been canceled",
    });
    expect(await ledgerOf(service, client)).toEqual(["authorize 10000 done", "cancel 10000 done"]);
  });

  test("refuses an order for a canceled booking", async () => {
    const { client, gateway, booking } = await aBusiness(service);
    await client.delete(`/bookings/${booking.id}`);
    const refused = await paying(client, booking, order(gateway));
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      { base: ["the booking is canceled and cannot be charged"] },
    ]);
  });
});

describe("an instant-booking payment", () => {
  const instant = (gateway: Json, attributes: Json = {}) => order(gateway, { kind: "instant-booking", ...attributes });

  test("Booking | tentative (tentative_expires_at set) | create a payment with paid_at and kind instant-booking | payment is paid | booked (booked true) | booking is ensured to be booked", async () => {
    const { client, gateway, booking } = await aBusiness(service, aHold());
    expect(booking).toMatchObject({ booked: false, status: "Tentative" });
    await aPayment(client, booking, instant(gateway, { paid_at: "2024-01-01", credit_card_token: null }));
    expect(await read(client, "bookings", booking.id)).toMatchObject({
      booked: true,
      tentative_expires_at: null,
      status: "Booked",
      paid_amount: "100.0",
    });
  });

  test("refuses an instant-booking payment for an expired hold in a deleted rental", async () => {
    const { client, gateway, rental, booking } = await aBusiness(service, aHold());
    await expire(booking);
    expect((await client.delete(`/rentals/${rental.id}`)).status).toBe(204);
    const paid = instant(gateway, { paid_at: "2024-01-01", credit_card_token: null });
    const refused = await paying(client, booking, paid);
    expect([refused.status, errorsOf(refused)]).toEqual([422, { base: ["its rental has been deleted"] }]);
    const [row] = await service.sql("select booked, paid_amount::text as paid from bookings where id = $1", [
      booking.id,
    ]);
    expect(row).toEqual({ booked: false, paid: "0.00" });
  });

  test("authorizes an instant-booking order, confirms the booking, then captures the money", async () => {
    const { client, gateway, booking } = await aBusiness(service, aHold());
    const placed = await aPayment(client, booking, instant(gateway));
    expect(await moneyOf(client, booking)).toMatchObject({ status: "Tentative" });
    expect(await performed(service, client, placed)).toMatchObject({
      authorized_at: expect.any(String),
      paid_at: expect.any(String),
    });
    expect(await moneyOf(client, booking)).toMatchObject({ status: "Booked", paid_amount: "100.0" });
    expect(await ledgerOf(service, client)).toEqual(["authorize 10000 done", "capture 10000 done"]);
  });

  test("confirms an expired hold while its nights are still free", async () => {
    const { client, gateway, booking } = await aBusiness(service, aHold());
    const placed = await aPayment(client, booking, instant(gateway));
    await expire(booking);
    await performed(service, client, placed);
    expect(await moneyOf(client, booking)).toMatchObject({ status: "Booked", paid_amount: "100.0" });
  });

  test("does not confirm an expired hold that was also canceled", async () => {
    const { client, gateway, booking } = await aBusiness(service, aHold());
    const placed = await aPayment(client, booking, instant(gateway));
    await expire(booking);
    expect((await client.delete(`/bookings/${booking.id}`)).status).toBe(204);
    expect(await performed(service, client, placed)).toMatchObject({
      paid_at: null,
      rejection_reason: "the booking has been canceled",
    });
    expect(await moneyOf(client, booking)).toMatchObject({ status: "Canceled", paid_amount: "0.0" });
    expect((await paying(client, booking, instant(gateway))).status).toBe(422);
  });

  test("voids the authorization with a reason when the nights are no longer free", async () => {
    const { client, gateway, booking, rental } = await aBusiness(service, aHold());
    const placed = await aPayment(client, booking, instant(gateway));
    await expire(booking);
    const other = await aBooking(client, rental, { initial_price: "400" });
    expect(await performed(service, client, placed)).toMatchObject({
      paid_at: null,
      rejected_at: expect.any(String),
      rejection_reason: `the nights are taken by booking ${other.reference}`,
    });
    expect(await ledgerOf(service, client)).toEqual(["authorize 10000 done", "cancel 10000 done"]);
    expect(await moneyOf(client, booking)).toMatchObject({ status: "Canceled", paid_amount: "0.0" });
  });

  test("refuses a paid instant-booking payment whose nights are no longer free and stores nothing", async () => {
    const { client, gateway, booking, rental } = await aBusiness(service, aHold());
    await expire(booking);
    const other = await aBooking(client, rental);
    const refused = await paying(client, booking, instant(gateway, { paid_at: "2024-01-01", credit_card_token: null }));
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      { base: [`the nights are taken by booking ${other.reference}`] },
    ]);
    expect(await paymentsOf(client)).toEqual([]);
  });

  test("refuses an instant-booking payment for a canceled booking", async () => {
    const { client, gateway, booking } = await aBusiness(service);
    await client.delete(`/bookings/${booking.id}`);
    const refused = await paying(client, booking, instant(gateway, { paid_at: "2024-01-01", credit_card_token: null }));
    expect([refused.status, errorsOf(refused)]).toEqual([422, { base: ["the booking has been canceled"] }]);
  });

  test("never sells the same nights twice to concurrent instant bookings and voids the loser's authorization", async () => {
    const { client, gateway, booking, rental } = await aBusiness(service, aHold());
    await expire(booking);
    const second = recordOf(await booking_(client, rental, { initial_price: "400", ...aHold() }), "bookings");
    await expire(second);
    const orders = await Promise.all([
      aPayment(client, booking, instant(gateway)),
      aPayment(client, second, instant(gateway)),
    ]);
    await Promise.all(orders.map((placed) => performed(service, client, placed)));
    const states = await Promise.all([booking, second].map((stay) => moneyOf(client, stay)));
    expect(states.map(({ status, paid_amount }) => `${status} ${paid_amount}`).sort()).toEqual([
      "Booked 100.0",
      "Canceled 0.0",
    ]);
    expect((await ledgerOf(service, client)).sort()).toEqual([
      "authorize 10000 done",
      "authorize 10000 done",
      "cancel 10000 done",
      "capture 10000 done",
    ]);
  });
});

describe("an interrupted process", () => {
  const died = new Error("killed");

  /** The account's own gateway, which kills the process at one of its calls. */
  const dying =
    (step: "charge" | "capture" | "cancel" | "refund", when: "before" | "after"): GatewayOpener =>
    async ({ scope, secrets, endpoints, account }, id) => {
      const real = await openGateway(scope, secrets, endpoints, account, id);
      const gateway: PaymentGateway = {
        ...real,
        [step]: async (call: never) => {
          if (when === "after") await real[step](call);
          throw died;
        },
      };
      return gateway;
    };

  const points = [
    ["charge", "before"],
    ["charge", "after"],
    ["capture", "before"],
    ["capture", "after"],
  ] as const;

  test.each(points)(
    "completes an instant booking exactly once after a crash at the %s, %s the gateway performed it",
    async (step, when) => {
      const { client, gateway, booking } = await aBusiness(service, aHold());
      const placed = await aPayment(client, booking, order(gateway, { kind: "instant-booking" }));
      await expect(performed(service, client, placed, dying(step, when))).rejects.toBe(died);
      await lateSteps(placed);
      await reconcile(service, client);
      expect(await moneyOf(client, booking)).toMatchObject({ status: "Booked", paid_amount: "100.0" });
      expect(await ledgerOf(service, client)).toEqual(["authorize 10000 done", "capture 10000 done"]);
    },
  );

  test.each(["before", "after"] as const)(
    "completes a refund exactly once after a crash %s the gateway performed it",
    async (when) => {
      const { client, gateway, booking } = await aBusiness(service);
      const paid = await performed(service, client, await aPayment(client, booking, order(gateway)));
      const refund = await aRefund(client, paid, 4000);
      await expect(performed(service, client, refund, dying("refund", when))).rejects.toBe(died);
      expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "100.0" });
      await lateSteps(refund);
      await reconcile(service, client);
      expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "60.0" });
      expect(await ledgerOf(service, client)).toEqual(["charge 10000 done", "refund 4000 done"]);
    },
  );

  test("retries a step with the same key when its result could not be stored", async () => {
    const { client, gateway, booking } = await aBusiness(service);
    const placed = await aPayment(client, booking, order(gateway));
    const context = performing(service, client.account);
    let transactions = 0;
    const scope = Object.create(context.scope, {
      transaction: {
        value: (...work: Parameters<typeof context.scope.transaction>) =>
          ++transactions === 2 ? Promise.reject(died) : context.scope.transaction(...work),
      },
    });
    await expect(performSteps({ ...context, scope }, Number(placed.id))).rejects.toBe(died);
    expect(await stepsOf(service, placed)).toEqual(["charge sent"]);
    expect(await performed(service, client, placed)).toMatchObject({ paid_at: expect.any(String) });
    expect(await ledgerOf(service, client)).toEqual(["charge 10000 done"]);
  });

  test.each(["tok_unreachable_once", "tok_lost_once"])("retries a step after a gateway failure (%s)", async (token) => {
    const { client, gateway, booking } = await aBusiness(service);
    const placed = await aPayment(client, booking, order(gateway, { credit_card_token: token }));
    await expect(performed(service, client, placed)).rejects.toThrow("cannot be reached");
    expect(await performed(service, client, placed)).toMatchObject({ paid_at: expect.any(String) });
    expect(await ledgerOf(service, client)).toEqual(["charge 10000 done"]);
  });

  test("leaves an order open while its gateway is unreachable and performs other payments", async () => {
    const { client, gateway, booking } = await aBusiness(service);
    const stuck = await aPayment(client, booking, order(gateway, { credit_card_token: "tok_unreachable" }));
    const fine = await aPayment(client, booking, order(gateway));
    await Promise.all([lateSteps(stuck), lateSteps(fine)]);
    const problems = await reconcile(service, client);
    expect(problems).toEqual([expect.objectContaining({ message: "The bogus gateway cannot be reached." })]);
    expect(await read(client, "payments", stuck.id)).toMatchObject({ paid_at: null, rejected_at: null });
    expect(await read(client, "payments", fine.id)).toMatchObject({ paid_at: expect.any(String) });
    await service.sql("update payment_steps set state = 'dropped' where payment_id = $1", [stuck.id]);
  });

  test("performs an account's payment although another account has many waiting", async () => {
    const busy = await aBusiness(service);
    for (let number = 0; number < 21; number++)
      await lateSteps(
        await aPayment(busy.client, busy.booking, order(busy.gateway, { amount_in_cents: 1 })),
        "3 hours",
      );
    const { client, gateway, booking } = await aBusiness(service);
    const waiting = await aPayment(client, booking, order(gateway));
    await lateSteps(waiting);
    expect(await reconcile(service, client)).toEqual([]);
    expect(await read(client, "payments", waiting.id)).toMatchObject({ paid_at: expect.any(String) });
    const queued = (await takeQueued(service, performPayment, busy.client.account)).length;
    expect(await reconcile(service, busy.client)).toEqual([]);
    expect((await ledgerOf(service, busy.client)).length).toBe(20);
    expect(queued).toBe(21);
  });

  test("does not resend a step after twenty hours, because the gateway may have forgotten its key", async () => {
    const { client, gateway, booking } = await aBusiness(service);
    const stuck = await aPayment(client, booking, order(gateway, { credit_card_token: "tok_unreachable_once" }));
    await expect(performed(service, client, stuck)).rejects.toThrow("cannot be reached");
    await service.sql(
      "update payment_steps set first_sent_at = (first_sent_at at time zone 'UTC' - interval '21 hours') at time zone 'UTC' where payment_id = $1",
      [stuck.id],
    );
    await lateSteps(stuck);
    await reconcile(service, client);
    expect(await performed(service, client, stuck)).toMatchObject({ paid_at: null });
    expect(await ledgerOf(service, client)).toEqual(["charge 10000 unreachable"]);
  });

  test("charges an order once when several processes perform it", async () => {
    const { client, gateway, booking } = await aBusiness(service);
    const placed = await aPayment(client, booking, order(gateway, { capturable_from: null }));
    await Promise.all(Array.from({ length: 8 }, () => performed(service, client, placed)));
    expect(await ledgerOf(service, client)).toEqual(["charge 10000 done"]);
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "100.0" });
  });
});

describe("a repeated order", () => {
  test("returns the same payment for concurrent orders with one key and charges it once", async () => {
    const { client, gateway, booking } = await aBusiness(service);
    const key = { "idempotency-key": randomUUID() };
    const answers = await Promise.all(Array.from({ length: 6 }, () => paying(client, booking, order(gateway), key)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect(new Set(answers.map((answer) => recordOf(answer, "payments").id)).size).toBe(1);
    // The payment outlives the stored response.
    await service.sql("delete from idempotent_answers");
    const again = recordOf(await paying(client, booking, order(gateway), key), "payments");
    expect(again.id).toBe(recordOf(answers[0] ?? expect.fail("none"), "payments").id);
    await performed(service, client, again);
    expect(await ledgerOf(service, client)).toEqual(["charge 10000 done"]);
    expect(await paymentsOf(client)).toHaveLength(1);
  });

  test("refuses an order that reuses a key with another body or booking", async () => {
    const { client, gateway, booking, rental } = await aBusiness(service);
    const other = await aBooking(client, rental, { start_at: "2091-01-01", end_at: "2091-01-05" });
    const key = { "idempotency-key": randomUUID() };
    await paying(client, booking, order(gateway), key);
    await service.sql("delete from idempotent_answers");
    const answers = [
      await paying(client, booking, order(gateway, { amount_in_cents: 5 }), key),
      await paying(client, other, order(gateway), key),
    ];
    for (const { status, json } of answers) {
      expect([status, json.errors]).toEqual([
        409,
        [
          {
            code: "idempotency_key_mismatch",
            details: "Idempotency-Key has already been used for a different request.",
          },
        ],
      ]);
    }
    expect(await paymentsOf(client)).toHaveLength(1);
  });

  test("creates another payment for each order without a key", async () => {
    const { client, gateway, booking } = await aBusiness(service);
    await paying(client, booking, order(gateway));
    await paying(client, booking, order(gateway));
    expect(await paymentsOf(client)).toHaveLength(2);
  });
});

describe("a canceled order", () => {
  test("never sends an order that is canceled before its job runs", async () => {
    const { client, gateway, booking } = await aBusiness(service);
    const placed = await aPayment(client, booking, order(gateway));
    expect((await client.delete(`/payments/${placed.id}`)).status).toBe(204);
    expect(await performed(service, client, placed)).toMatchObject({ paid_at: null, credit_card_token: null });
    expect(await ledgerOf(service, client)).toEqual([]);
  });

  test("voids the authorization of a canceled order", async () => {
    const { client, gateway, booking } = await aBusiness(service);
    const placed = await aPayment(client, booking, order(gateway, { capturable_from: aDayFrom(9) }));
    await performed(service, client, placed);
    await client.delete(`/payments/${placed.id}`);
    await performed(service, client, placed);
    expect(await ledgerOf(service, client)).toEqual(["authorize 10000 done", "cancel 10000 done"]);
    expect(await moneyOf(client, booking)).toMatchObject({ authorized_amount: "0.0", paid_amount: "0.0" });
  });

  test("voids an order canceled during its authorization once the gateway answers", async () => {
    const { client, gateway, booking } = await aBusiness(service, aHold());
    const placed = await aPayment(client, booking, order(gateway, { kind: "instant-booking" }));
    const opens: GatewayOpener = async ({ scope, secrets, endpoints, account }, id) => {
      const real = await openGateway(scope, secrets, endpoints, account, id);
      return {
        ...real,
        charge: async (call) => {
          expect((await client.delete(`/payments/${placed.id}`)).status).toBe(204);
          return real.charge(call);
        },
      };
    };
    await performed(service, client, placed, opens);
    expect(await ledgerOf(service, client)).toEqual(["authorize 10000 done", "cancel 10000 done"]);
    expect(await moneyOf(client, booking)).toMatchObject({ status: "Tentative", authorized_amount: "0.0" });
  });

  test("shows the charge of an order canceled meanwhile, excludes it from the sums and allows its refund", async () => {
    const { client, gateway, booking } = await aBusiness(service);
    const placed = await aPayment(client, booking, order(gateway));
    await expect(
      performed(service, client, placed, async () => {
        throw new Error("away");
      }),
    ).rejects.toThrow("away");
    await client.delete(`/payments/${placed.id}`);
    const paid = await performed(service, client, placed);
    expect(paid).toMatchObject({ paid_at: expect.any(String), canceled_at: expect.any(String) });
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "0.0", bookings_payments_count: 0 });
    await performed(service, client, await aRefund(client, paid, 10_000));
    expect(await ledgerOf(service, client)).toEqual(["charge 10000 done", "refund 10000 done"]);
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "0.0" });
  });
});

describe("a refund through the gateway", () => {
  test("counts a gateway refund as a negative payment once the gateway has paid it", async () => {
    const { client, gateway, booking } = await aBusiness(service);
    const paid = await performed(service, client, await aPayment(client, booking, order(gateway)));
    const refund = await aRefund(client, paid, 2500);
    expect(refund).toMatchObject({ amount_in_cents: -2500, paid_at: null, refunded_payment_id: paid.id });
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "100.0" });
    expect(await performed(service, client, refund)).toMatchObject({ paid_at: expect.any(String), chargeable: false });
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "75.0", payment_left_to_collect: "325.0" });
    expect((await client.delete(`/payments/${refund.id}`)).status).toBe(422);
    expect((await refunding(client, refund, 1)).status).toBe(422);
  });

  test("rejects a declined refund and allows another attempt", async () => {
    const { client, gateway, booking } = await aBusiness(service);
    const token = { credit_card_token: "tok_refund_declined" };
    const paid = await performed(service, client, await aPayment(client, booking, order(gateway, token)));
    const refund = await performed(service, client, await aRefund(client, paid, 10_000));
    expect(refund).toMatchObject({ paid_at: null, rejection_reason: "The refund was declined." });
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "100.0" });
    expect((await refunding(client, paid, 10_000)).status).toBe(201);
  });

  test("never refunds more than was paid under concurrent requests", async () => {
    const { client, gateway, booking } = await aBusiness(service);
    const paid = await performed(service, client, await aPayment(client, booking, order(gateway)));
    const answers = await Promise.all(Array.from({ length: 8 }, () => refunding(client, paid, 3000)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422, 422, 422, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused && errorsOf(refused)).toEqual({
      amount_in_cents: ["must be less than or equal to 1000, the unrefunded part of the payment"],
    });
  });

  test("creates one refund for repeated requests with one key", async () => {
    const { client, gateway, booking } = await aBusiness(service);
    const paid = await performed(service, client, await aPayment(client, booking, order(gateway)));
    const key = { "idempotency-key": randomUUID() };
    const answers = await Promise.all(Array.from({ length: 4 }, () => refunding(client, paid, 1000, key)));
    expect(new Set(answers.map((answer) => recordOf(answer, "payments").id)).size).toBe(1);
    await service.sql("delete from idempotent_answers");
    expect((await refunding(client, paid, 2000, key)).status).toBe(409);
  });

  test("refuses a refund of an unpaid payment", async () => {
    const { client, gateway, booking } = await aBusiness(service);
    const placed = await aPayment(client, booking, order(gateway));
    const refused = await refunding(client, placed, 1000);
    expect(errorsOf(refused)).toEqual({ base: ["is not paid and cannot be refunded"] });
  });
});

test("reseals a waiting token under a new key and then charges it", async () => {
  const { client, gateway, booking } = await aBusiness(service);
  const placed = await aPayment(client, booking, order(gateway));
  const keys = [Buffer.alloc(32, "another key"), Buffer.alloc(32, "a key of tests")] as const;
  const newer = secretsUnder(keys);
  await registerKey(service.database, newer);
  await resealTokens(service.database.within([client.account]), newer, client.account);
  const [kept] = await service.sql("select secrets_key_id from payments where id = $1", [placed.id]);
  expect(kept?.secrets_key_id).toEqual(newer.keyId());
  await performSteps(
    { ...performing(service, client.account), secrets: { ...testSecrets, ...newer } },
    Number(placed.id),
  );
  expect(await ledgerOf(service, client)).toEqual(["charge 10000 done"]);
});

test("refuses changes to an order's gateway transaction and allows others", async () => {
  const { client, gateway, booking } = await aBusiness(service);
  const paid = await performed(service, client, await aPayment(client, booking, order(gateway)));
  const refused = await client.put(`/payments/${paid.id}`, {
    payments: [{ amount_in_cents: 1, paid_at: null, credit_card_token: "tok_other" }],
  });
  const words = ["cannot be changed on an order or refund"];
  expect([refused.status, errorsOf(refused)]).toEqual([
    422,
    { amount_in_cents: words, paid_at: words, credit_card_token: words },
  ]);
  const whole = await client.put(`/payments/${paid.id}`, { payments: [{ ...paid, notes: "Paid by her aunt" }] });
  expect([whole.status, recordOf(whole, "payments").notes]).toEqual([200, "Paid by her aunt"]);
});
