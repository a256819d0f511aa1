import type { Stripe } from "stripe";
import {
  type ChargeOrder,
  type CheckoutOrder,
  type FollowingStep,
  type GatewayCall,
  GatewayError,
  type GatewayEvent,
  type PaymentGateway,
  type StepResult,
} from "../gateway.ts";
import { checkoutLocale } from "./checkout-locale.ts";
import { readStripeReport } from "./read-report.ts";
import { cardIn, savedCard } from "./saved-card.ts";
import { toStripe } from "./stripe-amounts.ts";
import { refusalOf, safeError, unexpectedState } from "./stripe-errors.ts";

const hourMs = 3_600_000;

/**
 * Stripe through its own library: PaymentIntents for tokenized cards, Checkout Sessions for new ones.
 * The library's errors contain the raw request, so they leave this folder only as a GatewayError.
 */
export class StripeGateway implements PaymentGateway {
  readonly name = "stripe";
  /** Stripe promises 24 hours. */
  readonly keyLifetimeMs = 23 * hourMs;
  private readonly stripe: Stripe;
  private readonly webhookSecret: string;
  private readonly test: boolean;

  constructor(stripe: Stripe, webhookSecret: string, test: boolean) {
    this.stripe = stripe;
    this.webhookSecret = webhookSecret;
    this.test = test;
  }

  charge(order: ChargeOrder): Promise<StepResult> {
    return this.step(order, async () => {
      const card = await this.cardOf(order);
      const intent = await this.stripe.paymentIntents.create(
        {
          amount: toStripe(order.amount, order.currency),
          currency: order.currency.toLowerCase(),
          payment_method: card.method,
          ...(card.customer === undefined ? {} : { customer: card.customer }),
          allowed_payment_method_types: ["card"],
          capture_method: order.capture ? "automatic" : "manual",
          confirm: true,
          // No guest is present to confirm with the bank.
          off_session: true,
          description: order.description,
          metadata: { ...order.metadata },
          expand: ["latest_charge"],
        },
        { idempotencyKey: order.key },
      );
      const result = resultOf(await this.decided(intent));
      if (result.outcome === "refused" || card.customer === undefined) return result;
      return { ...result, savedCard: savedCard(card.customer, card.method) };
    });
  }

  capture(step: FollowingStep): Promise<StepResult> {
    return this.step(step, async () => {
      const amount = { amount_to_capture: toStripe(step.amount, step.currency) };
      const captured = await this.stripe.paymentIntents
        .capture(step.transaction, amount, { idempotencyKey: step.key })
        .catch((error: unknown) => unexpectedState(this.stripe, error));
      if (captured.status === "canceled") return { outcome: "refused", reason: "The authorization has expired." };
      return resultOf(captured);
    });
  }

  cancel(step: FollowingStep): Promise<StepResult> {
    return this.step(step, async () => {
      const canceled = await this.stripe.paymentIntents
        .cancel(step.transaction, {}, { idempotencyKey: step.key })
        .catch((error: unknown) => unexpectedState(this.stripe, error));
      if (canceled.status === "canceled") return done(canceled);
      if (canceled.status !== "succeeded") throw undecided(canceled.status);
      return { outcome: "refused", reason: "The payment has already been captured. Refund it instead." };
    });
  }

  refund(step: FollowingStep): Promise<StepResult> {
    return this.step(step, async () => {
      const { id, status, failure_reason } = await this.stripe.refunds.create(
        { payment_intent: step.transaction, amount: toStripe(step.amount, step.currency) },
        { idempotencyKey: step.key },
      );
      if (status !== "failed" && status !== "canceled") return { outcome: "done", transaction: id, test: this.test };
      return { outcome: "refused", reason: `The refund failed: ${failure_reason ?? status}.`, transaction: id };
    });
  }

