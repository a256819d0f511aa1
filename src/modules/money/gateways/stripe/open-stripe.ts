import { areLive } from "../credentials.ts";
import type { Credentials, PaymentGateway } from "../gateway.ts";
import { StripeGateway } from "./stripe-gateway.ts";

/** Banks can be slow to answer. */
const timeoutMs = 60_000;

/** Opens Stripe for an account. Loads Stripe's library on first use. */
export async function openStripe(credentials: Credentials, url: string | undefined): Promise<PaymentGateway> {
  const { secret_key: key, webhook_secret: webhookSecret } = credentials;
  if (!key || !webhookSecret) throw new Error("The Stripe credentials of a payment gateway are incomplete.");
  const { Stripe } = await import("stripe");
  const stripe = new Stripe(key, {
    // The calling job retries with the same idempotency key. (The library still retries a closed connection.)
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    telemetry: false,
    appInfo: { name: "Roost" },
    ...(url === undefined ? {} : addressOf(url)),
  });
  return new StripeGateway(stripe, webhookSecret, !areLive(credentials));
}

function addressOf(url: string) {
  const { protocol, hostname, port } = new URL(url);
  const scheme = protocol === "http:" ? ("http" as const) : ("https" as const);
  return { protocol: scheme, host: hostname, port: port === "" ? { http: 80, https: 443 }[scheme] : port };
}
