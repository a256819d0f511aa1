import type { Scope } from "./scopes.ts";

/** Who calls: what a valid token stands for. Every statement is rooted in `accounts`. */
export interface Caller {
  /** Ids of the accounts that the token reaches; never empty. */
  readonly accounts: readonly [number, ...number[]];
  readonly application: number;
  readonly scopes: ReadonlySet<Scope>;
}
