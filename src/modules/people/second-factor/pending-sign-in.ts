import { createHmac, timingSafeEqual } from "node:crypto";
import type { Statement } from "../../../database/transaction.ts";
import type { Reader } from "../../../kernel/read/read-scope.ts";
import type { Secrets } from "../../../kernel/secrets.ts";
import { chargeAttempt, forgetAttempts, type Throttled } from "../../access/throttling/attempts.ts";
import { subjectOf } from "../../access/throttling/subject.ts";
import type { KnownPerson } from "../password.ts";

/** Milliseconds between the password and the code. */
const span = 5 * 60_000;

/** Somebody whose password was right, and who has not shown the second factor yet. */
export interface PendingPerson extends KnownPerson {
  readonly email: string;
}

const find: Statement = {
  name: "user by id",
  text: "select id, password_digest, email from users where id = $1::bigint and disabled_at is null and password_digest is not null",
};

/** A browser and a moment. */
interface Where {
  /** The secret of the browser that was shown the form. */
  readonly visit: Buffer;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * What a form carries from the password to the code: whose password was right, until when, signed. It is good in this browser alone, and only while
 * the password is the same. It is no session, and nothing but this form takes it.
 */
export function pendingSignIn(secrets: Secrets, person: KnownPerson, { visit, now }: Where): string {
  const until = now + span;
  return `${person.id}.${until}.${sign(secrets, person, visit, until).toString("base64url")}`;
}

/** Whose form it is; undefined for one that is too old, of another browser, or made up. */
export async function personOfPending(
  database: Reader,
  secrets: Secrets,
  pending: string,
  { visit, now }: Where,
): Promise<PendingPerson | undefined> {
  const [, id, until, signature] = /^(\d{1,15})\.(\d{1,15})\.([A-Za-z0-9_-]{43})$/.exec(pending) ?? [];
  if (!id || !until || !signature || Number(until) <= now || Number(until) > now + span) return undefined;
  const [row] = await database.read(find, [Number(id)]);
  const [, passwordDigest, email] = row ?? [];
  if (!passwordDigest || !email) return undefined;
  const person = { id: Number(id), passwordDigest, email };
  const expected = sign(secrets, person, visit, Number(until));
  return timingSafeEqual(Buffer.from(signature, "base64url"), expected) ? person : undefined;
}

function sign(secrets: Secrets, { id, passwordDigest }: KnownPerson, visit: Buffer, until: number): Buffer {
  const [key] = secrets.derive("sign-in before the second factor");
  return createHmac("sha256", key)
    .update(JSON.stringify([id, until, passwordDigest, visit.toString("hex")]))
    .digest();
}

/** Codes of one person, from wherever they come: who knows the password has an hour's 70 guesses at a million. A known device has its own. */
function codesOf(user: number, device: Buffer | undefined): Throttled {
  const who = device ? ["second factor device", device.toString("hex")] : ["second factor"];
  return { subject: subjectOf(...who, String(user)), pace: { atOnce: 10, everySeconds: 60 } };
}

/** Counts a code as wrong, before it is looked at. @returns the seconds to wait; undefined when it may go on */
export const chargeCode = (database: Reader, user: number, device?: Buffer): Promise<number | undefined> =>
  chargeAttempt(database, [codesOf(user, device)]);

/** It was right. */
export const forgetWrongCodes = (database: Reader, user: number, device?: Buffer): Promise<void> =>
  forgetAttempts(database, codesOf(user, device));
