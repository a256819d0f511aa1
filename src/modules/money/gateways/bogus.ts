import { createHmac, timingSafeEqual } from "node:crypto";
import { type BogusEntry, BogusLedger, type LedgerOwner } from "./bogus-ledger.ts";
import { eventOf } from "./bogus-report.ts";
import {
  type ChargeOrder,
  type FollowingStep,
  GatewayError,
  type GatewayEvent,
  type PaymentGateway,
  ReportError,
  type StepResult,
} from "./gateway.ts";

/** A step's outcome, and whether the caller receives the response. */
type Behavior = "done" | "declined" | "unreachable" | "unreachable once" | "lost once";

interface TestCard {
  readonly lastFour: string;
  readonly reason?: string;
  readonly charge?: Behavior;
  /** For a saved card. */
  readonly chargeAgain?: Behavior;
  readonly capture?: Behavior;
  readonly refund?: Behavior;
}

/** Behavior by token; an unlisted token behaves like `tok_visa`. `lost once`: the step succeeds, but its first response is lost. */
const testCards: Readonly<Record<string, TestCard>> = {
  tok_visa: { lastFour: "4242" },
  tok_mastercard: { lastFour: "4444" },
  tok_declined: { lastFour: "0002", charge: "declined" },
  tok_insufficient_funds: { lastFour: "9995", charge: "declined", reason: "The card has insufficient funds." },
  tok_authentication_required: {
    lastFour: "3184",
    charge: "declined",
    reason: "The bank requires the guest to confirm the payment.",
  },
  // It can be saved, but is declined without the guest from the second time on.
  tok_declined_later: { lastFour: "0341", chargeAgain: "declined" },
  tok_unreachable: { lastFour: "0119", charge: "unreachable" },
  tok_unreachable_once: { lastFour: "0119", charge: "unreachable once" },
  tok_lost_once: { lastFour: "0341", charge: "lost once" },
  tok_capture_declined: { lastFour: "0069", capture: "declined" },
  tok_capture_lost_once: { lastFour: "0341", capture: "lost once" },
  tok_refund_declined: { lastFour: "5126", refund: "declined" },
  tok_refund_lost_once: { lastFour: "0341", refund: "lost once" },
};
const defaultCard: TestCard = { lastFour: "4242" };
/** The time that the simulated bank keeps an authorization, as cards do. */
const authorizationMs = 7 * 86_400_000;
const savedPrefix = "saved/";

const cardOf = (token: string | null): TestCard => (token === null ? defaultCard : (testCards[token] ?? defaultCard));

/** Opens a simulated gateway for tests and demos: the token decides the outcome, and each key is processed once. */
export async function openBogus(owner: LedgerOwner, webhookSecret: string | undefined): Promise<PaymentGateway> {
  const ledger = new BogusLedger(owner);
  return {
    name: "bogus",
    keyLifetimeMs: Number.POSITIVE_INFINITY,
    charge: (order) => charge(ledger, order),
    capture: (step) => follow(ledger, "capture", step),
    cancel: (step) => follow(ledger, "cancel", step),
    refund: (step) => follow(ledger, "refund", step),
    // It has no payment page: redirect the guest straight back.
    checkout: async (order) => ({ url: order.returnUrl, session: `bogus_session_${order.key}` }),
    readReport: async (body, headers) => readReport(body, headers["bogus-signature"], webhookSecret),
  };
}

/** The value of a report's `bogus-signature` header: HMAC-SHA256 of the body, in hex. */
export function signBogusReport(body: Buffer, webhookSecret: string): string {
  return createHmac("sha256", webhookSecret).update(body).digest("hex");
}

function readReport(body: Buffer, signature: string | undefined, webhookSecret: string | undefined): GatewayEvent {
  const received = Buffer.from(signature ?? "", "hex");
  const expected = Buffer.from(signBogusReport(body, webhookSecret ?? ""), "hex");
  const isValid = received.length === expected.length && timingSafeEqual(received, expected);
  if (!webhookSecret || !isValid) throw new ReportError("The report's signature is invalid.");
  return eventOf(body);
}

async function charge(ledger: BogusLedger, order: ChargeOrder): Promise<StepResult> {
  const isSaved = order.token.startsWith(savedPrefix);
  const token = isSaved ? order.token.slice(savedPrefix.length) : order.token;
  const { lastFour, reason = "The card was declined.", ...card } = cardOf(token);
  const behavior = (isSaved ? card.chargeAgain : undefined) ?? card.charge ?? "done";
  const step = order.capture ? "charge" : "authorize";
  const entry = { ...order, token, step, charge: null };
  const done = await entered(ledger, entry, behavior, reason);
  if (done.outcome === "refused") return done;
  return {
    ...done,
    card: lastFour,
    ...(order.keepsCard ? { savedCard: `${savedPrefix}${token}` } : {}),
    ...(order.capture ? {} : { authorizedUntil: (await ledger.enteredAt(order.key)) + authorizationMs }),
  };
}

async function follow(
  ledger: BogusLedger,
  step: "capture" | "cancel" | "refund",
  { key, amount, currency, transaction }: FollowingStep,
): Promise<StepResult> {
  const first = await ledger.chargeOf(transaction);
  const { token } = first ?? { token: null };
  const behavior = (step === "cancel" ? undefined : cardOf(token)[step]) ?? "done";
  const problem = first ? await ledger.problemWith(step, transaction, amount, key) : "No such charge.";
  const entry = { key, amount, currency, token, step, charge: transaction };
  return problem === undefined
    ? entered(ledger, entry, behavior, `The ${step} was declined.`)
    : entered(ledger, entry, "declined", problem);
}

/** Records a step once under its key and returns the recorded outcome. @throws GatewayError when the behavior says so */
async function entered(
  ledger: BogusLedger,
  entry: BogusEntry,
  behavior: Behavior,
  reason: string,
): Promise<StepResult> {
  const unreachable = new GatewayError("The bogus gateway cannot be reached.");
  if (behavior === "unreachable") throw unreachable;
  const isNew = await ledger.enter(entry, {
    outcome: behavior === "declined" ? "refused" : behavior === "unreachable once" ? "unreachable" : "done",
    reason: behavior === "declined" ? reason : null,
  });
  if (isNew && (behavior === "unreachable once" || behavior === "lost once")) throw unreachable;
  return ledger.outcomeOf(entry.key);
}
