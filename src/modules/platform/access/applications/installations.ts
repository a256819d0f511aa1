import type { Statement } from "../../../../database/sql/transaction.ts";
import { isScope, type Scope } from "../../../../kernel/access/scopes.ts";
import type { Reader } from "../../../../kernel/read/visible/read-scope.ts";
import { isConsole } from "./console-application.ts";
import { ownClientId } from "./own-application.ts";

/** An application that an account has installed. */
export interface Installation {
  readonly accountId: number;
  readonly applicationId: number;
  /** Whether it is Roost's own application, not a third party's. */
  readonly own: boolean;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Epoch milliseconds. */
  readonly installedAt: number;
  /** Epoch milliseconds; undefined if never used. */
  readonly lastUsedAt: number | undefined;
  /** The newest consent of a person; undefined for an application that was installed on the command line. */
  readonly authorized: { readonly by: string; readonly at: number } | undefined;
}

const ofAccounts: Statement = {
  name: "installations of accounts",
  text: `
    select accounts_applications.account_id, applications.id, applications.name, array_to_string(accounts_applications.scopes, ' '),
      applications.client_id = '${ownClientId}',
      (extract(epoch from accounts_applications.created_at) * 1000)::bigint,
      (extract(epoch from accounts_applications.last_used_at) * 1000)::bigint, consent.fullname, consent.at
    from accounts_applications join applications on applications.id = accounts_applications.application_id
    left join lateral (
      select users.fullname, (extract(epoch from grants.created_at) * 1000)::bigint as at
      from grants join users on users.id = grants.user_id
      where grants.account_id = accounts_applications.account_id and grants.application_id = applications.id
        and grants.revoked_at is null
      order by grants.id desc limit 1
    ) as consent on true
    where accounts_applications.account_id = any ($1::bigint[]) and accounts_applications.uninstalled_at is null and not ${isConsole()}
    order by lower(applications.name), applications.id`,
};

/** The accounts' installed applications, by name, without consoles. */
export async function installationsOf(database: Reader, accounts: readonly number[]): Promise<Installation[]> {
  const rows = await database.read(ofAccounts, [[...accounts]]);
  return rows.map(([accountId, applicationId, name, scopes, own, installedAt, lastUsedAt, by, at]) => ({
    accountId: Number(accountId),
    applicationId: Number(applicationId),
    name: name ?? "",
    own: own === "t",
    scopes: (scopes ?? "").split(" ").filter(isScope),
    installedAt: Number(installedAt),
    lastUsedAt: lastUsedAt === null || lastUsedAt === undefined ? undefined : Number(lastUsedAt),
    authorized: by === null || by === undefined ? undefined : { by, at: Number(at) },
  }));
}
