import type { ContentMoment } from "../../database/sql/content-version.ts";
import type { Scope } from "./scopes.ts";

/** The holder of a valid token. Every statement is scoped to `accounts`. */
export interface Caller {
  /** Ids of the accounts that the token reaches. */
  readonly accounts: readonly [number, ...number[]];
  readonly application: number;
  readonly scopes: ReadonlySet<Scope>;
  /** An application's own token, granted by no account: it sees published rentals and what belongs to them. */
  readonly publishedOnly: boolean;
  /** One of the account's own people calls: only they see restricted personal data (bookings.md, Personal data). Absent: an application calls. */
  readonly ofAccount?: boolean;
  /** The person who calls, through the console or an agent. Absent: a program. */
  readonly user?: number;
  /** The account's content version when the request was admitted. Absent for several accounts, and for people. */
  readonly content?: ContentMoment;
  /** The token pair of an authorized token (`token_pairs`). */
  readonly tokenPair?: number;
}

/** The queue that a caller's long computations wait in (see `scheduler`). */
export function laneOf({ accounts }: Caller): string {
  return accounts.join();
}
