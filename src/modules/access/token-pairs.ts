import type { Transaction } from "../../database/transaction.ts";
import { isScope, type Scope } from "../../kernel/scopes.ts";
import { digestOf } from "./access-token.ts";
import type { Application } from "./registered-application.ts";
import { revokeGrant } from "./grants.ts";
import { OAuthError } from "./oauth-error.ts";

/** A pair as it stands in its family. */
export interface Pair {
  readonly account: number;
  readonly id: number;
  readonly parent: number | null;
}

/** A refresh token that may be exchanged, with its family, which is locked. */
export interface PresentedPair extends Pair {
  readonly grant: number;
  /** What the person approved: an access token may have fewer, the family keeps them all. */
  readonly scopes: readonly Scope[];
  readonly rivals: readonly Rival[];
}

/**
 * A pair that excludes another: a child of it, made with its refresh token, or a sibling, made when an answer was lost. Which of
 * them the application has received shows in which it uses first; from then on the others are in wrong hands.
 */
export interface Rival {
  readonly id: number;
  readonly used: boolean;
}

/** The rivals of a pair. @param lock keeps anybody from using them first until the transaction ends */
export async function rivalsOf(transaction: Transaction, pair: Pair, lock: boolean): Promise<Rival[]> {
  return transaction.rows<{ id: number; used: boolean }>(
    `select id, first_used_at is not null as used from token_pairs
     where account_id = $1 and (parent_id = $2 or parent_id = $3) and id <> $2 order by id ${lock ? "for update" : ""}`,
    [pair.account, pair.id, pair.parent],
  );
}

/**
 * Finds and locks what a refresh token stands for. It works until a rival of its pair is used; presented after that, it was in two
 * hands, and its whole family ends (RFC 9700, 4.14.2). Refreshes of one family come one after the other.
 * @throws OAuthError invalid_grant
 */
export async function presentRefreshToken(
  transaction: Transaction,
  application: Application,
  token: string,
): Promise<PresentedPair> {
  const pair = await transaction.row<{ account_id: number; id: number; grant_id: number; parent_id: number | null }>(
    "select account_id, id, grant_id, parent_id from token_pairs where refresh_digest = $1",
    [digestOf(token)],
  );
  const grant =
    pair &&
    (await transaction.row<{ application_id: number; scopes: string[]; revoked_at: number | null; closed: boolean }>(
      `select application_id, scopes, revoked_at,
         exists (select from accounts where accounts.id = grants.account_id and closed_at is not null) as closed
       from grants where account_id = $1 and id = $2 for update`,
      [pair.account_id, pair.grant_id],
    ));
  if (!pair || grant?.application_id !== application.id) throw invalidGrant("There is no such refresh token.");
  if (grant.revoked_at !== null) throw invalidGrant("The refresh token is revoked.");
  if (grant.closed) throw invalidGrant("The account is closed.");
  const presented = { account: pair.account_id, id: pair.id, parent: pair.parent_id };
  const rivals = await rivalsOf(transaction, presented, true);
  if (rivals.some(({ used }) => used)) {
    await revokeGrant(transaction, pair.account_id, pair.grant_id);
    throw invalidGrant(
      "The refresh token was replaced by one that has been used; all tokens of this authorization are revoked.",
    );
  }
  return { ...presented, grant: pair.grant_id, scopes: grant.scopes.filter(isScope), rivals };
}

/** The pair has been used, so it is the one that the application received: the access tokens of its rivals end. */
export async function settleOn(transaction: Transaction, pair: PresentedPair): Promise<void> {
  await transaction.run(
    "update token_pairs set first_used_at = statement_timestamp() where account_id = $1 and id = $2 and first_used_at is null",
    [pair.account, pair.id],
  );
  await transaction.run(
    `update access_tokens set revoked_at = statement_timestamp()
     where account_id = $1 and pair_id = any ($2::bigint[]) and revoked_at is null`,
    [pair.account, pair.rivals.map(({ id }) => id)],
  );
}

/** Adds a pair to a family, to be completed with its access token. @returns its id */
export async function addPair(
  transaction: Transaction,
  family: { readonly account: number; readonly grant: number; readonly parent: number | undefined },
  refreshToken: string,
): Promise<number> {
  const row = await transaction.row<{ id: number }>(
    "insert into token_pairs (account_id, grant_id, parent_id, refresh_digest) values ($1, $2, $3, $4) returning id",
    [family.account, family.grant, family.parent ?? null, digestOf(refreshToken)],
  );
  if (!row) throw new Error("The insert into token_pairs answered no id.");
  return row.id;
}

function invalidGrant(description: string): OAuthError {
  return new OAuthError("invalid_grant", description);
}
