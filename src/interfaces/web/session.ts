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

/** The signed-in user of a request. */
export interface SignedIn extends SessionOwner {
  /** The secret of this browser's session, from which CSRF tokens are derived. Never shown or stored. */
  readonly session: Buffer;
}

/** The signed-in user; undefined when the session is missing, unknown or expired. */
export async function signedIn(database: Reader, request: FastifyRequest): Promise<SignedIn | undefined> {
  const session = secretCookie(request, "roost_session");
  const owner = session && (await ownerOfSession(database, session));
  return owner && { ...owner, session };
}

/**
 * Signs a browser in with a new session secret and ends its previous session, which prevents session fixation.
 * @returns the secret; undefined when the password was changed meanwhile
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
