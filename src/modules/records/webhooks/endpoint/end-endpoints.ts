import type { Transaction } from "../../../../database/sql/transaction.ts";

/** Ends the endpoints of an application that an account uninstalls: they do not come back with it. */
export async function endEndpoints(transaction: Transaction, account: number, application: number): Promise<void> {
  await transaction.run(
    `update webhook_endpoints set deleted_at = clock_timestamp(), updated_at = clock_timestamp()
     where account_id = $1 and application_id = $2 and deleted_at is null`,
    [account, application],
  );
}
