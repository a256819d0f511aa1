import { timingSafeEqual } from "node:crypto";
import type { RawRow, Statement } from "../../database/transaction.ts";
import type { Caller } from "../../kernel/caller.ts";
import type { Reader } from "../../kernel/read/read-scope.ts";
import { digestOf, isTokenText, scopeSet } from "./access-token.ts";
import { digestArray, readDespiteDeadlock, Batcher } from "./batcher.ts";

/** What an application has left of its hour (conventions.md, Rate limit). */
export interface RateLimitStatus {
  readonly limit: number;
  /** Requests left after this one; zero for the last, and for one that is refused. */
  readonly remaining: number;
  /** This request is over the limit. */
  readonly exceeded: boolean;
  /** When the window ends, epoch seconds. */
  readonly resetsAt: number;
}

/** What a presented token turned out to be; the database's clock is part of it in any case. */
export interface Verification {
  /** Undefined for a token that is missing, malformed, unknown, expired or revoked: which of these, nobody learns. */
  readonly verified: { readonly caller: Caller; readonly rateLimit: RateLimitStatus } | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * One statement for all requests that wait at this moment: finds their tokens, counts them against their applications' hour, and
 * notes the first use of a token pair. A request over the limit is counted too, which changes nothing for the next hour. One that
 * waited for the row past the end of its hour is counted to the next, which another process has begun.
 *
 * Columns: the clock, the end of the window, the index in the question, then what the token stands for and how much of the hour is
 * used after all of the question's requests.
 */
const question: Statement = {
  name: "admission",
  text: `
    with asked as (
      select index, digest from unnest($1::integer[], $2::bytea[]) as asked (index, digest)
    ), found as (
      select asked.index, access_tokens.digest, access_tokens.account_id, access_tokens.application_id, access_tokens.scopes,
        access_tokens.pair_id, applications.rate_limit
      from asked join access_tokens on access_tokens.digest = asked.digest
      join applications on applications.id = access_tokens.application_id
      where access_tokens.revoked_at is null and (access_tokens.expires_at is null or access_tokens.expires_at > now())
    ), counted as (
      insert into request_counts as counts (application_id, window_starts_at, used)
      select application_id, date_trunc('hour', now(), 'UTC'), count(*) from found group by application_id order by application_id
      on conflict (application_id) do update set
        used = case when counts.window_starts_at in (excluded.window_starts_at, excluded.window_starts_at + interval '1 hour')
          then counts.used + excluded.used else excluded.used end,
        window_starts_at = case when counts.window_starts_at = excluded.window_starts_at + interval '1 hour'
          then counts.window_starts_at else excluded.window_starts_at end
      returning application_id, used
    ), first_used as (
      update token_pairs set first_used_at = now() from found
      where token_pairs.account_id = found.account_id and token_pairs.id = found.pair_id and token_pairs.first_used_at is null
    ), last_used as (
      update accounts_applications set last_used_at = now() from found
      where accounts_applications.account_id = found.account_id and accounts_applications.application_id = found.application_id
        and (accounts_applications.last_used_at is null or accounts_applications.last_used_at < now() - interval '10 minutes')
    )
    select (extract(epoch from now()) * 1000)::bigint,
      extract(epoch from date_trunc('hour', now(), 'UTC') + interval '1 hour')::bigint,
      found.index, found.digest, found.application_id, array_to_string(found.scopes, ' '), found.rate_limit, counted.used,
      coalesce(found.account_id::text, (
        select string_agg(installed.account_id::text, ',' order by installed.account_id) from accounts_applications as installed
        where installed.application_id = found.application_id and installed.uninstalled_at is null
      )), found.account_id is null
    from (select) as always left join (found join counted using (application_id)) on true
    order by found.index`,
};

/**
 * Verifies the tokens of requests: who calls, and what is left of the application's hour. Requests that arrive while a question is under way wait
 * for it and are asked about together in the next one. So the check is made anew for every request (a revoked token stops at once),
 * and the count is exact with any number of processes and across restarts, at the price of a fraction of a statement under load
 * (docs/decisions/0010-admission.md).
 */
export class TokenVerifier {
  private readonly batcher: Batcher<Buffer | undefined, Verification>;

  constructor(reader: Reader) {
    this.batcher = new Batcher(async (digests) =>
      answers(digests, await readDespiteDeadlock(reader, question, parametersOf(digests))),
    );
  }

  /** Looks the token up and counts the request. @param token the presented text, or undefined when there was none */
  verify(token: string | undefined): Promise<Verification> {
    return this.batcher.ask(token !== undefined && isTokenText(token) ? digestOf(token) : undefined);
  }
}

function parametersOf(digests: readonly (Buffer | undefined)[]): unknown[] {
  const asked = [...digests.entries()].filter(([, digest]) => digest !== undefined);
  return [`{${asked.map(([index]) => index).join(",")}}`, digestArray(asked.map(([, digest]) => digest))];
}

/** Answers each request what was found; the requests of one application take their turns in the order of their arrival. */
function answers(digests: readonly (Buffer | undefined)[], rows: readonly RawRow[]): Verification[] {
  const now = Number(rows[0]?.[0]);
  const byIndex = new Map(rows.map((row) => [row[2] ?? "", row]));
  const requests = new Map<string, number>();
  for (const row of rows) requests.set(row[4] ?? "", (requests.get(row[4] ?? "") ?? 0) + 1);
  return digests.map((digest, index) => {
    const row = byIndex.get(String(index));
    return { verified: row && digest ? verifiedBy(row, digest, requests) : undefined, now };
  });
}

function verifiedBy(row: RawRow, digest: Buffer, requests: Map<string, number>): Verification["verified"] {
  const [, resetsAt, , found, application, scopes, limit, used, accounts, everywhere] = row;
  if (!found || !application || !accounts) return undefined;
  // The index compared the digests; once more in constant time, so that no plan or collation can weaken it.
  if (!timingSafeEqual(Buffer.from(found.slice(2), "hex"), digest)) return undefined;
  const [first, ...others] = accounts.split(",").map(Number);
  if (first === undefined) return undefined;
  const after = requests.get(application) ?? 0;
  requests.set(application, after - 1);
  const turn = Number(used) - after + 1;
  return {
    caller: {
      accounts: [first, ...others],
      application: Number(application),
      scopes: scopeSet(scopes ?? ""),
      publishedOnly: everywhere === "t",
    },
    rateLimit: {
      limit: Number(limit),
      remaining: Math.max(0, Number(limit) - turn),
      exceeded: turn > Number(limit),
      resetsAt: Number(resetsAt),
    },
  };
}
