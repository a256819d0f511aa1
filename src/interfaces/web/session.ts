import type { FastifyReply, FastifyRequest } from "fastify";
import type { Reader } from "../../kernel/read/visible/read-scope.ts";
import { maxSessionSeconds } from "../../modules/platform/people/session-life.ts";
import {
  type BeginningUser,
  closeSession,
  openSession,
  ownerOfSession,
  type SessionOwner,
} from "../../modules/platform/people/sessions.ts";
import { clearCookie, secretCookie, setSecretCookie } from "./cookies.ts";

/** The person behind a request. */
export interface SignedIn extends SessionOwner {
  /** The secret of this browser's session: what its CSRF tokens are derived from. It is never shown and never kept. */
  readonly session: Buffer;
}

/** Who is signed in; undefined when the session is missing, unknown or over. */
export async function signedIn(database: Reader, request: FastifyRequest): Promise<SignedIn | undefined> {
  const session = secretCookie(request, "roost_session");
  const owner = session && (await ownerOfSession(database, session));
  return owner && { ...owner, session };
}

/**
 * Signs a browser in. The session that it had until now ends, and the new one has a new secret: one that somebody planted before
 * is worth nothing. @returns its secret; undefined when the password was changed in between
 */
export async function beginSession(
  database: Reader,
  request: FastifyRequest,
  reply: FastifyReply,
  user: BeginningUser,
): Promise<Buffer | undefined> {
  const session = await openSession(database, user);
  if (!session) return undefined;
  const before = secretCookie(request, "roost_session");
  if (before) await closeSession(database, before);
  clearCookie(request, reply, "roost_visit");
  setSecretCookie(request, reply, "roost_session", session, maxSessionSeconds);
  return session;
}

/** Signs a browser out. */
export async function endSession(database: Reader, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const session = secretCookie(request, "roost_session");
  if (session) await closeSession(database, session);
  clearCookie(request, reply, "roost_session");
}
