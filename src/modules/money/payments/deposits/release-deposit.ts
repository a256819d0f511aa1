import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { touchBooking } from "../perform/deposit-outcome.ts";
import { endAuthorization } from "../perform/end-authorization.ts";
import type { LockedDeposit } from "./stored-deposit.ts";

/**
 * Gives up a locked deposit's authorizations: jobs void them at the gateway. `planned` waits for the planned day again.
 * @param byHand the plan then does not authorize again
 */
export async function releaseDeposit(
  context: AccountTransaction,
  { booking, authorization, pending }: LockedDeposit,
  to: { readonly state: "released" | "planned"; readonly byHand?: boolean },
): Promise<void> {
  const { transaction, account } = context;
  for (const id of [authorization, pending]) if (id !== null) await endAuthorization(context, id);
  await transaction.run(
    `insert into damage_deposits (account_id, booking_id, state, by_hand, retry_at) values ($1, $2, $3, $4, null)
     on conflict (account_id, booking_id) do update set state = excluded.state, by_hand = excluded.by_hand, payment_id = null,
       authorized_until = null, pending_payment_id = null, pending_since = null, failures = 0, failure_reason = null, retry_at = null,
       asked_at = null, updated_at = excluded.updated_at`,
    [account.id, booking.id, to.state, to.byHand ?? false],
  );
  await touchBooking(context, booking);
}
