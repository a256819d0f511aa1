import type { Transaction } from "../../../../database/sql/transaction.ts";

/** Deletes an application's endpoints when an account uninstalls it. They do not return with a new installation. */
export async function deleteEndpoints(transaction: Transaction, account: number, application: number): Promise<void> {
  await transaction.run(
    `update webhook_endpoints set deleted_at = statement_timestamp(), updated_at = statement_timestamp()
     where account_id = $1 and application_id = $2 and deleted_at is null`,
    [account, application],
  );
}
