import { Stripe } from "stripe";
import { afterAll, expect, test } from "vitest";
import type { ApiClient, Json } from "../harness/client.ts";
import { aBooking, aRental, created, read } from "../harness/factories.ts";
import { inAnHour } from "../harness/moments.ts";
import { baseUrl, useService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { aPayment, aRefund, moneyOf, order, paymentsOf, reconcile, stepsOf } from "../payments/factories.ts";
import { aCharge, aReport } from "./stripe-objects.ts";
import { StripeStandIn } from "./stripe-stand-in.ts";

/** Only Stripe itself is simulated: the API, job queue, gateway, Stripe's library and HTTP are real. */
const standIn = new StripeStandIn();
const endpoints = { stripe: await standIn.listen() };
const lines: string[] = [];
const service = useService({ endpoints, log: (line) => lines.push(line) });
afterAll(() => standIn.close());

const credentials = {
  secret_key: "sk_test_verysecret1234",
  publishable_key: "pk_test_0123456789",
  webhook_secret: "whsec_verysecret5678",
};

/** A stay for 400 euros, with a Stripe gateway. */
async function aShop(stay: Json = {}) {
  const client = await service.aClient(await service.anAccount());
  const gateway = await created(client, "/payment_gateways", "payment_gateways", {
    name: "Stripe",
    gateway_name: "stripe",
    test: true,
    credentials,
    supported_cardtypes: ["visa"],
    supported_currencies: ["EUR"],
  });
  const rental = await aRental(client, { base_rate: "100" });
  const booking = await aBooking(client, rental, { initial_price: "400", ...stay });
  return { client, gateway, booking };
}

const ordered = (client: ApiClient, gateway: Json, booking: Json, attributes: Json): Promise<Json> =>
  aPayment(client, booking, order(gateway, { gateway_name: "stripe", ...attributes }));

/** Waits until a payment's job has set `moment`. */
async function once(client: ApiClient, payment: Json, moment: string): Promise<Json> {
  let now: Json = {};
  await until(async () => {
    now = await read(client, "payments", payment.id);
    return now[moment] !== null;
  });
  return now;
}

/** The ledger lines at Stripe for a payment. */
const moved = ({ id }: Json): string[] =>
  standIn.ledger
    .filter(({ metadata }) => metadata.roost_payment === String(id))
    .map(({ kind, amount }) => `${kind} ${amount}`);

const inNineDays = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);

let reports = 0;
/** Sends a webhook signed by Stripe's own library. */
async function report(client: ApiClient, gateway: Json, type: Stripe.Event["type"], object: object, secret?: string) {
  const stripe = new Stripe(credentials.secret_key);
  const signed = { secret: secret ?? credentials.webhook_secret, at: Math.floor(Date.now() / 1000), stripe };
  const { body, headers } = aReport(type, object, { ...signed, id: `evt_${++reports}` });
  const url = `${service.url}/webhooks/gateways/${client.account}/${gateway.id}`;
  return (await fetch(url, { method: "POST", headers: { ...headers, "content-type": "application/json" }, body }))
    .status;
}

test("charges an order through the job queue and refunds part of it", async () => {
  const { client, gateway, booking } = await aShop();
  const token = { credit_card_token: "pm_card_of_ada" };
  const paid = await once(client, await ordered(client, gateway, booking, token), "paid_at");
  expect(paid).toMatchObject({ test: true, card: "XXXX-XXXX-XXXX-4242", credit_card_token: null });
  const refund = await once(client, await aRefund(client, paid, 2500), "paid_at");
  expect(refund).toMatchObject({ amount_in_cents: -2500, transaction_id: expect.stringMatching(/^re_/) });
  expect(moved(paid)).toEqual(["charge 10000", "refund 2500"]);
  const intent = standIn.intents.get(String(paid.transaction_id)) ?? expect.fail("no intent");
  expect(await report(client, gateway, "charge.refunded", aCharge(intent, 2500))).toBe(200);
  expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "75.0", bookings_payments_count: 2 });
  expect(lines.join("")).not.toMatch(/pm_card_of_ada|verysecret/);
});

