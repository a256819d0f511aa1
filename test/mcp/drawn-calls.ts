import type { Json } from "../harness/client.ts";
import type { TestService } from "../harness/service.ts";

/**
 * Each table's number of rows and its last writing transaction.
 * @param except tables that record the calls themselves
 */
export async function writtenTables(service: TestService, except: ReadonlySet<string>): Promise<Json> {
  const tables = await service.sql(
    "select relname as name from pg_stat_user_tables where schemaname = 'public' order by relname",
  );
  const counted = tables.flatMap(({ name }) =>
    except.has(String(name))
      ? []
      : [`select '${name}' as name, concat(count(*), ' ', max(xmin::text::bigint)) as count from ${name}`],
  );
  const rows = await service.sql(counted.join(" union all "));
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** Numbers from a seed, so that a failure can be repeated. */
export function drawing(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}
