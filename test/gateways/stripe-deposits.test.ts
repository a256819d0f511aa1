import { randomUUID } from "node:crypto";
import { Stripe } from "stripe";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { ApiClient, Json } from "../harness/client.ts";
import { created } from "../harness/factories.ts";
import { baseUrl, useService } from "../harness/service.ts";
import { aDepositStay, depositAction, depositOf, performedIn, tendedIn } from "../payments/deposit-factories.ts";
import { paymentsOf } from "../payments/factories.ts";
import { siteOf } from "../sites/sites.ts";
import { aReport } from "./stripe-objects.ts";
import { StripeStandIn } from "./stripe-stand-in.ts";

/** Damage deposits at Stripe, whose authorizations lapse after seven days of the stand-in's clock. */
const standIn = new StripeStandIn();
const endpoints = { stripe: await standIn.listen() };
const service = useService({ endpoints });
afterAll(() => standIn.close());

const dayMs = 86_400_000;
const credentials = {
  secret_key: "sk_test_verysecret1234",
  publishable_key: "pk_test_0123456789",
  webhook_secret: "whsec_verysecret5678",
};
const stripe = new Stripe(credentials.secret_key);

/** Days from now of the stand-in and of the jobs. */
let today = 0;
beforeEach(() => {
  today = 0;
  standIn.clock = () => Date.now() + today * dayMs;
  // Another test's authorizations would lapse during this one.
  standIn.intents.clear();
  standIn.ledger.length = 0;
  standIn.behave();
});
const aStay = () => aDepositStay(service, { gateway: { gateway_name: "stripe", credentials } });

/** Runs the jobs on a day. */
async function onDay(client: ApiClient, booking: Json, day: number): Promise<Json> {
  today = day;
  return tendedIn(service, client, booking, day, endpoints);
}

const pathOf = (booking: Json): string => `${service.url}${String(booking.payment_url).slice(baseUrl.length)}`;

/** Presses the deposit's button, and authorizes on Stripe's page. @returns the intent there */
async function authorizesOnPage(booking: Json): Promise<Stripe.PaymentIntent> {
  const answer = await fetch(pathOf(booking), {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ for: "deposit" }),
  });
  return standIn.payOnPage(answer.headers.get("location") ?? "").intent;
}

