import type { Transaction } from "../../../../database/sql/transaction.ts";
import { notFound } from "../../../../kernel/errors.ts";
import { isConsole } from "./console-application.ts";

/**
 * Ends what an account has given to an application: its authorizations, all tokens, and codes that were not exchanged yet. The only
 * way in which an account takes an authorization back (service.md, Authentication 6). The order of the steps is that in which
 * exchanges and refreshes lock, so that what runs at this moment is either finished before and ended here, or finds nothing.
 * @throws RequestError 404 when the account does not have it installed; also for its console, which stays
 */
export async function uninstallApplication(
  transaction: Transaction,
  account: number,
  application: number,
): Promise<void> {
  const end = (what: string): Promise<number> =>
    transaction.run(`${what} and account_id = $1 and application_id = $2`, [account, application]);
  const installations = await end(
    `update accounts_applications set uninstalled_at = statement_timestamp(), updated_at = now()
     where uninstalled_at is null and not exists (select from applications where applications.id = application_id and ${isConsole()})`,
  );
  if (installations === 0) throw notFound("The account does not have this application installed.");
  await end("update authorization_codes set used_at = statement_timestamp() where used_at is null");
  await end("update grants set revoked_at = statement_timestamp() where revoked_at is null");
  await end("update access_tokens set revoked_at = statement_timestamp() where revoked_at is null");
}
