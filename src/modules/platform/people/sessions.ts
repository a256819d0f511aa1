import { createHash, randomBytes } from "node:crypto";
import type { Statement } from "../../../database/sql/transaction.ts";
import type { Reader } from "../../../kernel/read/visible/read-scope.ts";
import { isLive, maxSessionSeconds } from "./session-life.ts";

/** The person behind a session. */
export interface SessionOwner {
  readonly userId: number;
  readonly fullname: string;
  readonly email: string;
  /** The language in which they are written to; undefined until they have said one. */
  readonly locale: string | undefined;
  readonly hasSecondFactor: boolean;
}

/** Somebody whose password was just found right. */
export interface BeginningUser {
  readonly id: number;
  readonly passwordDigest: string;
  /** They have shown their second factor too, now or in the session that this one takes the place of. */
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

/** Whose session it is; undefined when it is unknown or over. Asked anew on every request. */
export async function ownerOfSession(database: Reader, session: Buffer): Promise<SessionOwner | undefined> {
  const [row] = await database.read(find, [digestOf(session)]);
  const [id, fullname, email, locale, hasSecondFactor] = row ?? [];
  if (!id || typeof fullname !== "string" || typeof email !== "string") return undefined;
  return { userId: Number(id), fullname, email, locale: locale ?? undefined, hasSecondFactor: hasSecondFactor === "t" };
}

/**
 * Starts a session for somebody whose password was just found right, and answers its secret. The session is bound to that password:
 * when it was changed since it was checked, none is started (undefined), so that a change ends every session without exception. Nor is one
 * for whom has a second factor, unless it was shown.
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

/** Ends a session, wherever else its secret may be. */
export async function closeSession(database: Reader, session: Buffer): Promise<void> {
  await database.read(end, [digestOf(session)]);
}

function digestOf(session: Buffer): Buffer {
  return createHash("sha256").update(session).digest();
}
