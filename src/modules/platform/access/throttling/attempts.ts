import type { Statement } from "../../../../database/sql/transaction.ts";
import type { Reader } from "../../../../kernel/read/visible/read-scope.ts";

/**
 * The limit on attempts of an action: a burst of `atOnce`, then one attempt every `everySeconds`. There is no lockout
 * (docs/design/sign-in.md).
 */
export interface Pace {
  readonly atOnce: number;
  readonly everySeconds: number;
}

/** A subject and its allowed pace. */
export interface Throttled {
  /** See `subjectOf`. */
  readonly subject: Buffer;
  readonly pace: Pace;
}

/**
 * One row per subject. Each attempt advances `forgotten_at` by its cost in seconds and is refused if that exceeds the burst.
 * A refused attempt costs nothing, so waiting helps even while an attacker keeps trying.
 */
const charge: Statement = {
  name: "charge attempt",
  text: `
    insert into throttled as known (subject, forgotten_at)
    values ($1::bytea, statement_timestamp() + make_interval(secs => $2::integer))
    on conflict (subject) do update
      set forgotten_at = greatest(known.forgotten_at, statement_timestamp()) + make_interval(secs => $2::integer)
      where known.forgotten_at <= statement_timestamp() + make_interval(secs => $3::integer)
    returning subject`,
};

const look: Statement = {
  name: "look at attempts",
  text: `select ceil(extract(epoch from forgotten_at - statement_timestamp()))::integer from throttled where subject = $1::bytea`,
};

const giveBack: Statement = {
  name: "give attempt back",
  text: "update throttled set forgotten_at = forgotten_at - make_interval(secs => $2::integer) where subject = $1::bytea",
};

const forget: Statement = {
  name: "forget attempts",
  text: "update throttled set forgotten_at = statement_timestamp() where subject = $1::bytea",
};

/**
 * Counts an attempt before it is checked, so that concurrent attempts in any number of processes cannot exceed the limit. If one of
 * several subjects is over its limit, the attempt counts for none.
 * @returns the seconds to wait; undefined if the attempt may proceed
 */
export async function chargeAttempt(database: Reader, throttled: readonly Throttled[]): Promise<number | undefined> {
  const charged: Throttled[] = [];
  for (const attempt of throttled) {
    const { subject, pace } = attempt;
    const [allowed] = await database.read(charge, [subject, pace.everySeconds, roomOf(pace)]);
    if (allowed) {
      charged.push(attempt);
      continue;
    }
    for (const before of charged) await giveAttemptBack(database, before);
    return (await waitOf(database, [attempt])) ?? 1;
  }
  return undefined;
}

/**
 * Checks whether an attempt may proceed, without counting it. For callers that count only failures, because many valid attempts
 * run concurrently. @returns the seconds to wait; undefined if the attempt may proceed
 */
export async function waitOf(database: Reader, throttled: readonly Throttled[]): Promise<number | undefined> {
  let waitSeconds = 0;
  for (const { subject, pace } of throttled) {
    const [row] = await database.read(look, [subject]);
    waitSeconds = Math.max(waitSeconds, Number(row?.[0] ?? 0) - roomOf(pace));
  }
  return waitSeconds > 0 ? waitSeconds : undefined;
}

/** The maximum seconds by which `forgotten_at` may be ahead before an attempt. */
function roomOf({ atOnce, everySeconds }: Pace): number {
  return (atOnce - 1) * everySeconds;
}

/** Refunds an attempt that should not count. */
export async function giveAttemptBack(database: Reader, { subject, pace }: Throttled): Promise<void> {
  await database.read(giveBack, [subject, pace.everySeconds]);
}

/** Clears a subject's attempts. */
export async function forgetAttempts(database: Reader, { subject }: Throttled): Promise<void> {
  await database.read(forget, [subject]);
}
