import type { Statement } from "../../../../database/sql/transaction.ts";
import { digestOf } from "../access-token.ts";
import { type Role, roleOf } from "../roles.ts";
import { digestArray } from "../tokens/batcher.ts";
import { issuedIndexes, type PresentedToken, type TokenKind } from "../tokens/token-batch.ts";
import { isSessionText } from "./sessions.ts";
import { isAgentTokenText } from "./token.ts";

/** A valid agent token. */
export interface AgentToken {
  readonly tokenId: number;
  readonly prefix: string;
  /** Never empty; exactly one unless `multi`. */
  readonly accounts: readonly [number, ...number[]];
  readonly multi: boolean;
  readonly user: number;
  /** Whether it may propose changes for a person to approve. Otherwise the endpoint is read-only. */
  readonly mayPropose: boolean;
  /** The person's current role in each of the token's accounts. */
  readonly roles: ReadonlyMap<number, Role>;
}

/** The sender of an agent's request. */
export interface AgentIdentity {
  readonly token: AgentToken;
  /** Whether the request's session is live and belongs to this token. If so, its expiry was extended. */
  readonly hasSession: boolean;
}

/** An agent request's credentials. */
export interface PresentedAgentToken extends PresentedToken {
  /** The session id. */
  readonly session: string | undefined;
}

/**
 * One statement for all waiting requests (docs/design/tenancy.md): finds their tokens, counts them against each token's hour, records
 * their use and extends their sessions. It locks tokens by id, and a session only after its token, so processes cannot deadlock.
 *
 * Its additional value is the sessions' digests. Its own columns are the id, prefix, whether it is for several accounts, the person, the
 * accounts with the person's roles (without accounts that the person left), whether the session is live, and whether it may propose.
 */
const statement: Statement = {
  name: "verify agent tokens",
  text: `
    with asked as (
      select index, digest, requests, session
      from unnest($1::integer[], $2::bytea[], $3::integer[], $4::bytea[]) as asked (index, digest, requests, session)
    ), found as (
      select id, digest, prefix, multi, user_id, may_propose from agent_tokens
      where digest in (select digest from asked) and revoked_at is null and (expires_at is null or expires_at > now())
      order by id for no key update
    ), counted as (
      update agent_tokens set
        used = case when window_starts_at in (hour.starts_at, hour.ends_at) then used + more.requests
          else more.requests end,
        window_starts_at = case when window_starts_at = hour.ends_at then window_starts_at
          else hour.starts_at end,
        last_used_at = now()
      from (select found.id, sum(requests)::integer as requests from asked join found using (digest) group by found.id) as more,
        (select date_trunc('hour', now(), 'UTC') as starts_at, date_trunc('hour', now(), 'UTC') + interval '1 hour' as ends_at) as hour
      where agent_tokens.id = more.id
      returning agent_tokens.id, agent_tokens.used, agent_tokens.rate_limit
    ), slid as (
      update agent_sessions set expires_at = now() + interval '1 hour'
      from (select distinct asked.session, found.id from asked join found using (digest)) as named
      where agent_sessions.digest = named.session and agent_sessions.agent_token_id = named.id and agent_sessions.expires_at > now()
      returning agent_sessions.digest, agent_sessions.agent_token_id
    )
    select (extract(epoch from now()) * 1000)::bigint,
      extract(epoch from date_trunc('hour', now(), 'UTC') + interval '1 hour')::bigint,
      asked.index, found.digest, found.id, counted.rate_limit, counted.used, null, ${issuedIndexes("agent_tokens")}, found.id, found.prefix, found.multi, found.user_id,
      (select string_agg(reached.account_id || ':' || memberships.role, ',' order by reached.account_id) from agent_token_accounts as reached
        join accounts on accounts.id = reached.account_id
        join memberships on memberships.account_id = reached.account_id and memberships.user_id = found.user_id
        where reached.agent_token_id = found.id and accounts.closed_at is null),
      slid.digest is not null, found.may_propose
    from (select) as always
    left join (asked join found using (digest) join counted using (id)
      left join slid on slid.digest = asked.session and slid.agent_token_id = found.id) on true
    order by asked.index`,
};

/** The agent endpoint's tokens (service.md, Agent endpoint tokens). Each has its own hourly limit. */
export const agentTokens: TokenKind<PresentedAgentToken, AgentIdentity> = {
  statement,
  isTokenText: isAgentTokenText,
  variant: ({ session }) => session ?? "",
  additionalValues: (presented) => [digestArray(presented.map(({ session }) => sessionDigest(session)))],
  identify([id, prefix, multi, user, list, sessionLives, mayPropose]) {
    const roles = rolesIn(list ?? "");
    const [first, ...others] = roles.keys();
    if (!prefix || first === undefined) return undefined;
    return {
      token: {
        tokenId: Number(id),
        prefix,
        accounts: [first, ...others],
        multi: multi === "t",
        user: Number(user),
        mayPropose: mayPropose === "t",
        roles,
      },
      hasSession: sessionLives === "t",
    };
  },
};

/** @param list such as `12:owner,15:manager` */
function rolesIn(list: string): ReadonlyMap<number, Role> {
  const entries = list === "" ? [] : list.split(",").map((entry) => entry.split(":"));
  return new Map(entries.map(([account, role]) => [Number(account), roleOf(role)]));
}

function sessionDigest(session: string | undefined): Buffer | undefined {
  return session !== undefined && isSessionText(session) ? digestOf(session) : undefined;
}
