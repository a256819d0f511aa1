import { forbidden } from "../errors.ts";
import type { Resource } from "../resource.ts";
import type { WriteContext } from "./context.ts";

/**
 * Restricts a record's personal data to the account's own people (bookings.md, Personal data). A restricted record stays unchanged.
 */
export async function restrictProcessing(
  { transaction, account }: WriteContext,
  { table }: Resource,
  id: number,
): Promise<void> {
  await transaction.run(
    `update ${table} set processing_restricted_at = statement_timestamp(), updated_at = statement_timestamp()
     where account_id = $1 and id = $2 and processing_restricted_at is null`,
    [account.id, id],
  );
}

/** Removes the restriction; another rule may still hide the data. @throws RequestError 403 for callers outside the account */
export async function liftRestriction(
  { transaction, account, caller }: WriteContext,
  { table }: Resource,
  id: number,
): Promise<void> {
  if (!caller.ofAccount) throw forbidden("Only the account's own people can lift a restriction.");
  await transaction.run(
    `update ${table} set processing_restricted_at = null, updated_at = statement_timestamp()
     where account_id = $1 and id = $2 and processing_restricted_at is not null`,
    [account.id, id],
  );
}
