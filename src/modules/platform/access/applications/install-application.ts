import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { Scope } from "../../../../kernel/access/scopes.ts";
import { invalid, notFound } from "../../../../kernel/errors.ts";
import { isInstalled } from "./installation.ts";

export interface Installation {
  readonly account: number;
  readonly application: number;
  readonly scopes: readonly Scope[];
}

/**
 * Installs an application in an account, or adds scopes to its installation. Scopes from before an uninstallation are not restored.
 * @throws RequestError 404 for an unknown account or application, 422 for a closed account, a disabled application, or scopes that
 * the application is not registered for
 */
export async function installApplication(transaction: Transaction, installation: Installation): Promise<void> {
  const { account, application, scopes } = installation;
  const found = await transaction.row<{ closed: boolean }>(
    "select closed_at is not null as closed from accounts where id = $1",
    [account],
  );
  if (!found) throw notFound(`There is no account ${account}.`);
  if (found.closed) throw invalid({ account: [`${account} is closed`] });
  const registered = await transaction.row<{ name: string; scopes: string[]; disabled: boolean }>(
    "select name, scopes, disabled_at is not null as disabled from applications where id = $1",
    [application],
  );
  if (!registered) throw notFound(`There is no application ${application}.`);
  if (registered.disabled) throw invalid({ application: [`${application} (${registered.name}) is disabled`] });
  const unregistered = scopes.filter((scope) => !registered.scopes.includes(scope));
  if (unregistered.length > 0) {
    throw invalid({
      scopes: [
        `${unregistered.join(", ")} not registered for application ${application} (${registered.name}), which has: ${registered.scopes.join(" ")}`,
      ],
    });
  }
  if (await isInstalled(transaction, account, application, scopes)) return;
  // The caller's transaction may have no account, but the change is recorded in this account.
  await transaction.enter([account]);
  await transaction.run(
    `insert into accounts_applications (account_id, application_id, scopes) values ($1, $2, $3)
     on conflict (account_id, application_id) do update
     set scopes = case when accounts_applications.uninstalled_at is null
         then scopes_together(accounts_applications.scopes, excluded.scopes) else excluded.scopes end,
       uninstalled_at = null, updated_at = excluded.updated_at`,
    [account, application, [...scopes]],
  );
}
