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
 * Makes an account have an application installed with at least these scopes: a new installation, or a wider one. What it has beside
 * them stays; what it had before it was uninstalled does not come back.
 * @throws RequestError 404 for an unknown account or application, 422 for a closed account, a disabled application, and for scopes that the application is not
 * registered for
 */
export async function installApplication(transaction: Transaction, installation: Installation): Promise<void> {
  const { account, application, scopes } = installation;
  const known = await transaction.row<{ closed: boolean }>(
    "select closed_at is not null as closed from accounts where id = $1",
    [account],
  );
  if (!known) throw notFound(`There is no account ${account}.`);
  if (known.closed) throw invalid({ account: [`${account} is closed`] });
  const registered = await transaction.row<{ name: string; scopes: string[]; disabled: boolean }>(
    "select name, scopes, disabled_at is not null as disabled from applications where id = $1",
    [application],
  );
  if (!registered) throw notFound(`There is no application ${application}.`);
  if (registered.disabled) throw invalid({ application: [`${application} (${registered.name}) is disabled`] });
  const beyond = scopes.filter((scope) => !registered.scopes.includes(scope));
  if (beyond.length > 0) {
    throw invalid({
      scopes: [
        `${beyond.join(", ")} not registered for the application ${application} (${registered.name}), which has: ${registered.scopes.join(" ")}`,
      ],
    });
  }
  if (await isInstalled(transaction, account, application, scopes)) return;
  // Whoever allows it may have come without an account: what is noted of it is noted within the account.
  await transaction.enter([account]);
  await transaction.run(
    `insert into accounts_applications (account_id, application_id, scopes) values ($1, $2, $3)
     on conflict (account_id, application_id) do update
     set scopes = case when accounts_applications.uninstalled_at is null
         then scopes_together(accounts_applications.scopes, excluded.scopes) else excluded.scopes end,
       uninstalled_at = null, updated_at = now()`,
    [account, application, [...scopes]],
  );
}