async function report(client: ApiClient, gateway: Json, type: Stripe.Event["type"], object: object): Promise<number> {
  const signed = { secret: credentials.webhook_secret, at: Math.floor(Date.now() / 1000), stripe };
  const { body, headers } = aReport(type, object, { ...signed, id: `evt_${type}_${randomUUID()}` });
  const answer = await fetch(`${service.url}/webhooks/gateways/${client.account}/${gateway.id}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: new Uint8Array(body),
  });
  return answer.status;
}

const moved = (): string[] => standIn.ledger.map(({ kind, amount }) => `${kind} ${amount}`);

test("renews an authorization before each lapse, for a whole stay, with one card", async () => {
  const { client, booking } = await aStay();
  await depositAction(client, booking, "authorize", { credit_card_token: "pm_visa" });
  await performedIn(service, client, 0, endpoints);
  for (let day = 0.5; day < 23; day++) {
    const shown = await onDay(client, booking, day);
    standIn.expire();
    const held = [...standIn.intents.values()].filter(
      ({ status, metadata }) => status === "requires_capture" && metadata.roost_booking === String(booking.id),
    );
    // The house's hour of departure decides on the day between.
    if (day !== 21.5)
      expect([day, shown.state, held.length > 0]).toEqual([day, day < 22 ? "authorized" : "released", day < 22]);
  }
  await onDay(client, booking, 23);
  // Never uncovered, never lapsed, and nothing is held at the end.
  expect(moved().filter((line) => line.startsWith("expire"))).toEqual([]);
  expect(moved().filter((line) => line.startsWith("charge"))).toHaveLength(moved().length / 2);
  const own = [...standIn.intents.values()].filter(({ metadata }) => metadata.roost_booking === String(booking.id));
  expect(new Set(own.map(({ status }) => status))).toEqual(new Set(["canceled"]));
});

test("asks the guest where the bank wants them, who confirms on Stripe's page", async () => {
  const { client, gateway, booking } = await aStay();
  await depositAction(client, booking, "authorize", { credit_card_token: "pm_authentication" });
  await performedIn(service, client, 0, endpoints);
  expect(await depositOf(client, booking)).toMatchObject({
    state: "failed",
    failure_reason: "The bank requires the guest to confirm the payment.",
    asked_at: expect.any(String),
  });
  const intent = await authorizesOnPage(booking);
  expect(intent).toMatchObject({
    status: "requires_capture",
    capture_method: "manual",
    setup_future_usage: "off_session",
  });
  expect(await report(client, gateway, "payment_intent.amount_capturable_updated", intent)).toBe(200);
  expect(await depositOf(client, booking)).toMatchObject({ state: "authorized", has_card: true, failure_reason: null });
  expect(await report(client, gateway, "payment_intent.amount_capturable_updated", intent)).toBe(200);
  expect(await onDay(client, booking, 6)).toMatchObject({ state: "authorized" });
  await depositAction(client, booking, "capture", { amount_in_cents: 12_300, reason: "Two chairs" });
  await performedIn(service, client, 6, endpoints);
  expect(await depositOf(client, booking)).toMatchObject({ state: "captured", captured_amount: "123.0" });
  expect(moved().toSorted()).toEqual(["cancel 50000", "capture 12300", "charge 50000", "charge 50000"]);
});

test("an authorization on another page of the booking overtakes the first, which is voided", async () => {
  const { client, gateway, booking } = await aStay();
  await depositAction(client, booking, "authorize", { credit_card_token: "pm_authentication" });
  await performedIn(service, client, 0, endpoints);
  const { address } = siteOf(client);
  await created(client, "/booking_sites", "booking_sites", { address, enabled: true });
  const token = pathOf(booking).split("/").at(-1);
  const pages = [pathOf(booking), `${service.url}/stay/${address}/en/bookings/${token}`];
  const intents: Stripe.PaymentIntent[] = [];
  for (const page of pages) {
    const body = new URLSearchParams({ for: "deposit" });
    const answer = await fetch(page, { method: "POST", redirect: "manual", body });
    intents.push(standIn.payOnPage(answer.headers.get("location") ?? "").intent);
  }
  for (const intent of intents)
    expect(await report(client, gateway, "payment_intent.amount_capturable_updated", intent)).toBe(200);
  await performedIn(service, client, 0, endpoints);
  expect(await depositOf(client, booking)).toMatchObject({ state: "authorized" });
  expect(intents.map(({ id }) => standIn.intents.get(id)?.status)).toEqual(["canceled", "requires_capture"]);
});

test("renews an authorization after the gateway reports its lapse", async () => {
  const { client, gateway, booking } = await aStay();
  await depositAction(client, booking, "authorize", { credit_card_token: "pm_visa" });
  await performedIn(service, client, 0, endpoints);
  today = 8;
  const [lapsed] = standIn.expire();
  expect(await report(client, gateway, "payment_intent.canceled", lapsed ?? {})).toBe(200);
  expect(await depositOf(client, booking)).toMatchObject({
    state: "failed",
    failure_reason: "The authorization has expired.",
  });
  expect(await onDay(client, booking, 8)).toMatchObject({ state: "authorized" });
});

test("settles a capture whose answer was lost by Stripe's report", async () => {
  const { client, gateway, booking } = await aStay();
  const intent = await (async () => {
    await onDay(client, booking, 4);
    return authorizesOnPage(booking);
  })();
  await report(client, gateway, "payment_intent.amount_capturable_updated", intent);
  await depositAction(client, booking, "capture", { amount_in_cents: 5_000, reason: "A vase" });
  standIn.misbehave("drop after", 30);
  await performedIn(service, client, 4, endpoints).catch(() => undefined);
  expect(await depositOf(client, booking)).toMatchObject({ state: "capturing" });
  await report(client, gateway, "payment_intent.succeeded", standIn.intents.get(intent.id) ?? {});
  expect(await depositOf(client, booking)).toMatchObject({ state: "captured", captured_amount: "50.0" });
  expect((await paymentsOf(client)).filter(({ paid_at }) => paid_at !== null)).toMatchObject([
    { amount_in_cents: 5_000 },
  ]);
});
