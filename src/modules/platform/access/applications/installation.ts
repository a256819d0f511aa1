import { formatHundredths } from "../../../../core/hundredths.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { Scope } from "../../../../kernel/access/scopes.ts";

/**
 * Whether an account has an application installed with at least these scopes. Locks the installation until the transaction ends, so a
 * concurrent uninstallation waits.
 */
export async function isInstalled(
  transaction: Transaction,
  account: number,
  application: number,
  scopes: readonly Scope[],
): Promise<boolean> {
  const row = await transaction.row<{ id: number }>(
    `select id from accounts_applications
     where account_id = $1 and application_id = $2 and scopes @> $3 and uninstalled_at is null for share`,
    [account, application, [...scopes]],
  );
  return row !== undefined;
}

/** Sets an installed application's price increase in hundredths of a percent; null for none. */
export async function setPriceIncrease(
  transaction: Transaction,
  account: number,
  application: number,
  increase: number | null,
): Promise<void> {
  await transaction.run(
    `update accounts_applications set default_price_increase = $3, updated_at = statement_timestamp()
     where account_id = $1 and application_id = $2`,
    [account, application, increase === null ? null : formatHundredths(increase)],
  );
}
