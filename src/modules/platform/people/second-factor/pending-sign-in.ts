import { createHmac, timingSafeEqual } from "node:crypto";
import type { Statement } from "../../../../database/sql/transaction.ts";
import type { Secrets } from "../../../../kernel/access/secrets.ts";
import type { Reader } from "../../../../kernel/read/visible/read-scope.ts";
import { chargeAttempt, giveAttemptBack, type Pace, type Throttled } from "../../access/throttling/attempts.ts";
import { subjectOf } from "../../access/throttling/subject.ts";
import type { KnownPerson } from "../passwords/password.ts";

/** Time limit between the password and the code. */
const pendingMs = 5 * 60_000;

/** A person whose password was right and whose second factor is pending. */
export interface PendingPerson extends KnownPerson {
  readonly email: string;
}

const find: Statement = {
  name: "user by id",
  text: "select id, password_digest, email, extract(epoch from second_factor_at)::text from users where id = $1::bigint and disabled_at is null and password_digest is not null",
};

interface Visit {
  /** The secret of the browser that shows the form. */
  readonly visit: Buffer;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * A signed form value that carries the person and an expiry from the password form to the code form. It is valid only in this browser
 * and while the password is unchanged. It is not a session.
 */
export function pendingSignIn(secrets: Secrets, person: KnownPerson, { visit, now }: Visit): string {
  const until = now + pendingMs;
  return `${person.id}.${until}.${sign(secrets, person, visit, until).toString("base64url")}`;
}

/** The person of a form value; undefined if it has expired, is from another browser, or is forged. */
export async function personOfPending(
  database: Reader,
  secrets: Secrets,
  pending: string,
  { visit, now }: Visit,
): Promise<PendingPerson | undefined> {
  const [, id, until, signature] = /^(\d{1,15})\.(\d{1,15})\.([A-Za-z0-9_-]{43})$/.exec(pending) ?? [];
  if (!id || !until || !signature || Number(until) <= now || Number(until) > now + pendingMs) return undefined;
  const [row] = await database.read(find, [Number(id)]);
  const [, passwordDigest, email, secondFactorAt] = row ?? [];
  if (!passwordDigest || !email) return undefined;
  const person = { id: Number(id), passwordDigest, email, secondFactorAt: secondFactorAt ?? null };
  const expected = sign(secrets, person, visit, Number(until));
  return timingSafeEqual(Buffer.from(signature, "base64url"), expected) ? person : undefined;
}

function sign(secrets: Secrets, { id, passwordDigest }: KnownPerson, visit: Buffer, until: number): Buffer {
  const [key] = secrets.derive("sign-in before the second factor");
  return createHmac("sha256", key)
    .update(JSON.stringify([id, until, passwordDigest, visit.toString("hex")]))
    .digest();
}

/** For one known browser, or for all unknown browsers together: at most 70 of a million codes per hour. */
const browserPace: Pace = { atOnce: 10, everySeconds: 60 };
/** For one person in total. It exceeds the pace of the unknown browsers, so they cannot lock out a known one. */
const personPace: Pace = { atOnce: 20, everySeconds: 30 };

/**
 * A code counts for the person, and for the known browser or all unknown ones. A known browser has passed the second factor before.
 */
function codesOf(user: number, device: Buffer | undefined): readonly Throttled[] {
  const browser = device ? ["second factor device", device.toString("hex")] : ["second factor"];
  return [
    { subject: subjectOf(...browser, String(user)), pace: browserPace },
    { subject: subjectOf("second factor of person", String(user)), pace: personPace },
  ];
}

/** Counts a code as wrong before checking it. @returns the seconds to wait; undefined if it may proceed */
export const chargeCode = (database: Reader, user: number, device?: Buffer): Promise<number | undefined> =>
  chargeAttempt(database, codesOf(user, device));

/** Refunds a right code. Earlier wrong ones still count, because they may be an attacker's. */
export async function forgiveCode(database: Reader, user: number, device?: Buffer): Promise<void> {
  for (const throttled of codesOf(user, device)) await giveAttemptBack(database, throttled);
}
