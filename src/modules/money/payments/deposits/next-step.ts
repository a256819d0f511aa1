/** The states of a damage deposit. */
export const depositStates = [
  "planned",
  "authorizing",
  "authorized",
  "capturing",
  "captured",
  "failed",
  "released",
] as const;
export type DepositState = (typeof depositStates)[number];

/** A deposit and its booking. Amounts in hundredths; `…At` of the stay are readings of the rental's clock, all else instants, in epoch milliseconds. */
export interface DepositFacts {
  readonly state: DepositState;
  /** Booked and not canceled. */
  readonly isLive: boolean;
  /** The deposit that the booking asks for; zero for none. */
  readonly amount: number;
  /** The amount of the newest authorization. */
  readonly authorizedAmount: number | null;
  /** Null where only a person authorizes. */
  readonly authorizeAt: number | null;
  readonly departsAt: number;
  readonly releaseAt: number;
  readonly rentalNow: number;
  readonly now: number;
  readonly authorizedUntil: number | null;
  readonly pendingSince: number | null;
  readonly byHand: boolean;
  readonly failures: number;
  readonly retryAt: number | null;
  readonly hasCard: boolean;
  /** Roost has asked the guest, who has not acted yet. */
  readonly wasAsked: boolean;
}

/**
 * `postpone` releases the held amount and waits for the planned day. `expire` drops an authorization that is over, `abandon` one that
 * the gateway never answered. `ask` asks the guest for a card.
 */
export type DepositStep = "authorize" | "ask" | "release" | "postpone" | "expire" | "abandon";

/** A gateway's key may be forgotten after this time, so an unanswered step is not repeated. */
export const maxPendingMs = 20 * 3_600_000;

/** A deposit's next step on its own, without a person (bookings.md, Payments). Undefined for none. */
export function nextStep(deposit: DepositFacts): DepositStep | undefined {
  const { state, byHand, now, authorizedUntil, pendingSince } = deposit;
  if (state === "capturing" || state === "captured" || (state === "released" && byHand)) return undefined;
  if (isOver(deposit)) return state === "released" ? undefined : "release";
  if (pendingSince !== null) return now - pendingSince >= maxPendingMs ? "abandon" : stepWhilePending(deposit);
  if (authorizedUntil !== null && authorizedUntil <= now) return "expire";
  if (!isWanted(deposit)) return state === "authorized" || state === "failed" ? "postpone" : undefined;
  return mayTry(deposit) ? tryingStep(deposit) : undefined;
}

const isOver = ({ isLive, amount, rentalNow, releaseAt }: DepositFacts): boolean =>
  !isLive || amount <= 0 || rentalNow >= releaseAt;

const stepWhilePending = (deposit: DepositFacts): DepositStep | undefined =>
  isWanted(deposit) ? undefined : "postpone";

const isWanted = ({ byHand, authorizeAt, rentalNow }: DepositFacts): boolean =>
  byHand || (authorizeAt !== null && authorizeAt <= rentalNow);

/** A deposit is first authorized before the departure, and renewed after it. */
function mayTry({ state, rentalNow, departsAt, retryAt, now, ...deposit }: DepositFacts): boolean {
  const isDue = retryAt !== null && retryAt <= now;
  if (state === "authorized") return isDue || (deposit.authorizedAmount !== deposit.amount && deposit.failures === 0);
  const isUntried = state === "released" || (state === "planned" && !deposit.wasAsked);
  return rentalNow < departsAt && (isDue || isUntried);
}

const tryingStep = ({ hasCard }: DepositFacts): DepositStep => (hasCard ? "authorize" : "ask");
