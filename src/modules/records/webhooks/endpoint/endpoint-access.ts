import { isOwn } from "../../../platform/access/applications/console-application.ts";

/** An endpoint's current access. */
export interface EndpointAccess {
  readonly application_id: number;
  /** Null if it can no longer read anything. */
  readonly scopes: string[] | null;
  readonly of_account: boolean;
  /** The person who last wrote it in the console; null for a program. */
  readonly user_id: number | null;
  /** See `writerRole`. */
  readonly role: string | null;
}

/**
 * SQL: the endpoint's current scopes: those of the token that wrote it, as far as the account still grants them.
 * Null once the grant is revoked, the application uninstalled or disabled, or the account closed.
 */
const currentScopes = `case
  when installed.uninstalled_at is null and accounts.closed_at is null and applications.disabled_at is null
    and (endpoints.grant_id is null or grants.revoked_at is null)
  then array(
    select scope from unnest(endpoints.scopes) as scope
    where scope = any (installed.scopes) and (endpoints.grant_id is null or scope = any (grants.scopes))
  ) end`;

/**
 * SQL: the role of the person who last wrote the endpoint in the console. Null once they are disabled, have left the account, or may no
 * longer manage webhooks. @param endpoints the table's name in the statement @param account SQL of the account
 */
export const writerRole = (endpoints: string, account: string): string => `(
  select memberships.role from memberships join users on users.id = memberships.user_id and users.disabled_at is null
  where memberships.account_id = ${account} and memberships.user_id = ${endpoints}.user_id and memberships.role in ('owner', 'manager')
)`;

/** SQL: the endpoint's application is Roost's own, or was registered by one of the account's people. */
const isOfAccount = `(${isOwn()} or exists (
  select from memberships where memberships.account_id = endpoints.account_id
    and memberships.user_id = applications.registered_by_user_id and memberships.role in ('owner', 'manager')
))`;

/** SQL: the joins that both expressions need. `$1` is the account. */
export const withAccess = `join accounts on accounts.id = endpoints.account_id
  join applications on applications.id = endpoints.application_id
  join accounts_applications as installed
    on installed.account_id = $1 and installed.application_id = endpoints.application_id
  left join grants on grants.account_id = $1 and grants.id = endpoints.grant_id`;

/** SQL: the columns of `EndpointAccess`, with the joins of `withAccess`. */
export const accessColumns = `endpoints.application_id, ${currentScopes} as scopes, ${isOfAccount} as of_account,
  endpoints.user_id, ${writerRole("endpoints", "$1")} as role`;
