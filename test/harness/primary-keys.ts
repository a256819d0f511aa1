import type { TestService } from "./service.ts";

/** Each table's primary key columns, as a SQL list. They identify a row on one server and on a cluster. */
export async function primaryKeys(service: TestService): Promise<ReadonlyMap<string, string>> {
  const rows = await service.sql(
    `select conrelid::regclass::text as name, string_agg(quote_ident(attname), ', ' order by position) as columns
     from pg_constraint cross join unnest(conkey) with ordinality as key(number, position)
     join pg_attribute on attrelid = conrelid and attnum = number
     where contype = 'p' and connamespace = 'public'::regnamespace group by 1`,
  );
  return new Map(rows.map(({ name, columns }) => [String(name), String(columns)]));
}
