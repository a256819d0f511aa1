import type { Statement } from "../../../../database/sql/transaction.ts";
import type { Reader } from "../../../../kernel/read/visible/read-scope.ts";

/**
 * How often something may be tried: so many times at once, and then once in so many seconds, for as long as somebody likes. Nobody is
 * locked out: whoever waits that long may try (docs/design/sign-in.md).
 */
export interface Pace {
  readonly atOnce: number;
  readonly everySeconds: number;
}

/** Who tries what, and how often they may. */
export interface Throttled {
  /** See `subjectOf`. */
  readonly subject: Buffer;
  readonly pace: Pace;
}

/**
 * One row a subject. Each attempt moves `forgotten_at` on by the seconds that it costs; it is refused when that would lead further ahead
 * than the attempts that may be made at once. A refused one moves nothing, so waiting helps while somebody else keeps trying.
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
 * Counts an attempt before it is looked at: so attempts at one moment, in any number of processes, cannot slip through together. Where
 * one of several subjects has tried too much, the attempt is counted for none.
 * @returns the seconds to wait; undefined when it may go on
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
 * Looks whether an attempt may be made, and counts none: for who charges only what turns out wrong, because many right attempts are made
 * at one moment. @returns the seconds to wait; undefined when it may go on
 */
export async function waitOf(database: Reader, throttled: readonly Throttled[]): Promise<number | undefined> {
  let longest = 0;
  for (const { subject, pace } of throttled) {
    const [row] = await database.read(look, [subject]);
    longest = Math.max(longest, Number(row?.[0] ?? 0) - roomOf(pace));
  }
  return longest > 0 ? longest : undefined;
}

/** How many seconds ahead a subject may be before its next attempt. */
function roomOf({ atOnce, everySeconds }: Pace): number {
  return (atOnce - 1) * everySeconds;
}

/** An attempt was none after all: it costs nothing. */
export async function giveAttemptBack(database: Reader, { subject, pace }: Throttled): Promise<void> {
  await database.read(giveBack, [subject, pace.everySeconds]);
}

/** The attempts of a subject until now count no more. */
export async function forgetAttempts(database: Reader, { subject }: Throttled): Promise<void> {
  await database.read(forget, [subject]);
}
