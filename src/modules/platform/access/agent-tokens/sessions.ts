import { randomBytes } from "node:crypto";
import type { Statement } from "../../../../database/sql/transaction.ts";
import type { Reader } from "../../../../kernel/read/visible/read-scope.ts";
import { digestOf } from "../access-token.ts";

const pattern = /^[A-Za-z0-9_-]{43}$/;

/** Whether a text has a session id's format. */
export function isSessionText(text: string): boolean {
  return pattern.test(text);
}

const begin: Statement = {
  name: "begin agent session",
  text: `
    insert into agent_sessions (digest, agent_token_id, protocol_version, expires_at)
    values ($1::bytea, $2::bigint, $3::text, statement_timestamp() + interval '1 hour')`,
};

/** Sets `-infinity`, because a concurrent verification with an older clock would extend a session that ends now. */
const end: Statement = {
  name: "end agent session",
  text: `
    update agent_sessions set expires_at = '-infinity'
    where digest = $1::bytea and agent_token_id = $2::bigint and expires_at > statement_timestamp()`,
};

/** Begins a token's session, which lasts an hour from its last request (agent.md, Versions). @returns its id; only a digest is stored */
export async function beginSession(reader: Reader, tokenId: number, protocolVersion: string): Promise<string> {
  const session = randomBytes(32).toString("base64url");
  await reader.read(begin, [digestOf(session), tokenId, protocolVersion]);
  return session;
}

/** Ends a token's session. */
export async function endSession(reader: Reader, tokenId: number, session: string): Promise<void> {
  await reader.read(end, [digestOf(session), tokenId]);
}
