import type { Statement } from "../../../../database/sql/transaction.ts";
import { digestOf } from "../access-token.ts";
import { type Role, roleOf } from "../roles.ts";
import { digestArray } from "../tokens/batcher.ts";
import { issuedIndexes, type PresentedToken, type TokenKind } from "../tokens/token-questions.ts";
import { isSessionText } from "./sessions.ts";
import { isAgentTokenText } from "./token.ts";

/** What a valid token stands for. */
export interface AgentToken {
  readonly tokenId: number;
  readonly prefix: string;
  /** Never empty; exactly one unless `multi`. */
  readonly accounts: readonly [number, ...number[]];
  readonly multi: boolean;
  readonly user: number;
  /** What its person is at this moment in each of its accounts. */
  readonly roles: ReadonlyMap<number, Role>;
}

/** Who an agent's request comes from. */
export interface AgentIdentity {
  readonly token: AgentToken;
  /** Whether the session that the request names lives, and belongs to this token; its hour has begun anew. */
  readonly hasSession: boolean;
}

/** What an agent's request presents. */
export interface PresentedAgentToken extends PresentedToken {
  /** The id of the session that it names. */
  readonly session: string | undefined;
}

/**
 * One statement for all requests that wait at this moment (docs/design/tenancy.md): finds their tokens, counts them against
 * each token's hour, notes their use, and moves the ends of the sessions that they name. The rows of the tokens are locked in the order
 * of their ids, and those of sessions by whoever holds their token: two processes never wait for each other.
 *
 * A value of its own: the digests of the sessions. Columns of its own: id, prefix, whether it is for several accounts, its person, its
 * accounts with what that person is there (an account that they have left is none of them), and whether the session lives.
 */
const statement: Statement = {
  name: "verify agent tokens",
  text: `
    with asked as (
      select index, digest, requests, session
      from unnest($1::integer[], $2::bytea[], $3::integer[], $4::bytea[]) as asked (index, digest, requests, session)
    ), found as (
      select id, digest, prefix, multi, user_id from agent_tokens
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
      slid.digest is not null
    from (select) as always
    left join (asked join found using (digest) join counted using (id)
      left join slid on slid.digest = asked.session and slid.agent_token_id = found.id) on true
    order by asked.index`,
};

/** The tokens of the agent endpoint (service.md, Agent endpoint tokens): each has an hour of its own. */
export const agentTokens: TokenKind<PresentedAgentToken, AgentIdentity> = {
  statement,
  isTokenText: isAgentTokenText,
  besides: ({ session }) => session ?? "",
  furtherValues: (presented) => [digestArray(presented.map(({ session }) => sessionDigest(session)))],
  identify([id, prefix, multi, user, list, sessionLives]) {
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
