import type { Transaction } from "../../../../database/sql/transaction.ts";
import { isConsole } from "./console-application.ts";
import { ownClientId } from "./own-application.ts";

/** An application as an administrator sees it. Times are epoch milliseconds. */
export interface ListedApplication {
  readonly id: number;
  readonly name: string;
  readonly clientId: string;
  /** Whether it is Roost's own. */
  readonly own: boolean;
  readonly redirectUris: string[];
  /** The scopes that it may request from an account. */
  readonly scopes: string[];
  /** Requests per hour. */
  readonly rateLimit: number;
  /** Requests in this UTC hour. */
  readonly used: number;
  /** E-mail address of the person who registered it; null for an administrator. */
  readonly registeredBy: string | null;
  readonly disabledAt: number | null;
  /** The previous secret's expiry; null if it is not accepted. */
  readonly formerSecretUntil: number | null;
  readonly lastUsedAt: number | null;
  readonly createdAt: number;
  /** Ids of the accounts that have it installed. */
  readonly accounts: number[];
  /** Number of valid access tokens. */
  readonly tokens: number;
}

/** Filters; without any, all applications are listed. */
export interface ApplicationFilter {
  /** Applications that this account has installed. */
  readonly account?: number | undefined;
  readonly application?: number | undefined;
}

/** Lists applications by id, without consoles, which cannot be managed. */
export async function listApplications(
  transaction: Transaction,
  { account, application }: ApplicationFilter,
): Promise<ListedApplication[]> {
  return transaction.rows<ListedApplication & Record<string, unknown>>(
    `select id, name, client_id as "clientId", client_id = '${ownClientId}' as own, redirect_uris as "redirectUris", scopes,
       rate_limit as "rateLimit", coalesce((
         select used from request_counts where application_id = applications.id and window_starts_at = date_trunc('hour', now(), 'UTC')
       ), 0) as used, (select email from users where users.id = registered_by_user_id) as "registeredBy",
       disabled_at as "disabledAt", case when former_secret_until > now() then former_secret_until end as "formerSecretUntil",
       (select max(last_used_at) from accounts_applications where application_id = applications.id) as "lastUsedAt",
       created_at as "createdAt", array(
         select account_id from accounts_applications where application_id = applications.id and uninstalled_at is null order by 1
       ) as accounts, (
         select count(*) from access_tokens where application_id = applications.id and revoked_at is null
           and (expires_at is null or expires_at > now())
       ) as tokens
     from applications
     where not ${isConsole()} and ($1::bigint is null or id = $1) and ($2::bigint is null or exists (
       select from accounts_applications where application_id = applications.id and account_id = $2 and uninstalled_at is null
     )) order by id`,
    [application ?? null, account ?? null],
  );
}
