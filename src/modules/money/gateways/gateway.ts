/** The interface that every payment gateway implements (bookings.md, Payments). */

/** Supported gateways. The reference's other names are recognized and refused. */
export const gatewayNames = ["bogus", "stripe"] as const;
export type GatewayName = (typeof gatewayNames)[number];

/** Every call carries an idempotency key: repeating a key repeats the same call. */
export interface GatewayCall {
  readonly key: string;
  /** Aborts the wait; the caller retries with the same key to learn the outcome. */
  readonly signal: AbortSignal;
}

/** A charge on a card that the gateway identifies by a token. */
export interface ChargeOrder extends GatewayCall {
  /** As `amount_in_cents`: hundredths, also of a currency of three decimals; JPY has none, 1 is one yen. */
  readonly amount: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  /** The gateway's token for the card; never a card number. */
  readonly token: string;
  /** The text on the guest's bill. */
  readonly description: string;
  /** True charges now; false only authorizes until `capture`. */
  readonly capture: boolean;
  /** Saves the card for later orders without the guest, and returns its reference as `savedCard`. */
  readonly keepsCard: boolean;
  /** Our own ids, which the gateway returns with its reports. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** A capture, cancellation or refund of an earlier charge. */
export interface FollowingStep extends GatewayCall {
  /** The gateway's id of the charge. */
  readonly transaction: string;
  /** As in `ChargeOrder`; for `capture` and `refund`. */
  readonly amount: number;
  readonly currency: string;
}

/** The outcome of a step. An unreachable or undecided gateway throws instead; the caller retries with the same key. */
export type StepResult =
  | DoneStep
  | { readonly outcome: "refused"; readonly reason: string; readonly transaction?: string };

interface DoneStep {
  readonly outcome: "done";
  readonly transaction: string;
  /** The card's last four digits. */
  readonly card?: string;
  /** No money moved. */
  readonly test: boolean;
  /** The gateway's reference of a saved card: a later order's token. A secret. */
  readonly savedCard?: string | undefined;
  /** The time at which an authorization lapses, epoch milliseconds. */
  readonly authorizedUntil?: number | undefined;
}

/** A hosted payment page of the gateway. We never see the card. */
export interface CheckoutOrder extends GatewayCall {
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly email: string | null;
  readonly locale: string | null;
  /** The gateway redirects the guest here afterwards, paid or not. */
  readonly returnUrl: string;
  /** False only authorizes. */
  readonly capture: boolean;
  /** Saves the card; reports return its reference. */
  readonly keepsCard: boolean;
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * A gateway's report with a verified signature. `metadata` returns our ids, except for disputes, which name only the transaction.
 * `ended`: an authorization expired or was voided. `refund_failed` names the refund by the gateway's id for it.
 * `failed` is one attempt: on a hosted page the guest may retry until the page expires (no transaction).
 */
export interface GatewayEvent {
  /** The gateway's own id of the report, which may arrive more than once. */
  readonly id: string;
  readonly kind:
    | "paid"
    | "authorized"
    | "ended"
    | "failed"
    | "refunded"
    | "refund_failed"
    | "disputed"
    | "dispute_won"
    | "dispute_lost"
    | "other";
  /** The event's time in epoch milliseconds; null if unknown. Reports may arrive in any order. */
  readonly occurredAt: number | null;
  readonly transaction: string | null;
  /** As in `ChargeOrder`: the whole charge for `paid`, all refunds so far for `refunded`. */
  readonly amount: number | null;
  readonly currency: string | null;
  readonly reason: string | null;
  /** As in the result of a step. */
  readonly savedCard?: string | undefined;
  readonly authorizedUntil?: number | undefined;
  readonly metadata: Readonly<Record<string, string>>;
}

/** A gateway opened with one account's credentials. */
export interface PaymentGateway {
  readonly name: GatewayName;
  /** The gateway remembers a key for this many milliseconds. After that, a repeated key is a new call. */
  readonly keyLifetimeMs: number;
  /** Charges the card, or authorizes only. */
  charge(order: ChargeOrder): Promise<StepResult>;
  capture(step: FollowingStep): Promise<StepResult>;
  /** Voids an uncaptured authorization. */
  cancel(step: FollowingStep): Promise<StepResult>;
  refund(step: FollowingStep): Promise<StepResult>;
  /** @returns the URL to send the guest to */
  checkout(order: CheckoutOrder): Promise<{ readonly url: string; readonly session: string }>;
  /**
   * Reads a report received over HTTP.
   * @throws ReportError for an invalid or expired signature
   */
  readReport(body: Buffer, headers: Readonly<Record<string, string | undefined>>, now: number): Promise<GatewayEvent>;
}

/** A report with a missing, invalid or expired signature. */
export class ReportError extends Error {}

/** The gateway is unreachable or reported no outcome. Contains nothing of the request, so it is safe to log. */
export class GatewayError extends Error {}

/** The key belongs to a call with other parameters: this call did nothing. */
export class ReusedKeyError extends GatewayError {}

/** An account's credentials for a gateway, by field, in plain text. */
export type Credentials = Readonly<Record<string, string>>;
