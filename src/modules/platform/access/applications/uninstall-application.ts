import type { Transaction } from "../../../../database/sql/transaction.ts";
import { notFound } from "../../../../kernel/errors.ts";
import { isConsole } from "./console-application.ts";

/**
 * Uninstalls an application: revokes its grants, tokens and unused codes in the account. Only this withdraws an account's authorization
 * (service.md, Authentication 6). The steps follow the lock order of exchanges and refreshes, so a concurrent one either finishes first
 * and is revoked here, or finds nothing.
 * @throws RequestError 404 if the account does not have it installed, or if it is the console
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
