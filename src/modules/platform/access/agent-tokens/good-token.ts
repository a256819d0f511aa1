import type { Statement } from "../../../../database/sql/transaction.ts";
import type { Reader } from "../../../../kernel/read/visible/read-scope.ts";
import { digestOf, isSameDigest } from "../access-token.ts";
import { isAgentTokenText } from "./token.ts";

/** A token that is neither expired nor revoked. Looking it up counts no request. */
export interface GoodToken {
  readonly id: number;
  /** Whole seconds left; undefined if it does not expire. */
  readonly seconds: number | undefined;
}

const find: Statement = {
  name: "good agent token",
  text: `
    select id, digest, floor(extract(epoch from expires_at - now()))::bigint from agent_tokens
    where digest = $1::bytea and revoked_at is null and (expires_at is null or expires_at > now())`,
};

/** Looks up a token. @returns undefined if it is malformed, unknown, expired or revoked */
export async function findGoodToken(reader: Reader, token: string): Promise<GoodToken | undefined> {
  if (!isAgentTokenText(token)) return undefined;
  const digest = digestOf(token);
  const [row] = await reader.read(find, [digest]);
  const [id, found, seconds] = row ?? [];
  if (!id || !found || !isSameDigest(found, digest)) return undefined;
  return { id: Number(id), seconds: seconds === null || seconds === undefined ? undefined : Number(seconds) };
}
