import type { Stripe } from "stripe";
import { GatewayError, type StepResult } from "../gateway.ts";

/** What Stripe never does, however often it is asked, in words. Its own may name a token. */
const refusals: Readonly<Record<string, string>> = {
  amount_too_large: "The amount is larger than Stripe takes.",
  amount_too_small: "The amount is smaller than Stripe takes.",
  capture_charge_authorization_expired: "The authorisation has ended.",
  charge_already_refunded: "The payment is refunded already.",
  charge_disputed: "The payment is disputed.",
  charge_expired_for_capture: "The authorisation has ended.",
  charge_not_refundable: "The payment cannot be refunded.",
  refund_disputed_payment: "The payment is disputed.",
  resource_missing: "Stripe does not know the card or the payment.",
  token_already_used: "The card's token was used before.",
};

/** The refusal that an error of the library says; undefined for everything else. */
export function refusalOf({ errors }: Stripe, error: unknown): StepResult | undefined {
  if (error instanceof errors.StripeCardError) {
    const { message, decline_code: code, payment_intent: intent } = error;
    const reason = code && !message.includes(code) ? `${message} (${code})` : message;
    return { outcome: "refused", reason, ...(intent ? { transaction: intent.id } : {}) };
  }
  if (!(error instanceof errors.StripeInvalidRequestError) || error.code === undefined) return undefined;
  const reason = refusals[error.code];
  return reason === undefined ? undefined : { outcome: "refused", reason };
}

/** The intent that was not in the state for a step: it may have been taken before. @throws any other error again */
export function unexpectedState({ errors }: Stripe, error: unknown): Stripe.PaymentIntent {
  const isState = error instanceof errors.StripeInvalidRequestError && error.code === "payment_intent_unexpected_state";
  if (!isState || !error.payment_intent) throw error;
  return error.payment_intent;
}

/** What may be logged of an error: neither the request nor Stripe's sentence, which may hold a token, but enough to find both there. */
export function safeError({ errors }: Stripe, error: unknown): unknown {
  // A mistake of ours, which holds nothing of Stripe's and deserves its stack.
  if (!(error instanceof errors.StripeError)) return error;
  if (error instanceof errors.StripeConnectionError) {
    return new GatewayError("Stripe could not be reached, or did not answer.");
  }
  const details = [error.statusCode, error.rawType, error.code, error.param, error.requestId];
  const known = details.filter((detail) => detail !== undefined).join(", ");
  return new GatewayError(`Stripe answered with an error: ${known || error.type}.`);
}
