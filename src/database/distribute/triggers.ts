import type pg from "pg";

/** The tables' triggers, with the SQL to drop and re-create them. They must not fire while rows move to a worker. */
export async function triggersOf(
  client: pg.Client,
  tables: readonly string[],
): Promise<{ drop: string; create: string }[]> {
  const found = await client.query<{ drop: string; create: string }>(
    `select format('drop trigger %I on %s', tgname, tgrelid::regclass) as drop, pg_get_triggerdef(oid) as create
     from pg_trigger where not tgisinternal and tgrelid::regclass::text = any ($1) order by tgrelid::regclass::text, tgname`,
    [tables],
  );
  return found.rows;
}

/**
 * Every server has a copy of a reference row, but only the coordinator's copy records a change: disables the triggers that run after a
 * change on every server, then enables them on the coordinator's copies.
 */
export async function fireOnCoordinator(client: pg.Client): Promise<void> {
  const runsAfter = "pg_trigger on not tgisinternal and tgtype & 2 = 0";
  const found = await client.query<{ disable: string }>(
    `select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as disable
     from pg_dist_partition join ${runsAfter} and tgrelid = logicalrelid where partmethod = 'n' and repmodel = 't'`,
  );
  for (const { disable } of found.rows) await client.query(disable);
  await client.query("set local citus.enable_ddl_propagation = off");
  const copies = await client.query<{ enable: string }>(
    `select format('alter table %s enable trigger %I', tgrelid::regclass, tgname) as enable
     from pg_dist_shard join pg_dist_partition using (logicalrelid)
     join ${runsAfter} and tgrelid = shard_name(logicalrelid, shardid)::regclass where partmethod = 'n' and repmodel = 't'`,
  );
  for (const { enable } of copies.rows) await client.query(enable);
  await client.query("set local citus.enable_ddl_propagation = on");
}
