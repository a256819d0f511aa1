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
import { refusalOf, safeError, unexpectedState } from "./stripe-errors.ts";

const anHour = 3_600_000;

/**
 * Stripe, through its own library: PaymentIntents for cards that it knows by a token, Checkout Sessions for those that nobody knows yet.
 * Every call carries the caller's key. What the library throws holds the raw request, and leaves this folder as a GatewayError only.
 */
export class StripeGateway implements PaymentGateway {
  readonly name = "stripe";
  /** It promises a day. */
  readonly remembersKeysFor = 23 * anHour;
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
      const intent = await this.stripe.paymentIntents.create(
        {
          amount: order.amount,
          currency: order.currency.toLowerCase(),
          payment_method: await this.paymentMethod(order),
          allowed_payment_method_types: ["card"],
          capture_method: order.capture ? "automatic" : "manual",
          confirm: true,
          // Nobody sits there who could answer the bank.
          off_session: true,
          description: order.description,
          metadata: { ...order.metadata },
          expand: ["latest_charge"],
        },
        { idempotencyKey: order.key },
      );
      return resultOf(await this.decided(intent));
    });
  }

  capture(step: FollowingStep): Promise<StepResult> {
    return this.step(step, async () => {
      const amount = { amount_to_capture: step.amount };
      const captured = await this.stripe.paymentIntents
        .capture(step.transaction, amount, { idempotencyKey: step.key })
        .catch((error: unknown) => unexpectedState(this.stripe, error));
      if (captured.status === "canceled") return { outcome: "refused", reason: "The authorisation has ended." };
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
      return { outcome: "refused", reason: "The money was taken already, and can only be refunded." };
    });
  }

  refund(step: FollowingStep): Promise<StepResult> {
    return this.step(step, async () => {
      const { id, status, failure_reason } = await this.stripe.refunds.create(
        { payment_intent: step.transaction, amount: step.amount },
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
      unit_amount: order.amount,
      product_data: { name: description },
    };
    const asked = this.stripe.checkout.sessions.create(
      {
        mode: "payment",
        line_items: [{ quantity: 1, price_data: product }],
        allowed_payment_method_types: ["card"],
        payment_intent_data: { description, metadata: { ...metadata } },
        metadata: { ...metadata },
        success_url: returnUrl,
        cancel_url: returnUrl,
        locale: checkoutLocale(order.locale),
        ...(email === null ? {} : { customer_email: email }),
      },
      { idempotencyKey: order.key },
    );
    try {
      const { id, url } = await unless(order.signal, asked);
      if (!url) throw new GatewayError("Stripe answered a Checkout Session without a page.");
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

  /** Takes a step. What Stripe refuses is an answer; whatever else happens is an error, and the step is taken again. */
  private async step(call: GatewayCall, work: () => Promise<StepResult>): Promise<StepResult> {
    try {
      return await unless(call.signal, work());
    } catch (error) {
      const refusal = refusalOf(this.stripe, error);
      if (refusal) return refusal;
      throw safeError(this.stripe, error);
    }
  }

  /** A PaymentMethod, as an intent takes it; one is made of the tokens that older pages give. */
  private async paymentMethod({ token, key }: ChargeOrder): Promise<string> {
    if (!token.startsWith("tok_")) return token;
    const made = await this.stripe.paymentMethods.create(
      { type: "card", card: { token } },
      { idempotencyKey: `${key}/card` },
    );
    return made.id;
  }

  /** An answer that comes again for its key may have been given before the bank answered. */
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
      return { outcome: "refused", reason: "The bank wants the guest to confirm the payment.", transaction };
    case "canceled":
      return { outcome: "refused", reason: "The payment was canceled.", transaction };
    default:
      throw undecided(status);
  }
}

function done({ id, latest_charge: charge, livemode }: Stripe.PaymentIntent): StepResult {
  const last4 = typeof charge === "object" ? charge?.payment_method_details?.card?.last4 : undefined;
  return { outcome: "done", transaction: id, test: !livemode, ...(last4 ? { card: last4 } : {}) };
}

const undecided = (status: string): GatewayError => new GatewayError(`Stripe has not decided yet: ${status}.`);

/** What is asked, for as long as the caller waits. */
async function unless<T>(signal: AbortSignal, asked: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(new GatewayError("The caller of Stripe waits no longer."));
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  try {
    return await Promise.race([asked, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
