import { inspect } from "node:util";
import { Stripe } from "stripe";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { GatewayError, type PaymentGateway, ReportError } from "../../src/modules/money/gateways/gateway.ts";
import { openStripe } from "../../src/modules/money/gateways/stripe/open-stripe.ts";
import { aCharge, aDispute, anIntent, aRefund, aReport, aSession } from "./stripe-objects.ts";
import { StripeStandIn, type Trouble } from "./stripe-stand-in.ts";

const credentials = {
  secret_key: "sk_test_verysecret1234",
  publishable_key: "pk_test_0123456789",
  webhook_secret: "whsec_verysecret5678",
};

let standIn: StripeStandIn;
let gateway: PaymentGateway;
beforeEach(async () => {
  standIn = new StripeStandIn();
  const opened = standIn;
  gateway = await openStripe(credentials, await standIn.listen());
  onTestFinished(() => opened.close());
});

const signal = new AbortController().signal;
const anOrder = (key: string, more: object = {}) => ({
  key,
  signal,
  amount: 12_345,
  currency: "EUR",
  token: "pm_visa",
  description: "Villa Aurora",
  capture: true,
  keepsCard: false,
  metadata: { payment: "7" },
  ...more,
});
const aStep = (key: string, transaction: string, amount = 12_345) => ({
  key,
  signal,
  transaction,
  amount,
  currency: "EUR",
});

async function charged(more: object = {}): Promise<string> {
  const result = await gateway.charge(anOrder("first", more));
  if (result.outcome !== "done") throw new Error(result.reason);
  return result.transaction;
}

describe("a charge", () => {
  test("charges a stored card in minor units and returns its last digits", async () => {
    const result = await gateway.charge(anOrder("k1", { amount: 5000, currency: "JPY" }));
    expect(result).toEqual({ outcome: "done", transaction: "pi_1", test: true, card: "4242" });
    expect(standIn.requests).toMatchObject([
      {
        path: "/v1/payment_intents",
        key: "k1",
        form: { amount: "5000", currency: "jpy", off_session: "true", metadata: { payment: "7" } },
      },
    ]);
    expect(standIn.ledger).toEqual([
      { kind: "charge", key: "k1", transaction: "pi_1", amount: 5000, metadata: { payment: "7" } },
    ]);
  });

  test("counts currencies of three decimals in thousandths, in every step", async () => {
    const dinars = { amount: 1234, currency: "KWD" };
    const result = await gateway.charge(anOrder("k1", { ...dinars, capture: false }));
    const { transaction } = result.outcome === "done" ? result : expect.fail(result.reason);
    await gateway.capture({ ...aStep("c1", transaction, 1200), currency: "KWD" });
    await gateway.refund({ ...aStep("r1", transaction, 34), currency: "KWD" });
    expect(standIn.ledger.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["charge", 12_340],
      ["capture", 12_000],
      ["refund", 340],
    ]);
    const page = { email: null, locale: null, returnUrl: "https://roost.test/pay/1" };
    await gateway.checkout({ ...anOrder("page", dinars), ...page });
    expect(standIn.requests.at(-1)?.form).toMatchObject({
      line_items: { 0: { price_data: { currency: "kwd", unit_amount: "12340" } } },
    });
  });

  test("converts an older page's token to a payment method under its own key", async () => {
    expect(await gateway.charge(anOrder("k1", { token: "tok_visa" }))).toMatchObject({ outcome: "done" });
    expect(await gateway.charge(anOrder("k1", { token: "tok_visa" }))).toMatchObject({ outcome: "done" });
    expect(standIn.requests.map(({ key }) => key)).toEqual(["k1/card", "k1", "k1/card", "k1"]);
    expect(standIn.ledger).toHaveLength(1);
    const again = await gateway.charge(anOrder("k2", { token: "tok_visa" }));
    expect(again).toEqual({ outcome: "refused", reason: "The card's token has already been used." });
  });

  test("refuses a declined charge with Stripe's reason, also when the key is repeated", async () => {
    const refused = { outcome: "refused", reason: "Your card was declined. (insufficient_funds)", transaction: "pi_1" };
    expect(await gateway.charge(anOrder("k1", { token: "pm_declined" }))).toEqual(refused);
    expect(await gateway.charge(anOrder("k1", { token: "pm_declined" }))).toEqual(refused);
    expect(standIn.ledger).toEqual([]);
  });

  test("refuses an unknown card without repeating its token", async () => {
    const refused = await gateway.charge(anOrder("k1", { token: "unknown_token" }));
    expect(refused).toEqual({ outcome: "refused", reason: "Stripe cannot find the card or the payment." });
  });

  test.each<Trouble>(["drop", "drop after", "500"])(
    "throws on a failed request (%s) and charges once across retries",
    async (how) => {
      // After a closed connection, the library itself retries once with the same key.
      standIn.misbehave(how, how === "500" ? 1 : 2);
      await expect(gateway.charge(anOrder("k1"))).rejects.toThrow(GatewayError);
      await gateway.charge(anOrder("k1"));
      expect(await gateway.charge(anOrder("k1"))).toMatchObject({ outcome: "done", transaction: "pi_1" });
      expect(standIn.ledger).toHaveLength(1);
    },
  );

  test.each<Trouble>(["hang", "hang after"])(
    "stops waiting for a hanging request (%s) when the caller aborts, and charges once",
    async (how) => {
      standIn.misbehave(how);
      const timeout = AbortSignal.timeout(100);
      await expect(gateway.charge(anOrder("k1", { signal: timeout }))).rejects.toThrow("was aborted");
      expect(await gateway.charge(anOrder("k1"))).toMatchObject({ outcome: "done" });
      expect(standIn.ledger).toHaveLength(1);
    },
  );

  test("refuses another amount under a used key", async () => {
    await gateway.charge(anOrder("k1"));
    await expect(gateway.charge(anOrder("k1", { amount: 1 }))).rejects.toThrow("idempotency_error");
    expect(standIn.ledger).toHaveLength(1);
  });
});

