import { createHash, randomBytes } from "node:crypto";
import type { Statement } from "../../../database/sql/transaction.ts";
import type { Reader } from "../../../kernel/read/visible/read-scope.ts";
import { isLive, maxSessionSeconds } from "./session-life.ts";

/** The person behind a session. */
export interface SessionOwner {
  readonly userId: number;
  readonly fullname: string;
  readonly email: string;
  /** Their language in mails; undefined until they choose one. */
  readonly locale: string | undefined;
  readonly hasSecondFactor: boolean;
}

/** A person whose password was just verified. */
export interface BeginningUser {
  readonly id: number;
  readonly passwordDigest: string;
  /** Whether they also passed their second factor, now or in the session that this one replaces. */
  readonly isPastSecondFactor?: boolean;
}

const find: Statement = {
  name: "session",
  text: `
    with found as (
      select sessions.digest, sessions.last_seen_at, users.id, users.fullname, users.email, users.locale, users.second_factor_at
      from sessions join users on users.id = sessions.user_id
      where sessions.digest = $1::bytea and users.disabled_at is null and ${isLive}
    ), seen as (
      update sessions set last_seen_at = statement_timestamp() from found
      where sessions.digest = found.digest and found.last_seen_at < statement_timestamp() - interval '1 minute'
    )
    select id, fullname, email, locale, second_factor_at is not null from found`,
};

const begin: Statement = {
  name: "begin session",
  text: `
    insert into sessions (digest, user_id, expires_at)
    select $1::bytea, person.id, statement_timestamp() + interval '${maxSessionSeconds} seconds'
    from (
      select id from users where id = $2::bigint and password_digest = $3::text and disabled_at is null
        and (second_factor_at is null or $4::boolean) for share
    ) as person
    returning user_id`,
};

const end: Statement = {
  name: "end session",
  text: "update sessions set expires_at = statement_timestamp() where digest = $1::bytea and expires_at > statement_timestamp()",
};

/** A session's owner; undefined if it is unknown or has ended. Checked on every request. */
export async function ownerOfSession(database: Reader, session: Buffer): Promise<SessionOwner | undefined> {
  const [row] = await database.read(find, [digestOf(session)]);
  const [id, fullname, email, locale, hasSecondFactor] = row ?? [];
  if (!id || typeof fullname !== "string" || typeof email !== "string") return undefined;
  return { userId: Number(id), fullname, email, locale: locale ?? undefined, hasSecondFactor: hasSecondFactor === "t" };
}

/**
 * Starts a session after a password check and returns its secret. Returns undefined if the password has changed since the check, so that
 * a change ends every session, or if the person has a second factor and did not pass it.
 */
export async function openSession(database: Reader, user: BeginningUser): Promise<Buffer | undefined> {
  const session = randomBytes(32);
  const [row] = await database.read(begin, [
    digestOf(session),
    user.id,
    user.passwordDigest,
    user.isPastSecondFactor ?? false,
  ]);
  return row ? session : undefined;
}

/** Ends a session, even if its secret was copied elsewhere. */
export async function closeSession(database: Reader, session: Buffer): Promise<void> {
  await database.read(end, [digestOf(session)]);
}

function digestOf(session: Buffer): Buffer {
  return createHash("sha256").update(session).digest();
}
