import type pg from "pg";

/** The first half of the advisory locks of long writes; the second is the id of the row that announces one. */
const lockClass = 1226;

/** A transaction of several seconds or minutes, as readers are told of it. */
export interface AnnouncedWrite {
  /** Says that the transaction is under way: what it begins with. The lock is the connection's, so that it outlasts the transaction. */
  readonly lock: () => Promise<void>;
  /** To be called when it has ended, however it did, and everybody may read what it has written. */
  readonly end: () => Promise<void>;
}

/**
 * Announces a transaction that writes for longer than a moment (docs/design/changes.md). The announcement is committed
 * before the transaction begins, on the same connection: one that had to wait for another could wait for ever.
 * @param accounts as an array of PostgreSQL
 */
export async function announceWrite(client: pg.PoolClient, accounts: string): Promise<AnnouncedWrite> {
  const { rows } = await client.query<{ id: number }>("select announce_write($1::bigint[]) as id", [accounts]);
  const id = rows[0]?.id;
  return {
    lock: async () => void (await client.query("select pg_advisory_lock($1, $2)", [lockClass, id])),
    end: async () => void (await client.query("select pg_advisory_unlock($1, $2), forget_write($2)", [lockClass, id])),
  };
}

/**
 * SQL: the beginning of the oldest long write to some accounts that is under way; null where there is none. A row without its lock is of
 * one that has not begun to write, or has ended. The locks are looked through for the rows that there are alone: never, most of the time.
 * @param accounts SQL of an array
 */
export const oldestLongWrite = (accounts: string): string => `(
  select min(long_writes.began_at) from long_writes where long_writes.accounts && ${accounts} and (
    select count(*) from pg_locks where pg_locks.locktype = 'advisory' and pg_locks.classid = ${lockClass}
      and pg_locks.objid = long_writes.id::oid and pg_locks.objsubid = 2 and pg_locks.granted
      and pg_locks.database = (select oid from pg_database where datname = current_database())
  ) > 0)`;
