import type { Statement } from "../../../database/sql/transaction.ts";
import type { Reader } from "../../../kernel/read/visible/read-scope.ts";
import { digestOf } from "../../../modules/platform/access/access-token.ts";
import { newAuthorizationCode } from "../../../modules/platform/access/tokens/tokens.ts";
import type { ConnectorRequest } from "./connector-request.ts";
import { openToken, sealToken } from "./sealed-token.ts";

const keep: Statement = {
  name: "keep agent code",
  text: `
    insert into agent_codes (digest, agent_token_id, client_id, redirect_uri, code_challenge, sealed_token, expires_at)
    values ($1::bytea, $2::bigint, $3::text, $4::text, $5::text, $6::bytea, statement_timestamp() + interval '60 seconds')`,
};

/** Of two concurrent exchanges of one code, the second waits for the first and then finds the code used. */
const take: Statement = {
  name: "take agent code",
  text: `
    with taken as (
      select digest, client_id, redirect_uri, code_challenge, sealed_token from agent_codes
      where digest = $1::bytea and used_at is null and expires_at > statement_timestamp() for update
    ), used as (
      update agent_codes set used_at = statement_timestamp(), sealed_token = null
      from taken where agent_codes.digest = taken.digest returning agent_codes.digest
    )
    select client_id, redirect_uri, code_challenge, sealed_token from taken join used using (digest)`,
};

/** The request that a code was issued for, and the token that it yields. */
export interface TakenCode {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly token: string;
}

/** Issues a single-use code for a valid pasted token. It lasts 60 seconds; only its digest is stored. */
export async function issueCode(
  reader: Reader,
  request: ConnectorRequest,
  pasted: { readonly tokenId: number; readonly token: string },
): Promise<string> {
  const code = newAuthorizationCode();
  const sealed = sealToken(pasted.token, code);
  const { clientId, redirectUri, codeChallenge } = request;
  await reader.read(keep, [digestOf(code), pasted.tokenId, clientId, redirectUri, codeChallenge, sealed]);
  return code;
}

/** Consumes a code. @returns undefined when it is unknown, used or expired */
export async function takeCode(reader: Reader, code: string): Promise<TakenCode | undefined> {
  const [row] = await reader.read(take, [digestOf(code)]);
  const [clientId, redirectUri, codeChallenge, sealed] = row ?? [];
  if (typeof clientId !== "string" || !redirectUri || !codeChallenge || !sealed) return undefined;
  const token = openToken(Buffer.from(sealed.slice(2), "hex"), code);
  return { clientId, redirectUri, codeChallenge, token };
}