describe("a step after a charge", () => {
  test("captures an authorization once, even under another key", async () => {
    const transaction = await charged({ capture: false });
    expect(standIn.intents.get(transaction)?.status).toBe("requires_capture");
    for (const key of ["c1", "c1", "c2"]) {
      expect(await gateway.capture(aStep(key, transaction))).toMatchObject({ outcome: "done", transaction });
    }
    expect(standIn.ledger.map(({ kind }) => kind)).toEqual(["charge", "capture"]);
  });

  test("voids an authorization once and then refuses to capture it", async () => {
    const transaction = await charged({ capture: false });
    for (const key of ["c1", "c2"])
      expect(await gateway.cancel(aStep(key, transaction))).toMatchObject({ outcome: "done" });
    expect(await gateway.capture(aStep("c3", transaction))).toEqual({
      outcome: "refused",
      reason: "The authorization has expired.",
    });
    expect(standIn.ledger.map(({ kind }) => kind)).toEqual(["charge", "cancel"]);
  });

  test("refuses to cancel a captured charge", async () => {
    expect(await gateway.cancel(aStep("c1", await charged()))).toMatchObject({ outcome: "refused" });
  });

  test("refunds a part and then the rest, each once, and no more", async () => {
    const transaction = await charged();
    expect(await gateway.refund(aStep("r1", transaction, 345))).toEqual({
      outcome: "done",
      transaction: "re_2",
      test: true,
    });
    await gateway.refund(aStep("r1", transaction, 345));
    await gateway.refund(aStep("r2", transaction, 12_000));
    expect(standIn.refundedOf(transaction)).toBe(12_345);
    const refused = await gateway.refund(aStep("r3", transaction, 1));
    expect(refused).toEqual({ outcome: "refused", reason: "The payment has already been refunded." });
  });
});

