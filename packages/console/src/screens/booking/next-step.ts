import { msOfDay } from "../../components/days.ts";

/** The team's next step for a stay. */
export type NextStep =
  | { readonly kind: "confirm" | "checkIn" | "reply" }
  | { readonly kind: "answer"; readonly conversation: number }
  | { readonly kind: "deposit" | "settle"; readonly amount: number };

/** The facts that decide the next step. Amounts are in the booking's currency. */
export interface StayState {
  readonly isHold: boolean;
  /** Epoch days, at the rental. */
  readonly today: number;
  readonly arrival: number;
  readonly departure: number;
  /** The part of the deposit that is not paid. */
  readonly deposit: number;
  readonly left: number;
  readonly hasEmail: boolean;
  /** A conversation whose last message is the guest's. */
  readonly unanswered: number | undefined;
  /** The time of the team's last message to the guest, in epoch milliseconds. */
  readonly written: number;
  /** Whether a review of the stay has no reply. */
  readonly isReviewed: boolean;
}

/** Check-in details are due this many days before the arrival. */
export const checkInDays = 7;

/** One step, the most urgent first: nights that would be lost, a waiting guest, money, the arrival, the review. */
export function nextStepOf(state: StayState): NextStep | undefined {
  const { today, arrival, departure, deposit, left, unanswered } = state;
  if (state.isHold) return { kind: "confirm" };
  if (unanswered !== undefined) return { kind: "answer", conversation: unanswered };
  if (deposit > 0 && today < arrival) return { kind: "deposit", amount: deposit };
  const isNear = today >= arrival - checkInDays;
  if (left > 0 && isNear) return { kind: "settle", amount: left };
  const isInformed = state.written >= (arrival - checkInDays) * msOfDay;
  if (isNear && today <= arrival && state.hasEmail && !isInformed) return { kind: "checkIn" };
  if (left > 0) return { kind: "settle", amount: left };
  return state.isReviewed && today >= departure ? { kind: "reply" } : undefined;
}