test("rejects a declined card with Stripe's reason and charges nothing", async () => {
  const { client, gateway, booking } = await aShop();
  const token = { credit_card_token: "pm_declined" };
  const rejected = await once(client, await ordered(client, gateway, booking, token), "rejected_at");
  expect(rejected.rejection_reason).toBe("Your card was declined. (insufficient_funds)");
  expect(moved(rejected)).toEqual([]);
  expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "0.0" });
});

test("authorizes a later payment through the queue and captures it on its day", async () => {
  const { client, gateway, booking } = await aShop();
  const later = { capturable_from: inNineDays, credit_card_token: "tok_of_an_older_page" };
  const placed = await once(client, await ordered(client, gateway, booking, later), "authorized_at");
  expect(await stepsOf(service, placed)).toEqual(["authorize done", "capture queued"]);
  await service.sql("update payment_steps set due_at = now() - interval '2 minutes' where payment_id = $1", [
    placed.id,
  ]);
  expect(await reconcile(service, client, endpoints)).toEqual([]);
  expect(await read(client, "payments", placed.id)).toMatchObject({ paid_at: expect.any(String) });
  expect(moved(placed)).toEqual(["charge 10000", "capture 10000"]);
});

test("confirms a hold from Stripe's signed report when the response was lost, and refuses a forged report", async () => {
  const { client, gateway, booking } = await aShop({
    tentative_expires_at: inAnHour(),
  });
  // The library itself retries once after a closed connection.
  standIn.misbehave("drop after", 2);
  const placed = await ordered(client, gateway, booking, { kind: "instant-booking", credit_card_token: "pm_visa" });
  await until(() => moved(placed).length > 0);
  const intent = [...standIn.intents.values()].find(({ metadata }) => metadata.roost_payment === String(placed.id));
  const held = intent ?? expect.fail("no intent");
  const type = "payment_intent.amount_capturable_updated";
  expect(await report(client, gateway, type, held, "whsec_another")).toBe(400);
  expect(await report(client, gateway, type, held)).toBe(200);
  await once(client, placed, "paid_at");
  expect(moved(placed)).toEqual(["charge 10000", "capture 10000"]);
  expect(await moneyOf(client, booking)).toMatchObject({ status: "Booked", paid_amount: "100.0" });
});

test("redirects the payment page to Stripe, shows its reports, and refunds an outdated checkout", async () => {
  const { client, gateway, booking } = await aShop();
  const url = `${service.url}${String(booking.payment_url).slice(baseUrl.length)}`;
  const words = async (): Promise<string> => (await (await fetch(url)).text()).replace(/<[^>]+>/g, " ");
  const press = async (): Promise<string> => {
    const answer = await fetch(url, { method: "POST", redirect: "manual" });
    expect(answer.status).toBe(303);
    return answer.headers.get("location") ?? "";
  };
  const policy = (await fetch(url)).headers.get("content-security-policy");
  expect(policy).toContain("form-action 'self' https://checkout.stripe.com");
  const first = await press();
  expect(first).toMatch(/^https:\/\/checkout\.example\/c\/pay\/cs_test_/);
  expect(await press()).toBe(first);
  expect(await words()).toContain("Waiting for the payment service");
  expect(await paymentsOf(client)).toMatchObject([{ amount_in_cents: 40_000, paid_at: null }]);

  // The price changes while the guest has the page open: a second checkout starts, and both are paid.
  await client.put(`/bookings/${booking.id}`, { bookings: [{ final_price: "350" }] });
  const second = await press();
  expect(second).not.toBe(first);
  const { session, intent } = standIn.payOnPage(second);
  expect(await report(client, gateway, "payment_intent.succeeded", intent)).toBe(200);
  expect(await report(client, gateway, "checkout.session.completed", session)).toBe(200);
  expect(await words()).toContain("Paid in full.");
  expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "350.0", payment_left_to_collect: "0.0" });
  const late = standIn.payOnPage(first);
  expect(await report(client, gateway, "checkout.session.completed", late.session)).toBe(200);
  await service.sql(
    "update payment_steps set due_at = now() - interval '2 minutes' where step = 'refund' and state = 'queued'",
  );
  expect(await reconcile(service, client, endpoints)).toEqual([]);
  expect(standIn.refundedOf(late.intent.id)).toBe(40_000);
  expect(standIn.refundedOf(intent.id)).toBe(0);
  expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "350.0" });
  expect(await words()).toContain("Paid in full.");
});