describe("an authorization of a saved card", () => {
  const dayMs = 86_400_000;
  const deposit = { capture: false, keepsCard: true };

  test("saves the card for a customer, and charges it again without the guest", async () => {
    const first = await gateway.charge(anOrder("a1", { ...deposit, token: "tok_visa" }));
    if (first.outcome !== "done") return expect.fail(first.reason);
    expect(first.savedCard).toBe("cus_1/pm_visa");
    expect(standIn.requests.map(({ key }) => key)).toEqual(["a1/card", "a1/customer", "a1/attach", "a1"]);
    const again = await gateway.charge(anOrder("a2", { ...deposit, token: first.savedCard }));
    expect(again).toMatchObject({ outcome: "done", savedCard: "cus_1/pm_visa" });
    expect(standIn.requests.at(-1)?.form).toMatchObject({ customer: "cus_1", payment_method: "pm_visa" });
    const stolen = await gateway.charge(anOrder("a3", { ...deposit, token: "cus_9/pm_visa" }));
    expect(stolen).toMatchObject({ outcome: "refused" });
  });

  test("lapses after seven days, as the card's bank says", async () => {
    let now = Date.now();
    standIn.clock = () => now;
    const held = await gateway.charge(anOrder("a1", deposit));
    if (held.outcome !== "done") return expect.fail(held.reason);
    expect(held.authorizedUntil).toBe(Math.floor((now + 7 * dayMs) / 1000) * 1000);
    now += 7 * dayMs;
    expect(standIn.expire()).toMatchObject([{ id: held.transaction, status: "canceled" }]);
    expect(await gateway.capture(aStep("c1", held.transaction))).toEqual({
      outcome: "refused",
      reason: "The authorization has expired.",
    });
  });

  test("is refused where the bank wants the guest", async () => {
    expect(await gateway.charge(anOrder("a1", { ...deposit, token: "pm_authentication" }))).toMatchObject({
      outcome: "refused",
      reason: "The bank requires the guest to confirm the payment.",
    });
  });
});

describe("a checkout page", () => {
  const order = {
    ...{ key: "p1", signal, amount: 100, currency: "EUR", description: "Villa", metadata: { payment: "7" } },
    ...{ capture: true, keepsCard: false },
  };

  test("creates one checkout page per key, in the guest's language, with a return URL", async () => {
    const asked = { ...order, email: "ada@example.com", locale: "pt_BR", returnUrl: "https://roost.test/pay/1" };
    const page = await gateway.checkout(asked);
    expect(page).toEqual({ url: "https://checkout.example/c/pay/cs_test_1", session: "cs_test_1" });
    expect(await gateway.checkout(asked)).toEqual(page);
    const [{ form } = { form: {} }] = standIn.requests;
    expect(form).toMatchObject({
      locale: "pt-BR",
      customer_email: "ada@example.com",
      success_url: "https://roost.test/pay/1",
    });
    expect(form).toMatchObject({ metadata: { payment: "7" }, payment_intent_data: { metadata: { payment: "7" } } });
  });
});

