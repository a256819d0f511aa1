import type { Stripe } from "stripe";
import { GatewayError, ReusedKeyError, type StepResult } from "../gateway.ts";

/** Permanent refusals by error code. Stripe's own messages may contain a token. */
const refusals: Readonly<Record<string, string>> = {
  amount_too_large: "The amount is above Stripe's maximum.",
  amount_too_small: "The amount is below Stripe's minimum.",
  capture_charge_authorization_expired: "The authorization has expired.",
  authentication_required: "The bank requires the guest to confirm the payment.",
  charge_already_refunded: "The payment has already been refunded.",
  charge_disputed: "The payment is disputed.",
  charge_expired_for_capture: "The authorization has expired.",
  charge_not_refundable: "The payment cannot be refunded.",
  refund_disputed_payment: "The payment is disputed.",
  resource_missing: "Stripe cannot find the card or the payment.",
  token_already_used: "The card's token has already been used.",
};

/** The refusal behind a Stripe error; undefined for any other error. */
export function refusalOf({ errors }: Stripe, error: unknown): StepResult | undefined {
  if (error instanceof errors.StripeCardError) {
    const { message, decline_code: code, payment_intent: intent } = error;
    const known = refusals[error.code ?? ""];
    const reason = known ?? (code && !message.includes(code) ? `${message} (${code})` : message);
    return { outcome: "refused", reason, ...(intent ? { transaction: intent.id } : {}) };
  }
  if (!(error instanceof errors.StripeInvalidRequestError) || error.code === undefined) return undefined;
  const reason = refusals[error.code];
  return reason === undefined ? undefined : { outcome: "refused", reason };
}

/** The intent whose state did not allow the step, perhaps because the step was done before. @throws any other error unchanged */
export function unexpectedState({ errors }: Stripe, error: unknown): Stripe.PaymentIntent {
  const isState = error instanceof errors.StripeInvalidRequestError && error.code === "payment_intent_unexpected_state";
  if (!isState || !error.payment_intent) throw error;
  return error.payment_intent;
}

/** An error that is safe to log: without the request and Stripe's message, which may contain a token, but traceable in Stripe. */
export function safeError({ errors }: Stripe, error: unknown): unknown {
  // Our own bug: it contains no Stripe data and keeps its stack.
  if (!(error instanceof errors.StripeError)) return error;
  if (error instanceof errors.StripeConnectionError) {
    return new GatewayError("Stripe is unreachable or did not answer.");
  }
  const details = [error.statusCode, error.rawType, error.code, error.param, error.requestId];
  const summary = details.filter((detail) => detail !== undefined).join(", ");
  const message = `Stripe returned an error: ${summary || error.type}.`;
  return error instanceof errors.StripeIdempotencyError ? new ReusedKeyError(message) : new GatewayError(message);
}
