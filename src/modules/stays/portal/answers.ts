import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { isLive } from "../../property/occupancy/held-nights.ts";
import { readPortalGuest } from "./portal-guest.ts";

/** The guest and the booking of some answers. A booking that gets another guest has the answers of both. */
export interface AnswersKey {
  readonly account: number;
  readonly booking: number;
  /** The guest's id. */
  readonly client: number;
}

/**
 * Locks the booking, so that its guest answers once, and cannot be replaced or erased meanwhile.
 * @returns false if it is canceled, or the client is no longer its guest or was erased or restricted: nothing may be written
 */
export async function lockForAnswers(
  { transaction }: Pick<AccountTransaction, "transaction">,
  key: AnswersKey,
): Promise<boolean> {
  const locked = await transaction.run(
    `select from bookings where account_id = $1 and id = $2 and ${isLive} for no key update`,
    [key.account, key.booking],
  );
  return locked > 0 && (await readPortalGuest(transaction, key))?.client === key.client;
}
