import { areLive } from "../credentials.ts";
import type { Credentials, PaymentGateway } from "../gateway.ts";
import { StripeGateway } from "./stripe-gateway.ts";

/** Milliseconds that a call may take: a bank may take long to answer. */
const timeout = 60_000;

/** Opens Stripe for an account. Its library is loaded here, when it is first needed. */
export async function openStripe(credentials: Credentials, url: string | undefined): Promise<PaymentGateway> {
  const { secret_key: key, webhook_secret: webhookSecret } = credentials;
  if (!key || !webhookSecret) throw new Error("The credentials of a payment gateway for Stripe are incomplete.");
  const { Stripe } = await import("stripe");
  const stripe = new Stripe(key, {
    // The job that asks tries again, with the same idempotency key. (A connection that was closed the library tries anew all the same.)
    maxNetworkRetries: 0,
    timeout,
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
