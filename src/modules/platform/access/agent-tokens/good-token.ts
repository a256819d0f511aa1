import type { Statement } from "../../../../database/sql/transaction.ts";
import type { Reader } from "../../../../kernel/read/visible/read-scope.ts";
import { digestOf, isSameDigest } from "../access-token.ts";
import { isAgentTokenText } from "./token.ts";

/** A token that is neither expired nor revoked and reaches an open account. Looking it up counts no request. */
export interface GoodToken {
  readonly id: number;
  /** Whole seconds left; undefined if it does not expire. */
  readonly seconds: number | undefined;
}

const find: Statement = {
  name: "good agent token",
  text: `
    select id, digest, floor(extract(epoch from expires_at - now()))::bigint from agent_tokens
    where digest = $1::bytea and revoked_at is null and (expires_at is null or expires_at > now()) and exists (
      select from agent_token_accounts as reached join accounts on accounts.id = reached.account_id
      join memberships on memberships.account_id = reached.account_id and memberships.user_id = agent_tokens.user_id
      where reached.agent_token_id = agent_tokens.id and accounts.closed_at is null
    )`,
};

/** Looks up a token. @returns undefined if the endpoint would refuse it */
export async function findGoodToken(reader: Reader, token: string): Promise<GoodToken | undefined> {
  if (!isAgentTokenText(token)) return undefined;
  const digest = digestOf(token);
  const [row] = await reader.read(find, [digest]);
  const [id, found, seconds] = row ?? [];
  if (!id || !found || !isSameDigest(found, digest)) return undefined;
  return { id: Number(id), seconds: seconds === null || seconds === undefined ? undefined : Number(seconds) };
}
