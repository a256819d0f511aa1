import { forbidden } from "../errors.ts";
import type { Resource } from "../resource.ts";
import type { WriteContext } from "./context.ts";

/**
 * Hides a record's personal data from everyone but the account's own people (bookings.md, Personal data). What is restricted already stays
 * as it is.
 */
export async function restrictProcessing(
  { transaction, account }: WriteContext,
  { table }: Resource,
  id: number,
): Promise<void> {
  await transaction.run(
    `update ${table} set processing_restricted_at = clock_timestamp(), updated_at = clock_timestamp()
     where account_id = $1 and id = $2 and processing_restricted_at is null`,
    [account.id, id],
  );
}

/** Shows it again, unless something else hides it. @throws RequestError 403 for those from whom it is hidden */
export async function liftRestriction(
  { transaction, account, caller }: WriteContext,
  { table }: Resource,
  id: number,
): Promise<void> {
  if (!caller.ofAccount) throw forbidden("Only the account's own people lift a restriction.");
  await transaction.run(
    `update ${table} set processing_restricted_at = null, updated_at = clock_timestamp()
     where account_id = $1 and id = $2 and processing_restricted_at is not null`,
    [account.id, id],
  );
}
