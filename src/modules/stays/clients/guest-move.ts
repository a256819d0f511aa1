import type { WriteContext } from "../../../kernel/write/context.ts";

/** A merge of two clients: everything of `from` moves to `to`. */
export interface GuestMove {
  readonly from: number;
  readonly to: number;
}

/** Moves one module's references from one client to the other, in a shared transaction and under both clients' locks. */
export type MoveGuest = (context: WriteContext, move: GuestMove) => Promise<void>;