  async checkout(order: CheckoutOrder): Promise<{ url: string; session: string }> {
    const { currency, description, metadata, email, returnUrl } = order;
    const product = {
      currency: currency.toLowerCase(),
      unit_amount: toStripe(order.amount, currency),
      product_data: { name: description },
    };
    const creating = this.stripe.checkout.sessions.create(
      {
        mode: "payment",
        line_items: [{ quantity: 1, price_data: product }],
        allowed_payment_method_types: ["card"],
        payment_intent_data: {
          description,
          metadata: { ...metadata },
          ...(order.capture ? {} : { capture_method: "manual" as const }),
          ...(order.keepsCard ? { setup_future_usage: "off_session" as const } : {}),
        },
        ...(order.keepsCard ? { customer_creation: "always" as const } : {}),
        metadata: { ...metadata },
        success_url: returnUrl,
        cancel_url: returnUrl,
        locale: checkoutLocale(order.locale),
        ...(email === null ? {} : { customer_email: email }),
      },
      { idempotencyKey: order.key },
    );
    try {
      const { id, url } = await abortable(order.signal, creating);
      if (!url) throw new GatewayError("Stripe returned a Checkout Session without a URL.");
      return { url, session: id };
    } catch (error) {
      throw safeError(this.stripe, error);
    }
  }

  async readReport(
    body: Buffer,
    headers: Readonly<Record<string, string | undefined>>,
    now: number,
  ): Promise<GatewayEvent> {
    return readStripeReport(
      this.stripe,
      { body, signature: headers["stripe-signature"] ?? "", now },
      this.webhookSecret,
    );
  }

  /** Runs a step. A refusal is a result; any other failure throws, and the caller retries. */
  private async step(call: GatewayCall, work: () => Promise<StepResult>): Promise<StepResult> {
    try {
      return await abortable(call.signal, work());
    } catch (error) {
      const refusal = refusalOf(this.stripe, error);
      if (refusal) return refusal;
      throw safeError(this.stripe, error);
    }
  }

  /** The card of an order. Only a customer's card can be charged again without the guest. */
  private async cardOf(order: ChargeOrder): Promise<{ readonly method: string; readonly customer?: string }> {
    const saved = cardIn(order.token);
    if (saved) return saved;
    const method = await this.paymentMethod(order);
    if (!order.keepsCard) return { method };
    const { id: customer } = await this.stripe.customers.create(
      { metadata: { ...order.metadata } },
      { idempotencyKey: `${order.key}/customer` },
    );
    await this.stripe.paymentMethods.attach(method, { customer }, { idempotencyKey: `${order.key}/attach` });
    return { method, customer };
  }

  /** The PaymentMethod for an intent; converts the tokens of older pages. */
  private async paymentMethod({ token, key }: ChargeOrder): Promise<string> {
    if (!token.startsWith("tok_")) return token;
    const created = await this.stripe.paymentMethods.create(
      { type: "card", card: { token } },
      { idempotencyKey: `${key}/card` },
    );
    return created.id;
  }

  /** A response replayed for its key may predate the bank's decision. */
  private async decided(intent: Stripe.PaymentIntent): Promise<Stripe.PaymentIntent> {
    if (intent.status !== "processing") return intent;
    return this.stripe.paymentIntents.retrieve(intent.id, { expand: ["latest_charge"] });
  }
}

function resultOf(intent: Stripe.PaymentIntent): StepResult {
  const { id: transaction, status, last_payment_error: problem } = intent;
  switch (status) {
    case "succeeded":
    case "requires_capture":
      return done(intent);
    case "requires_payment_method":
      return { outcome: "refused", reason: problem?.message ?? "The card was refused.", transaction };
    case "requires_action":
      return { outcome: "refused", reason: "The bank requires the guest to confirm the payment.", transaction };
    case "canceled":
      return { outcome: "refused", reason: "The payment was canceled.", transaction };
    default:
      throw undecided(status);
  }
}

function done({ id, latest_charge: charge, livemode }: Stripe.PaymentIntent): StepResult {
  const { last4, capture_before: until } = (typeof charge === "object" && charge?.payment_method_details?.card) || {};
  return {
    outcome: "done",
    transaction: id,
    test: !livemode,
    ...(last4 ? { card: last4 } : {}),
    ...(until ? { authorizedUntil: until * 1000 } : {}),
  };
}

const undecided = (status: string): GatewayError => new GatewayError(`Stripe has no final result yet: ${status}.`);

/** Settles with `promise`, or rejects as soon as the caller aborts. */
async function abortable<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(new GatewayError("The call to Stripe was aborted."));
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
