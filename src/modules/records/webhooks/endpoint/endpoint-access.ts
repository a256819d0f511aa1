import { isOwn } from "../../../platform/access/applications/console-application.ts";

/**
 * SQL: the endpoint's current scopes: those of the token that wrote it, as far as the account still grants them.
 * Null once the grant is revoked, the application uninstalled or disabled, or the account closed.
 */
export const currentScopes = `case
  when installed.uninstalled_at is null and accounts.closed_at is null and applications.disabled_at is null
    and (endpoints.grant_id is null or grants.revoked_at is null)
  then array(
    select scope from unnest(endpoints.scopes) as scope
    where scope = any (installed.scopes) and (endpoints.grant_id is null or scope = any (grants.scopes))
  ) end`;

/** SQL: the endpoint's application is Roost's own, or was registered by one of the account's people. */
export const isOfAccount = `(${isOwn()} or exists (
  select from memberships where memberships.account_id = endpoints.account_id
    and memberships.user_id = applications.registered_by_user_id and memberships.role in ('owner', 'manager')
))`;

/** SQL: the joins that both expressions need. `$1` is the account. */
export const withAccess = `join accounts on accounts.id = endpoints.account_id
  join applications on applications.id = endpoints.application_id
  join accounts_applications as installed
    on installed.account_id = $1 and installed.application_id = endpoints.application_id
  left join grants on grants.account_id = $1 and grants.id = endpoints.grant_id`;