describe("a report", () => {
  const stripe = new Stripe(credentials.secret_key);
  const now = 1_800_000_000_000;
  const signed = { secret: credentials.webhook_secret, at: now / 1000, stripe };
  const facts = {
    id: "pi_9",
    amount: 500,
    currency: "eur",
    description: null,
    metadata: { payment: "7" },
    manual: true,
    method: "pm_visa",
  };
  const taken = anIntent(facts, "succeeded");
  const page = {
    id: "cs_1",
    amount: 500,
    currency: "eur",
    metadata: { payment: "7" },
    email: null,
    returnUrl: "",
    url: "",
    intent: "pi_9",
  };
  const ours = { transaction: "pi_9", amount: 500, currency: "EUR", metadata: { payment: "7" } };

  test.each<[Stripe.Event["type"], object, object]>([
    ["payment_intent.succeeded", taken, { kind: "paid", ...ours }],
    ["payment_intent.amount_capturable_updated", anIntent(facts, "requires_capture"), { kind: "authorized", ...ours }],
    [
      "payment_intent.payment_failed",
      anIntent(facts, "requires_payment_method"),
      { kind: "failed", ...ours, reason: "The card was refused." },
    ],
    ["checkout.session.completed", aSession(page, "complete"), { kind: "paid", ...ours }],
    ["checkout.session.completed", aSession(page, "open"), { kind: "other", transaction: null }],
    [
      "checkout.session.expired",
      aSession({ ...page, intent: null }, "expired"),
      { kind: "failed", transaction: null, metadata: { payment: "7" } },
    ],
    ["payment_intent.canceled", anIntent(facts, "canceled"), { kind: "ended", ...ours }],
    ["charge.refunded", aCharge(taken, 200), { kind: "refunded", ...ours, amount: 200 }],
    ["charge.refunded", { ...aCharge(taken, 500), captured: false }, { kind: "other" }],
    [
      "refund.failed",
      { ...aRefund("re_9", taken, 200), status: "failed", failure_reason: "lost_or_stolen_card" },
      {
        kind: "refund_failed",
        transaction: "re_9",
        reason: "The guest's bank rejected the refund: lost_or_stolen_card.",
      },
    ],
    [
      "refund.updated",
      { ...aRefund("re_9", taken, 200), status: "failed" },
      { kind: "refund_failed", transaction: "re_9" },
    ],
    ["refund.updated", aRefund("re_9", taken, 200), { kind: "other" }],
    [
      "charge.refund.updated",
      { ...aRefund("re_9", taken, 200), status: "failed" },
      { kind: "refund_failed", transaction: "re_9" },
    ],
    [
      "charge.dispute.created",
      aDispute(taken, "needs_response"),
      { kind: "disputed", transaction: "pi_9", amount: 500, reason: "fraudulent" },
    ],
    ["charge.dispute.closed", aDispute(taken, "won"), { kind: "dispute_won", transaction: "pi_9" }],
    ["charge.dispute.closed", aDispute(taken, "lost"), { kind: "dispute_lost", transaction: "pi_9", amount: 500 }],
    ["customer.created", {}, { kind: "other", transaction: null, metadata: {} }],
  ])("reads the report %s", async (type, object, event) => {
    const { body, headers } = aReport(type, object, signed);
    expect(await gateway.readReport(body, headers, now)).toMatchObject({
      id: `evt_${type}`,
      occurredAt: expect.any(Number),
      ...event,
    });
  });

  test("reads thousandths of a currency of three decimals, and refuses a part below 0.01", async () => {
    const reading = (amount: number) => {
      const intent = anIntent({ ...facts, amount, currency: "kwd" }, "succeeded");
      const { body, headers } = aReport("payment_intent.succeeded", intent, signed);
      return gateway.readReport(body, headers, now);
    };
    expect(await reading(12_340)).toMatchObject({ amount: 1234, currency: "KWD" });
    await expect(reading(12_345)).rejects.toMatchObject({
      messages: { amount: ["must be a multiple of 10 in KWD: 12345 has a smaller part than 0.01"] },
    });
  });

  test("refuses an unsigned, altered, foreign or old report without repeating its contents", async () => {
    const { body, headers } = aReport("payment_intent.succeeded", taken, signed);
    const other = aReport("payment_intent.succeeded", taken, { ...signed, secret: "whsec_another" });
    for (const [input, inputHeaders, moment] of [
      [body, {}, now],
      [Buffer.from(body.toString().replace("500", "501")), headers, now],
      [other.body, other.headers, now],
      [body, headers, now + 301_000],
    ] as const) {
      const refused = await gateway.readReport(input, inputHeaders, moment).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(ReportError);
      expect(inspect(refused, { depth: 9 })).not.toMatch(/pi_9|whsec|v1=/);
    }
  });
});

test("throws errors without key or token that still identify the request at Stripe", async () => {
  standIn.misbehave("500");
  const thrown: unknown = await gateway.charge(anOrder("k1", { token: "pm_secret" })).catch((error: unknown) => error);
  expect(inspect(thrown, { depth: 9, showHidden: true })).not.toMatch(/verysecret|pm_secret|k1/);
  expect(thrown).toMatchObject({ message: "Stripe returned an error: 500, api_error, req_stand_in." });
  const wrong = await openStripe({ ...credentials, secret_key: "pk_verysecret" }, await standInUrl());
  await expect(wrong.charge(anOrder("k2"))).rejects.toThrow("Stripe returned an error: 401");
});

async function standInUrl(): Promise<string> {
  const another = new StripeStandIn();
  onTestFinished(() => another.close());
  return another.listen();
}
