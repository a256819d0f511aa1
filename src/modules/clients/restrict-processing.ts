import { forbidden } from "../../kernel/errors.ts";
import type { Outcome } from "../../kernel/route.ts";
import type { ActedOn } from "../../kernel/write/actions.ts";
import type { WriteContext } from "../../kernel/write/context.ts";
import { client } from "./client.ts";

/** Hides a client's personal data from everyone but the account's own people. What is restricted already stays as it is. */
export async function restrictProcessing({ transaction, account }: WriteContext, id: number): Promise<void> {
  await transaction.run(
    `update clients set processing_restricted_at = clock_timestamp(), updated_at = clock_timestamp()
     where account_id = $1 and id = $2 and processing_restricted_at is null`,
    [account.id, id],
  );
}

/** Shows it again. @throws RequestError 403 for those from whom it is hidden */
export async function liftRestriction(
  { transaction, account, caller }: WriteContext,
  { id }: ActedOn,
): Promise<Outcome> {
  if (!caller.ofAccount) throw forbidden("Only the account's own people lift a restriction.");
  await transaction.run(
    `update clients set processing_restricted_at = null, updated_at = clock_timestamp()
     where account_id = $1 and id = $2 and processing_restricted_at is not null`,
    [account.id, id],
  );
  return { shows: client, id };
}
