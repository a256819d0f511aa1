import type { WriteContext } from "../../../kernel/write/context.ts";

/** Two clients who are one guest: everything of one becomes the other's. */
export interface GuestMove {
  readonly from: number;
  readonly to: number;
}

/** Makes the rows of one module that refer to a client refer to the other one, in the transaction of the whole, under the locks of both. */
export type MoveGuest = (context: WriteContext, move: GuestMove) => Promise<void>;
