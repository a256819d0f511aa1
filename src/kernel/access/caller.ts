import type { ContentMoment } from "../../database/sql/content-version.ts";
import type { Scope } from "./scopes.ts";

/** Who calls: what a valid token stands for. Every statement is scoped to `accounts`. */
export interface Caller {
  /** Ids of the accounts that the token reaches; never empty. */
  readonly accounts: readonly [number, ...number[]];
  readonly application: number;
  readonly scopes: ReadonlySet<Scope>;
  /** The token was given to the application itself and not by an account: it sees published rentals and what belongs to them. */
  readonly publishedOnly: boolean;
  /**
   * The account's own people call: they alone see personal data whose processing is restricted (bookings.md, Personal data). Absent:
   * somebody else's program does.
   */
  readonly ofAccount?: boolean;
  /** The person who calls, where one does: through the console, or through an agent. Absent: a program. */
  readonly user?: number;
  /** What the account showed when the request was let in; absent for several accounts, and for people. */
  readonly content?: ContentMoment;
  /** The pair of tokens that the token belongs to, where an authorization gave it (`token_pairs`). */
  readonly tokenPair?: number;
}

/** Whose long computations take turns with the others' (see `turns`). */
export function laneOf({ accounts }: Caller): string {
  return accounts.join();
}
