import { contentMoment, readContentMoment } from "../../../../database/sql/content-version.ts";
import { oldestLongWrite } from "../../../../database/sql/long-writes.ts";
import type { Statement } from "../../../../database/sql/transaction.ts";
import type { Caller } from "../../../../kernel/access/caller.ts";
import { isTokenText, scopeSet } from "../access-token.ts";
import { accountIds } from "../account-ids.ts";
import { isOwn } from "../applications/console-application.ts";
import { countedRequests, notedInstallations } from "../request-counts.ts";
import { issuedIndexes, type PresentedToken, type TokenKind } from "./token-batch.ts";

/** SQL: the accounts that a token reaches, including closed ones. */
const reached = `case when found.account_id is null then array(
    select installed.account_id from accounts_applications as installed where installed.application_id = found.application_id
  ) else array[found.account_id] end`;

/** An API request's credentials. */
export interface PresentedApiToken extends PresentedToken {
  /** Whether it only reads, so that a cached response may serve it. */
  readonly reads?: boolean;
}

/** SQL: the requests' credentials (`asked`) and their tokens (`found`). */
const finding = `
    with asked as (
      select index, digest, requests, reads
      from unnest($1::integer[], $2::bytea[], $3::integer[], $4::boolean[]) as asked (index, digest, requests, reads)
    ), found as (
      select asked.index, asked.requests, asked.reads, access_tokens.digest, access_tokens.account_id, access_tokens.application_id, access_tokens.scopes,
        access_tokens.pair_id, access_tokens.last_used_at, applications.rate_limit,
        ${isOwn()} or exists (
          select from memberships where memberships.account_id = access_tokens.account_id
            and memberships.user_id = applications.registered_by_user_id and memberships.role in ('owner', 'manager')
        ) as of_account
      from asked join access_tokens on access_tokens.digest = asked.digest
      join applications on applications.id = access_tokens.application_id
      where access_tokens.revoked_at is null and (access_tokens.expires_at is null or access_tokens.expires_at > now())
        and applications.disabled_at is null
        and not exists (select from accounts where accounts.id = access_tokens.account_id and accounts.closed_at is not null)
    )`;

/** SQL: the first of the common columns. */
const common = `(extract(epoch from now()) * 1000)::bigint,
      extract(epoch from date_trunc('hour', now(), 'UTC') + interval '1 hour')::bigint,
      found.index, found.digest, found.application_id, found.rate_limit`;

/** SQL: the columns of this kind of token. */
const own = `array_to_string(found.scopes, ' '),
      found.application_id,
      coalesce(found.account_id::text, (
        select string_agg(installed.account_id::text, ',' order by installed.account_id) from accounts_applications as installed
        join accounts on accounts.id = installed.account_id
        where installed.application_id = found.application_id and installed.uninstalled_at is null and accounts.closed_at is null
      )), found.account_id is null, found.of_account, found.pair_id`;

/**
 * One statement for all waiting requests: finds their tokens, counts them against their applications' hour, and records the tokens'
 * use every ten minutes. Requests over the limit are counted too.
 *
 * Its own columns are the scopes, application, accounts, whether the token is the application's own, whether the application belongs to
 * the account (Roost's own or registered by an owner or manager), the token pair, and the content version for requests that read.
 */
const statement: Statement = {
  name: "verify api tokens",
  text: `
    ${finding}, ${countedRequests}, used as (
      update access_tokens set last_used_at = now() from found
      where access_tokens.digest = found.digest and (found.last_used_at is null or found.last_used_at < now() - interval '10 minutes')
    ), ${notedInstallations}
    select ${common}, counted.used,
      (extract(epoch from ${oldestLongWrite(reached)}) * 1000)::bigint, ${issuedIndexes("access_tokens")}, ${own},
      case when found.reads then ${contentMoment("found.account_id")} end
    from (select) as always left join (found join counted using (application_id)) on true
    order by found.index`,
};

/** An application's own token works before the first account has installed it, and reads nothing. Ids are positive, so 0 matches none. */
const noAccounts = [0] as const;

/** The API's tokens (service.md, Authentication). All tokens of an application share its hourly limit. */
export const apiTokens: TokenKind<PresentedApiToken, Caller> = {
  statement,
  isTokenText,
  variant: ({ reads = false }) => String(reads),
  additionalValues: (presented) => [`{${presented.map(({ reads = false }) => reads).join(",")}}`],
  identify([scopes, application, list, ownToken, ofAccount, pair, moment]) {
    const accounts = accountIds(list) ?? (ownToken === "t" ? noAccounts : undefined);
    if (!accounts) return undefined;
    const content = readContentMoment(moment);
    return {
      accounts,
      application: Number(application),
      scopes: scopeSet(scopes ?? ""),
      publishedOnly: ownToken === "t",
      ofAccount: ofAccount === "t",
      ...(content ? { content } : {}),
      ...(pair ? { tokenPair: Number(pair) } : {}),
    };
  },
};
