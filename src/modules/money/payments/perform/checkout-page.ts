import type { Secrets } from "../../../../kernel/access/secrets.ts";
import { ReusedKeyError } from "../../gateways/gateway.ts";
import { openGateway } from "../../gateways/open-gateway.ts";
import type { FoundPage } from "../payment-page.ts";
import { metadataOf } from "./perform-payment.ts";

/** An open checkout of a payment. */
export type Checkout = {
  readonly id: number;
  readonly key: string;
  readonly payment_gateway_id: number;
  /** Minor units. */
  readonly amount_in_cents: number;
  readonly description: string | null;
};

interface CheckoutRequest {
  readonly page: FoundPage;
  readonly secrets: Secrets;
  readonly endpoints: Readonly<Record<string, string>>;
  /** The page to which the gateway sends the guest afterwards. */
  readonly returnUrl: string;
  readonly currency: string;
  readonly checkout: Checkout;
  /** Whether the gateway takes the money, or only authorizes it. */
  readonly captures: boolean;
  readonly keepsCard: boolean;
}

/** Whether a guest continues an open checkout, or starts another that overtakes it. */
export type CheckoutStart = "resume" | "overtake";

/**
 * Opens a checkout's page, and another checkout's if the open one belongs to another page of the booking: the gateway returns the guest to
 * that page, and its key fits no other.
 */
export async function resumeOrOvertake(
  open: (start: CheckoutStart) => Promise<string | undefined>,
): Promise<string | undefined> {
  try {
    return await open("resume");
  } catch (error) {
    if (!(error instanceof ReusedKeyError)) throw error;
    return open("overtake");
  }
}

/**
 * Opens the gateway's page of a checkout; its key returns the same page again. An open checkout stays at its own gateway, even if the
 * rental's gateway has changed: reports come from there.
 * @returns the page's URL
 */
export async function openCheckoutPage(request: CheckoutRequest): Promise<string> {
  const { page, secrets, endpoints, returnUrl, currency, checkout, captures, keepsCard } = request;
  const gateway = await openGateway(page.scope, secrets, endpoints, page.account, checkout.payment_gateway_id);
  const { url } = await gateway.checkout({
    key: checkout.key,
    signal: AbortSignal.timeout(20_000),
    amount: checkout.amount_in_cents,
    currency,
    description: checkout.description ?? "",
    email: null,
    locale: null,
    returnUrl,
    capture: captures,
    keepsCard,
    metadata: metadataOf(page.account, checkout.id, page.booking, { step: "checkout", key: checkout.key }),
  });
  return url;
}
