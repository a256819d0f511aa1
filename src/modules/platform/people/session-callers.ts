import { hash } from "node:crypto";
import { oldestLongWrite } from "../../../database/sql/long-writes.ts";
import type { Statement } from "../../../database/sql/transaction.ts";
import type { Caller } from "../../../kernel/access/caller.ts";
import { consoleClientId } from "../access/applications/console-application.ts";
import { countedRequests, notedInstallations } from "../access/request-counts.ts";
import { isOffice, roleOf, scopesOfRole } from "../access/roles.ts";
import { issuedIndexes, type PresentedToken, type TokenKind } from "../access/tokens/token-batch.ts";
import { isLive } from "./session-life.ts";

/** A console request's credentials: the browser's session and the account. */
export interface PresentedSession extends PresentedToken {
  readonly account: number;
}

/**
 * One statement for all waiting requests, as for the API's other tokens: finds the sessions and their people's roles in the accounts,
 * and counts the requests against the hour of each account's console. Without a membership, a session is not found.
 *
 * Its additional value is the accounts. Its own columns are the console's id, the account, the person and the role.
 */
const statement: Statement = {
  name: "verify sessions",
  text: `
    with asked as (
      select index, digest, requests, account_id
      from unnest($1::integer[], $2::bytea[], $3::integer[], $4::bigint[]) as asked (index, digest, requests, account_id)
    ), found as (
      select asked.index, asked.requests, asked.account_id, sessions.digest, sessions.last_seen_at, memberships.user_id, memberships.role,
        applications.id as application_id, applications.rate_limit
      from asked join sessions on sessions.digest = asked.digest
      join users on users.id = sessions.user_id and users.disabled_at is null
      join memberships on memberships.account_id = asked.account_id and memberships.user_id = users.id
      join accounts on accounts.id = asked.account_id and accounts.closed_at is null
      join applications on applications.client_id = ${consoleClientId("asked.account_id")} and applications.disabled_at is null
      where ${isLive}
    ), ${countedRequests}, ${notedInstallations}, seen as (
      update sessions set last_seen_at = now() from found
      where sessions.digest = found.digest and found.last_seen_at < now() - interval '1 minute'
    )
    select (extract(epoch from now()) * 1000)::bigint,
      extract(epoch from date_trunc('hour', now(), 'UTC') + interval '1 hour')::bigint,
      found.index, found.digest, found.application_id, found.rate_limit, counted.used,
      (extract(epoch from ${oldestLongWrite("array[found.account_id]")}) * 1000)::bigint, ${issuedIndexes("sessions")},
      found.application_id, found.account_id, found.user_id, found.role
    from (select) as always left join (found join counted using (application_id)) on true
    order by found.index`,
};

/** People's sessions as callers of the API. */
export const sessionCallers: TokenKind<PresentedSession, Caller> = {
  statement,
  isTokenText: (text) => /^[A-Za-z0-9_-]{43}$/.test(text),
  digestOf: (text) => hash("sha256", Buffer.from(text, "base64url"), "buffer"),
  variant: ({ account }) => String(account),
  additionalValues: (presented) => [`{${presented.map(({ account }) => account).join(",")}}`],
  identify([application, account, user, role]) {
    const memberRole = roleOf(role);
    return {
      accounts: [Number(account)],
      application: Number(application),
      user: Number(user),
      scopes: scopesOfRole(memberRole),
      publishedOnly: false,
      ofAccount: isOffice(memberRole),
    };
  },
};
