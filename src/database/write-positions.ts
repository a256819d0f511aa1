import type pg from "pg";

/** Accounts that there are not: with the first begins what is known of a life, the other stands for everybody. */
const [beginning, everybody] = [0, -1];

/** A place in the write-ahead log, as a number of bytes. */
export type Position = bigint;

/**
 * What the primary said while it let a request in: what a replica must have to answer it (docs/decisions/0068).
 */
export interface PrimaryMoment {
  /** Up to where the caller's accounts have written. */
  readonly written: Position;
  /** Up to where anybody had written. */
  readonly inserted: Position;
  /** The clock, epoch milliseconds. */
  readonly at: number;
  /** Which life of the database it was: another one begins with every crash and failover. */
  readonly life: string;
}

/** Reads PostgreSQL's text of a place in the log, such as `16/B374D848`. */
export function parsePosition(text: string): Position {
  const [high = "", low = ""] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/**
 * SQL: what `readMoment` reads, as one text. Null where the positions were lost, with a crash or a failover.
 * @param accounts SQL of an array
 */
export const primaryMoment = (accounts: string): string => `(
  select max(position) || ' ' || pg_current_wal_insert_lsn() || ' ' || (extract(epoch from now()) * 1000)::bigint || ' ' || (select life from primary_life)
  from write_positions where account = any(array[${beginning}, ${everybody}]::bigint[] || (${accounts})::bigint[]) having bool_or(account = ${beginning}) and max(position) <= pg_current_wal_insert_lsn())`;

/** Reads what `primaryMoment` selects. */
export function readMoment(text: string | null | undefined): PrimaryMoment | undefined {
  if (!text) return undefined;
  const [written = "", inserted = "", at = "", life = ""] = text.split(" ");
  return { written: parsePosition(written), inserted: parsePosition(inserted), at: Number(at), life };
}

/** Locks rows in one order: two processes that note the same accounts do not wait for each other in a circle. */
const noting = {
  name: "note positions",
  text: `insert into write_positions as known (account, position)
    select account, pg_current_wal_insert_lsn() from unnest($1::bigint[]) as account order by account
    on conflict (account) do update set position = excluded.position where known.position < excluded.position`,
};

/** Without its first row, nothing is known, and no replica is asked. What a restored backup brought along is of another log, and says nothing. */
const beginLife = {
  name: "begin life",
  text: `with foreign_ones as (
      update write_positions set position = '0/0' where account <> ${beginning} and position > pg_current_wal_insert_lsn()
    ), begun as (
      insert into write_positions as known (account, position) values (${beginning}, pg_current_wal_insert_lsn())
      on conflict (account) do update set position = excluded.position where known.position > excluded.position returning account
    )
    insert into primary_life (life) select gen_random_uuid() from begun
    on conflict (is_only) do update set life = excluded.life`,
};

/**
 * Notes up to where accounts have written, before their writers learn that they have: so whoever lets them in the next time, in whichever
 * process, knows what a replica must have. One statement for all that wait.
 */
export class WritePositions {
  readonly #pool: pg.Pool;
  #waiting = new Set<number>();
  #next: Promise<void> | undefined;
  #beginning: Promise<void> | undefined;
  #last: Promise<void> = Promise.resolve();

  /** @param pool of few connections, which come back to it at once */
  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** To be called behind a commit. @param accounts none: what was written concerns everybody */
  note(accounts: readonly number[]): Promise<void> {
    for (const account of accounts.length > 0 ? accounts : [everybody]) this.#waiting.add(account);
    this.#next ??= this.#last.then(() => this.#note());
    return this.#next;
  }

  /** Begins another life, where a crash or a failover has ended the one before; once, however many find out. */
  begin(): Promise<void> {
    this.#beginning ??= this.#pool
      .query(beginLife)
      .then(() => undefined)
      .finally(() => {
        this.#beginning = undefined;
      });
    return this.#beginning;
  }

  async #note(): Promise<void> {
    const accounts = [...this.#waiting];
    this.#waiting = new Set();
    this.#next = undefined;
    const note = () => this.#pool.query({ ...noting, values: [accounts] });
    // Once more on another connection: whoever waits has committed, and is not to be told that nobody knows.
    const noted = note().catch(note);
    this.#last = noted.then(
      () => undefined,
      () => undefined,
    );
    await noted;
  }
}
