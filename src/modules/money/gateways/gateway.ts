/** What a payment gateway does, and how it answers: the one interface behind which each gateway stands (bookings.md, Payments). */

/** Gateways that Roost speaks to; the other names of the reference are known and refused. */
export const gatewayNames = ["bogus", "stripe"] as const;
export type GatewayName = (typeof gatewayNames)[number];

/** What every call carries: the same key is the same call, whenever and however often it is made. */
export interface GatewayCall {
  readonly key: string;
  /** Aborted when the caller waits no longer; what the gateway did is asked again with the same key. */
  readonly signal: AbortSignal;
}

/** Money to take from a card that the gateway knows by a token. */
export interface ChargeOrder extends GatewayCall {
  /** Minor units of the currency (JPY has none: 1 is one yen). */
  readonly amount: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  /** What the gateway gave for the card; never a card number. */
  readonly token: string;
  /** What the guest reads on the bill. */
  readonly description: string;
  /** Take it now, or only hold it until `capture`. */
  readonly capture: boolean;
  /** Our own ids, which come back with what the gateway reports. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** A step that follows a charge. */
export interface FollowingStep extends GatewayCall {
  /** What the gateway called the charge. */
  readonly transaction: string;
  /** Minor units; for `capture` and `refund`. */
  readonly amount: number;
  readonly currency: string;
}

/** What came of a step. A gateway that cannot be reached, or does not know, throws instead: the step is then tried again with its key. */
export type StepResult =
  /** `card`: its last four digits. `test`: no money moved. */
  | { readonly outcome: "done"; readonly transaction: string; readonly card?: string; readonly test: boolean }
  | { readonly outcome: "refused"; readonly reason: string; readonly transaction?: string };

/** A page of the gateway on which a guest pays with a card that we never see. */
export interface CheckoutOrder extends GatewayCall {
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly email: string | null;
  readonly locale: string | null;
  /** Where the guest goes afterwards, paid or not. */
  readonly returnUrl: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * What a gateway reports by itself, once its signature was verified. Our ids come back in `metadata`, but for disputes, which name the
 * transaction alone. `ended` is an authorisation that was not taken in time, or given up. `refund_failed` names the refund by what the gateway called it when it was made. `failed` is one attempt: a guest on a page may make another, until the page itself has ended (no transaction).
 */
export interface GatewayEvent {
  /** The gateway's own id of the report: the same one may come again. */
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
    | "other";
  /** When it happened, epoch milliseconds; null where the gateway does not say. Reports may arrive in any order. */
  readonly occurredAt: number | null;
  readonly transaction: string | null;
  /** Minor units; of the whole charge for `paid`, of all refunds so far for `refunded`. */
  readonly amount: number | null;
  readonly currency: string | null;
  readonly reason: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

/** One gateway with the credentials of one account. */
export interface PaymentGateway {
  readonly name: GatewayName;
  /** Milliseconds for which it knows a key again. Later the same key would be another call: what became of the first must be looked up. */
  readonly remembersKeysFor: number;
  /** Authorises, or charges at once. */
  charge(order: ChargeOrder): Promise<StepResult>;
  capture(step: FollowingStep): Promise<StepResult>;
  /** Gives up what was authorised and not captured. */
  cancel(step: FollowingStep): Promise<StepResult>;
  refund(step: FollowingStep): Promise<StepResult>;
  /** @returns the URL to send the guest to */
  checkout(order: CheckoutOrder): Promise<{ readonly url: string; readonly session: string }>;
  /**
   * Reads a report that came over HTTP.
   * @throws ReportError when its signature is not the gateway's, or too old
   */
  readReport(body: Buffer, headers: Readonly<Record<string, string | undefined>>, now: number): Promise<GatewayEvent>;
}

/** A report whose signature is missing, wrong or too old. */
export class ReportError extends Error {}

/** A gateway that could not be reached, or did not say what came of a step. It holds no part of the request, and may be logged. */
export class GatewayError extends Error {}

/** What an account gave for a gateway, by field, in clear. */
export type Credentials = Readonly<Record<string, string>>;
