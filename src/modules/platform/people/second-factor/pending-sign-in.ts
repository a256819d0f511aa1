import { createHmac, timingSafeEqual } from "node:crypto";
import type { Statement } from "../../../../database/sql/transaction.ts";
import type { Secrets } from "../../../../kernel/access/secrets.ts";
import type { Reader } from "../../../../kernel/read/visible/read-scope.ts";
import { chargeAttempt, giveAttemptBack, type Pace, type Throttled } from "../../access/throttling/attempts.ts";
import { subjectOf } from "../../access/throttling/subject.ts";
import type { KnownPerson } from "../passwords/password.ts";

/** Milliseconds between the password and the code. */
const span = 5 * 60_000;

/** Somebody whose password was right, and who has not shown the second factor yet. */
export interface PendingPerson extends KnownPerson {
  readonly email: string;
}

const find: Statement = {
  name: "user by id",
  text: "select id, password_digest, email, extract(epoch from second_factor_at)::text from users where id = $1::bigint and disabled_at is null and password_digest is not null",
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

/** Codes from one known browser, or from all that are not known: an hour has 70 guesses at a million. */
const browserPace: Pace = { atOnce: 10, everySeconds: 60 };
/** Codes of one person from everywhere: browsers that are not known cannot use up what is left for those that are. */
const personPace: Pace = { atOnce: 20, everySeconds: 30 };

/**
 * What a code is counted for: the person, and within that the browsers that are not known, or the one that is. A known browser has shown
 * the second factor before; the more of them somebody has, the ceiling stays the person's.
 */
function codesOf(user: number, device: Buffer | undefined): readonly Throttled[] {
  const who = device ? ["second factor device", device.toString("hex")] : ["second factor"];
  return [
    { subject: subjectOf(...who, String(user)), pace: browserPace },
    { subject: subjectOf("second factor of person", String(user)), pace: personPace },
  ];
}

/** Counts a code as wrong, before it is looked at. @returns the seconds to wait; undefined when it may go on */
export const chargeCode = (database: Reader, user: number, device?: Buffer): Promise<number | undefined> =>
  chargeAttempt(database, codesOf(user, device));

/** It was right, and costs nothing. The wrong ones before it still count: they may be somebody else's. */
export async function forgiveCode(database: Reader, user: number, device?: Buffer): Promise<void> {
  for (const throttled of codesOf(user, device)) await giveAttemptBack(database, throttled);
}
