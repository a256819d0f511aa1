import type { TestService } from "../harness/service.ts";

/** What is counted with every request, refused or not. */
const counters = ["request_counts", "access_tokens", "throttle_counts"];

/**
 * Reads, in one statement, what changes with every committed write: of each table how many rows it has, and the sum of the transactions
 * that wrote them. What a rolled-back transaction left is not seen.
 */
export async function fingerprintOf(service: TestService): Promise<() => Promise<string>> {
  const tables = await service.sql(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname in ('public', 'graphile_worker') and not tablename = any($1) and tablename <> 'migrations' order by 1`,
    [counters],
  );
  const selects = tables.map(
    ({ name }) =>
      `select '${String(name)}' as name, count(*) as rows, coalesce(sum(xmin::text::bigint), 0) as written from ${String(name)}`,
  );
  const statement = `select string_agg(name || ' ' || rows || ' ' || written, e'\\n' order by name) as fingerprint from (${selects.join(" union all ")}) as tables`;
  return async () => {
    const [row] = await service.sql(statement);
    return String(row?.fingerprint);
  };
}

/** The tables in which two fingerprints differ. */
export function tablesBetween(before: string, after: string): string[] {
  const known = new Set(before.split("\n"));
  return after.split("\n").flatMap((line) => (known.has(line) ? [] : [line.split(" ")[0] ?? ""]));
}
