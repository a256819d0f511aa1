import type pg from "pg";

/** The first key of a long write's advisory lock. The second is the id of its row in `long_writes`. */
const lockClass = 1226;

/** A long write that readers can see in progress. */
export interface AnnouncedWrite {
  /** Marks the transaction as begun. The lock belongs to the connection, so that it outlasts the transaction. */
  readonly lock: () => Promise<void>;
  /** Call it after the transaction has committed or rolled back. */
  readonly end: () => Promise<void>;
}

/**
 * Announces a long write (docs/design/changes.md). The announcement commits before the transaction begins. It uses the same
 * connection, because waiting for a second one could deadlock the pool.
 * @param accounts a PostgreSQL array
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
 * SQL for the start time of the oldest long write in progress on some accounts; null if there is none. A row without its lock
 * has not begun or has ended. Locks are scanned only if there are rows, which is rare.
 * @param accounts SQL of an array
 */
export const oldestLongWrite = (accounts: string): string => `(
  select min(long_writes.began_at) from long_writes where long_writes.accounts && ${accounts} and (
    select count(*) from pg_locks where pg_locks.locktype = 'advisory' and pg_locks.classid = ${lockClass}
      and pg_locks.objid = long_writes.id::oid and pg_locks.objsubid = 2 and pg_locks.granted
      and pg_locks.database = (select oid from pg_database where datname = current_database())
  ) > 0)`;
