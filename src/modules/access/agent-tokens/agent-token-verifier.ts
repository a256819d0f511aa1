import { timingSafeEqual } from "node:crypto";
import type { RawRow, Statement } from "../../../database/transaction.ts";
import type { Reader } from "../../../kernel/read/read-scope.ts";
import { digestOf } from "../access-token.ts";
import type { RateLimitStatus } from "../token-verifier.ts";
import { digestArray, readDespiteDeadlock, Batcher } from "../batcher.ts";
import { isSessionText } from "./sessions.ts";
import { isAgentTokenText } from "./token.ts";

/** What a valid token stands for. */
export interface AgentGrant {
  readonly tokenId: number;
  readonly prefix: string;
  /** Never empty; exactly one unless `multi`. */
  readonly accounts: readonly [number, ...number[]];
  readonly multi: boolean;
}

/** A request whose token is good. */
export interface VerifiedAgent {
  readonly grant: AgentGrant;
  readonly rateLimit: RateLimitStatus;
  /** Whether the session that the request names lives, and belongs to this token; its hour has begun anew. */
  readonly session: boolean;
}

/** What came of a request; the database's clock is told in any case, in epoch milliseconds. */
export interface AgentVerification {
  /** Undefined for a token that is missing, malformed, unknown, expired or revoked: which of these, nobody is told. */
  readonly verified: VerifiedAgent | undefined;
  readonly now: number;
}

/** The digests of the token and of the session that a request names. */
interface Asked {
  readonly token: Buffer | undefined;
  readonly session: Buffer | undefined;
}

/**
 * One statement for all requests that wait at this moment (docs/decisions/0010-admission.md): finds their tokens, counts them against
 * each token's hour, notes their use, and moves the ends of the sessions that they name. The rows of the tokens are locked in the order
 * of their ids, and those of sessions by whoever holds their token: two processes never wait for each other.
 *
 * Columns: the clock, the end of the window, the place in the question, then what the token stands for, how much of its hour is used
 * after all of the question's requests, its accounts, and whether the session lives.
 */
const question: Statement = {
  name: "agent admission",
  text: `
    with asked as (
      select index, digest, session from unnest($1::integer[], $2::bytea[], $3::bytea[]) as asked (index, digest, session)
    ), found as (
      select id, digest, prefix, multi from agent_tokens
      where digest in (select digest from asked) and revoked_at is null and (expires_at is null or expires_at > now())
      order by id for no key update
    ), counted as (
      update agent_tokens set
        used = case when window_starts_at in (hour.starts_at, hour.starts_at + interval '1 hour') then used + more.requests
          else more.requests end,
        window_starts_at = case when window_starts_at = hour.starts_at + interval '1 hour' then window_starts_at
          else hour.starts_at end,
        last_used_at = now()
      from (select found.id, count(*)::integer as requests from asked join found using (digest) group by found.id) as more,
        (select date_trunc('hour', now(), 'UTC') as starts_at) as hour
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
      asked.index, found.digest, found.id, found.prefix, found.multi, counted.rate_limit, counted.used,
      (select string_agg(reached.account_id::text, ',' order by reached.account_id) from agent_token_accounts as reached
        where reached.agent_token_id = found.id),
      slid.digest is not null
    from (select) as always
    left join (asked join found using (digest) join counted using (id)
      left join slid on slid.digest = asked.session and slid.agent_token_id = found.id) on true
    order by asked.index`,
};

/** Verifies the tokens of agents' requests: their tokens, sessions and hours are looked at anew for every one of them, all that wait together. */
export class AgentTokenVerifier {
  private readonly batcher: Batcher<Asked, AgentVerification>;

  constructor(reader: Reader) {
    this.batcher = new Batcher(async (asked) =>
      answers(asked, await readDespiteDeadlock(reader, question, parametersOf(asked))),
    );
  }

  /** @param token the presented text, or undefined when there was none @param session likewise */
  verify(token: string | undefined, session: string | undefined): Promise<AgentVerification> {
    return this.batcher.ask({
      token: token !== undefined && isAgentTokenText(token) ? digestOf(token) : undefined,
      session: session !== undefined && isSessionText(session) ? digestOf(session) : undefined,
    });
  }
}

function parametersOf(asked: readonly Asked[]): unknown[] {
  const known = [...asked.entries()].filter(([, { token }]) => token !== undefined);
  return [
    `{${known.map(([index]) => index).join(",")}}`,
    digestArray(known.map(([, { token }]) => token)),
    digestArray(known.map(([, { session }]) => session)),
  ];
}

/** Answers each request what was found; the requests of one token take their turns in the order of their arrival. */
function answers(asked: readonly Asked[], rows: readonly RawRow[]): AgentVerification[] {
  const now = Number(rows[0]?.[0]);
  const byIndex = new Map(rows.map((row) => [row[2] ?? "", row]));
  const requests = new Map<string, number>();
  for (const row of rows) requests.set(row[4] ?? "", (requests.get(row[4] ?? "") ?? 0) + 1);
  return asked.map(({ token }, index) => {
    const row = byIndex.get(String(index));
    return { verified: row && token ? verifiedBy(row, token, requests) : undefined, now };
  });
}

function verifiedBy(row: RawRow, token: Buffer, requests: Map<string, number>): VerifiedAgent | undefined {
  const [, resetsAt, , digest, id, prefix, multi, limit, used, accounts, session] = row;
  if (!digest || !id || !prefix || !accounts) return undefined;
  // The index compared the digests; once more in constant time, so that no plan or collation can weaken it.
  if (!timingSafeEqual(Buffer.from(digest.slice(2), "hex"), token)) return undefined;
  const [first, ...others] = accounts.split(",").map(Number);
  if (first === undefined) return undefined;
  const after = requests.get(id) ?? 0;
  requests.set(id, after - 1);
  const turn = Number(used) - after + 1;
  return {
    grant: { tokenId: Number(id), prefix, accounts: [first, ...others], multi: multi === "t" },
    rateLimit: {
      limit: Number(limit),
      remaining: Math.max(0, Number(limit) - turn),
      exceeded: turn > Number(limit),
      resetsAt: Number(resetsAt),
    },
    session: session === "t",
  };
}
