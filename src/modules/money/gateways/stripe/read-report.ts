import type { Stripe } from "stripe";
import { type GatewayEvent, ReportError } from "../gateway.ts";
import { savedCard } from "./saved-card.ts";
import { fromStripe } from "./stripe-amounts.ts";

/** Older reports are refused as replays. */
const maxAgeSeconds = 300;

interface Report {
  /** The exact bytes received: the signature covers them. */
  readonly body: Buffer;
  readonly signature: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Reads a Stripe webhook.
 * @throws ReportError unless the account's secret signed it recently
 * @throws RequestError 422 for an amount that hundredths cannot hold
 */
export function readStripeReport(stripe: Stripe, { body, signature, now }: Report, secret: string): GatewayEvent {
  const event = verified(() => stripe.webhooks.constructEvent(body, signature, secret, maxAgeSeconds, undefined, now));
  const nothing = { transaction: null, amount: null, currency: null, reason: null, metadata: {} };
  const content = { ...nothing, ...contentOf(event) };
  const { amount, currency } = content;
  return {
    ...{ id: event.id, kind: "other", occurredAt: event.created * 1000, ...content },
    amount: amount === null || currency === null ? null : fromStripe(amount, currency),
  };
}

/** Replaces the library's error, which contains the body and the signature. */
function verified(construct: () => Stripe.Event): Stripe.Event {
  try {
    return construct();
  } catch {
    throw new ReportError("The report's signature is invalid for this gateway, or too old.");
  }
}

function contentOf(event: Stripe.Event): Partial<GatewayEvent> {
  switch (event.type) {
    case "payment_intent.succeeded":
      return { kind: "paid", ...ofIntent(event.data.object), amount: event.data.object.amount_received };
    case "payment_intent.amount_capturable_updated":
      return { kind: "authorized", ...ofIntent(event.data.object), amount: event.data.object.amount_capturable };
    case "payment_intent.payment_failed": {
      const reason = event.data.object.last_payment_error?.message ?? "The card was refused.";
      return { kind: "failed", ...ofIntent(event.data.object), amount: event.data.object.amount, reason };
    }
    case "payment_intent.canceled":
      return { kind: "ended", ...ofIntent(event.data.object), amount: event.data.object.amount };
    case "checkout.session.completed":
      return event.data.object.payment_status === "paid" ? { kind: "paid", ...ofSession(event.data.object) } : {};
    case "checkout.session.expired":
      return { kind: "failed", ...ofSession(event.data.object), reason: "The page for the payment has expired." };
    case "charge.refunded":
      // Stripe sends this event for a voided authorization too.
      return event.data.object.captured ? { kind: "refunded", ...ofCharge(event.data.object) } : {};
    case "refund.failed":
      return { kind: "refund_failed", ...ofRefund(event.data.object) };
    // Older names of the same event.
    case "refund.updated":
    case "charge.refund.updated":
      return event.data.object.status === "failed" ? { kind: "refund_failed", ...ofRefund(event.data.object) } : {};
    case "charge.dispute.created":
      return { kind: "disputed", ...ofDispute(event.data.object) };
    case "charge.dispute.closed": {
      const kind = endOfDispute[event.data.object.status];
      return kind ? { kind, ...ofDispute(event.data.object) } : {};
    }
    default:
      return {};
  }
}

/** The outcomes of a dispute. */
const endOfDispute: Partial<Readonly<Record<Stripe.Dispute.Status, "dispute_won" | "dispute_lost">>> = {
  won: "dispute_won",
  warning_closed: "dispute_won",
  lost: "dispute_lost",
};

const ofIntent = (intent: Stripe.PaymentIntent) => ({
  transaction: intent.id,
  currency: intent.currency.toUpperCase(),
  metadata: intent.metadata,
  savedCard: keptCard(intent),
});

/** The card that the guest left on a hosted page for later orders. */
function keptCard({
  customer,
  payment_method: method,
  setup_future_usage: usage,
}: Stripe.PaymentIntent): string | undefined {
  const [owner, card] = [idOf(customer), idOf(method)];
  return usage === "off_session" && owner !== null && card !== null ? savedCard(owner, card) : undefined;
}

const ofSession = (session: Stripe.Checkout.Session) => ({
  transaction: idOf(session.payment_intent),
  amount: session.amount_total,
  currency: session.currency?.toUpperCase() ?? null,
  metadata: session.metadata ?? {},
});

const ofCharge = (charge: Stripe.Charge) => ({
  transaction: idOf(charge.payment_intent),
  amount: charge.amount_refunded,
  currency: charge.currency.toUpperCase(),
  metadata: charge.metadata,
});

const ofRefund = ({ id, amount, currency, failure_reason: reason }: Stripe.Refund) => ({
  transaction: id,
  amount,
  currency: currency.toUpperCase(),
  reason: `The guest's bank rejected the refund: ${reason ?? "no reason given"}.`,
});

const ofDispute = (dispute: Stripe.Dispute) => ({
  transaction: idOf(dispute.payment_intent),
  amount: dispute.amount,
  currency: dispute.currency.toUpperCase(),
  reason: dispute.reason,
});

const idOf = (expandable: string | { readonly id: string } | null): string | null =>
  typeof expandable === "string" ? expandable : (expandable?.id ?? null);
