import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { RawRow, Statement, Transaction } from "../database/transaction.ts";
import type { Caller } from "../kernel/caller.ts";
import type { Reader } from "../kernel/read/read.ts";
import { isScope, type Scope } from "../kernel/scopes.ts";

/** What a presented token turned out to be; `now` is the database's clock (epoch milliseconds), asked in the same statement. */
export interface TokenCheck {
  readonly caller: Caller | undefined;
  readonly now: number;
}

const tokenPattern = /^roost_[A-Za-z0-9_-]{43}$/;

const check: Statement = {
  name: "access token",
  text: `
    select asked.place, (extract(epoch from now()) * 1000)::bigint, access_tokens.digest, access_tokens.account_id,
      access_tokens.application_id, array_to_string(access_tokens.scopes, ' ')
    from unnest($1::bytea[]) with ordinality as asked (digest, place) left join access_tokens
      on access_tokens.digest = asked.digest and access_tokens.revoked_at is null
      and (access_tokens.expires_at is null or access_tokens.expires_at > now())`,
};

/**
 * Looks a presented token up. Asked anew on every request, so that a revoked token stops at once. An unknown, expired, revoked or
 * malformed one answers no caller; which of these it is, nobody is told.
 */
export async function checkAccessToken(reader: Reader, token: string | undefined): Promise<TokenCheck> {
  const digest = token !== undefined && tokenPattern.test(token) ? digestOf(token) : undefined;
  const [, now, found, account, application, granted] = await lookUp(reader, digest ?? null);
  if (!digest || !found || !account || !application || granted === null || granted === undefined) {
    return { caller: undefined, now: Number(now) };
  }
  // The index compared the digests; once more in constant time, so that no plan or collation can weaken it.
  if (!timingSafeEqual(Buffer.from(found.slice(2), "hex"), digest)) return { caller: undefined, now: Number(now) };
  return {
    caller: { accounts: [Number(account)], application: Number(application), scopes: scopeSet(granted) },
    now: Number(now),
  };
}

/** Tokens whose requests arrived in one turn of the event loop, and the rows of the one statement that looks all of them up. */
interface Gathering {
  readonly digests: (Buffer | null)[];
  readonly rows: Promise<RawRow[]>;
}

const gatherings = new WeakMap<Reader, Gathering>();

/**
 * The row of a token. Under load one statement serves many requests; as it is sent after the last of them arrived, each is told
 * how its token stands now, and not how it stood for an earlier request.
 */
async function lookUp(reader: Reader, digest: Buffer | null): Promise<RawRow> {
  const gathering = gatherings.get(reader) ?? gather(reader);
  const place = String(gathering.digests.push(digest));
  return (await gathering.rows).find((row) => row[0] === place) ?? [];
}

function gather(reader: Reader): Gathering {
  const digests: Gathering["digests"] = [];
  const rows = setImmediate().then(() => {
    gatherings.delete(reader);
    return reader.read(check, [digests]);
  });
  const gathering = { digests, rows };
  gatherings.set(reader, gathering);
  return gathering;
}

/** Binds a new token to an account, an application that the account has installed, and scopes. @returns the token, shown this once */
export async function issueAccessToken(
  transaction: Transaction,
  grant: { account: number; application: number; scopes: readonly Scope[]; expiresAt?: number },
): Promise<string> {
  const token = `roost_${randomBytes(32).toString("base64url")}`;
  await transaction.run(
    "insert into access_tokens (digest, account_id, application_id, scopes, expires_at) values ($1, $2, $3, $4, $5)",
    [
      digestOf(token),
      grant.account,
      grant.application,
      [...grant.scopes],
      grant.expiresAt === undefined ? null : new Date(grant.expiresAt).toISOString(),
    ],
  );
  return token;
}

/** The SHA-256 under which a secret is kept. Secrets here are 32 random bytes, which need no slow hash. */
export function digestOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

/** Scope sets by their text: few, and shared, so that compiled plans are found by identity. */
const scopeSets = new Map<string, ReadonlySet<Scope>>();
const mostScopeSets = 1000;

function scopeSet(granted: string): ReadonlySet<Scope> {
  const known = scopeSets.get(granted);
  if (known) return known;
  const scopes = new Set(granted.split(" ").filter(isScope));
  if (scopeSets.size < mostScopeSets) scopeSets.set(granted, scopes);
  return scopes;
}
