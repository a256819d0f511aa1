import type { Stripe } from "stripe";

/** Complete Stripe objects in the types of its own library, so a missing field does not compile. */

const created = 1_800_000_000;

export function aPaymentMethod(id: string): Stripe.PaymentMethod {
  return {
    id,
    object: "payment_method",
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
}

export interface IntentFacts {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly description: string | null;
  readonly metadata: Record<string, string>;
  readonly manual: boolean;
  readonly method: string;
  readonly customer?: string | null;
  /** The guest left the card for later orders. */
  readonly keepsCard?: boolean;
}

export function aCustomer(id: string, metadata: Record<string, string>) {
  return { id, object: "customer", created, livemode: false, metadata } satisfies Partial<Stripe.Customer>;
}

export function anIntent(facts: IntentFacts, status: Stripe.PaymentIntent.Status): Stripe.PaymentIntent {
  const { id, amount, currency, description, metadata, manual, method, customer = null, keepsCard = false } = facts;
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: ["card"],
    amount,
    amount_capturable: status === "requires_capture" ? amount : 0,
    amount_received: status === "succeeded" ? amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: manual ? "manual" : "automatic",
    client_secret: `${id}_secret`,
    confirmation_method: "automatic",
    created,
    currency,
    customer,
    customer_account: null,
    description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: method,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: keepsCard ? "off_session" : null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status,
    transfer_group: null,
  };
}

/** @param captureBefore epoch seconds, of an authorization */
export function aCharge(intent: Stripe.PaymentIntent, refunded = 0, captureBefore?: number): Stripe.Charge {
  const captured = intent.status === "succeeded";
  return {
    id: intent.id.replace("pi_", "ch_"),
    object: "charge",
    amount: intent.amount,
    amount_captured: intent.amount_received,
    amount_refunded: refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured,
    created,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: null,
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: intent.id,
    payment_method: typeof intent.payment_method === "string" ? intent.payment_method : null,
    payment_method_details: { type: "card", card: aCard(captureBefore) },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: captured && refunded === intent.amount_received,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "succeeded",
    transfer_data: null,
    transfer_group: null,
  };
}

function aCard(captureBefore?: number): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    ...(captureBefore === undefined ? {} : { capture_before: captureBefore }),
    amount_authorized: null,
    authorization_code: null,
    brand: "visa",
    checks: null,
    country: "FR",
    electronic_commerce_indicator: null,
    exp_month: 12,
    exp_year: 2099,
    funding: "credit",
    installments: null,
    last4: "4242",
    mandate: null,
    network: "visa",
    network_transaction_id: null,
    regulated_status: null,
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}

export function aRefund(id: string, intent: Stripe.PaymentIntent, amount: number): Stripe.Refund {
  return {
    id,
    object: "refund",
    amount,
    balance_transaction: null,
    charge: intent.id.replace("pi_", "ch_"),
    created,
    currency: intent.currency,
    customer: null,
    customer_account: null,
    metadata: {},
    payment_intent: intent.id,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
}

export interface SessionFacts {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Record<string, string>;
  readonly email: string | null;
  readonly returnUrl: string;
  readonly url: string;
  /** The page's intent, once paid. */
  readonly intent: string | null;
  /** The page only authorizes. */
  readonly manual?: boolean;
}

export function aSession(facts: SessionFacts, status: "open" | "complete" | "expired"): Stripe.Checkout.Session {
  const { id, amount, currency, metadata, email, returnUrl, url, intent } = facts;
  return {
    id,
    object: "checkout.session",
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: ["card"],
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: returnUrl,
    client_reference_id: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: null,
    customer_account: null,
    customer_creation: null,
    customer_details: null,
    customer_email: email,
    discounts: null,
    expires_at: created + 86_400,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: "auto",
    managed_payments: null,
    metadata,
    mode: "payment",
    origin_context: null,
    payment_intent: intent,
    payment_link: null,
    payment_method_collection: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_status: status === "complete" && !facts.manual ? "paid" : "unpaid",
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status,
    submit_type: null,
    subscription: null,
    success_url: returnUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: status === "open" ? url : null,
    wallet_options: null,
  };
}

/** Only the parts of a dispute that a report uses. */
export function aDispute(intent: Stripe.PaymentIntent, status: Stripe.Dispute.Status) {
  return {
    id: intent.id.replace("pi_", "dp_"),
    object: "dispute",
    amount: intent.amount,
    charge: intent.id.replace("pi_", "ch_"),
    created,
    currency: intent.currency,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: "fraudulent",
    status,
  } satisfies Partial<Stripe.Dispute>;
}

/** A signed webhook as Stripe posts it. @param at epoch seconds */
export function aReport(
  type: Stripe.Event["type"],
  object: object,
  { secret, at, stripe, id = `evt_${type}` }: { secret: string; at: number; stripe: Stripe; id?: string },
): { body: Buffer; headers: Record<string, string> } {
  const payload = JSON.stringify({
    id,
    object: "event",
    api_version: null,
    created: at,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
  });
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at });
  return { body: Buffer.from(payload), headers: { "stripe-signature": signature } };
}
