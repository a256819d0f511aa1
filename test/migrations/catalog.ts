import type { ServerAddress } from "../../src/database/connect/address.ts";
import { runSql } from "../harness/databases.ts";

const ours = "in (select oid from pg_class where relnamespace = 'public'::regnamespace)";

/** Privileges sorted by text, because their order of granting is irrelevant. */
const rights = (column: string): string =>
  `(select array_agg(item::text order by item::text) from unnest(${column}) item)`;

/** The aspects of a schema; each query's rows describe one completely. */
const aspects: Readonly<Record<string, string>> = {
  relations: `select relname, relkind, relpersistence, reloptions, relrowsecurity, relforcerowsecurity, relreplident, relowner::regrole,
    ${rights("relacl")} as rights from pg_class where relnamespace = 'public'::regnamespace`,
  columns: `select attrelid::regclass, attnum, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attstorage,
    attcompression, attcollation::regcollation, attstattarget, attoptions, ${rights("attacl")} as rights, pg_get_expr(adbin, adrelid)
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum where attrelid ${ours} and attnum > 0`,
  constraints: `select conrelid::regclass, conname, contype, condeferrable, condeferred, convalidated, pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace`,
  indexes: `select indrelid::regclass, indexrelid::regclass, indisunique, indisprimary, indisvalid, indisreplident, pg_get_indexdef(indexrelid)
    from pg_index where indrelid ${ours}`,
  functions: `select oid::regprocedure, proowner::regrole, ${rights("proacl")} as rights, pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
  triggers: `select tgrelid::regclass, tgname, tgenabled, pg_get_triggerdef(oid) from pg_trigger where tgrelid ${ours} and not tgisinternal`,
  "foreign keys' triggers": `select tgrelid::regclass, tgfoid::regprocedure, tgenabled, tgdeferrable, conname from pg_trigger
    join pg_constraint on pg_constraint.oid = tgconstraint where tgrelid ${ours} and tgisinternal`,
  policies: "select * from pg_policies where schemaname = 'public'",
  views: "select viewname, viewowner, definition from pg_views where schemaname = 'public'",
  rules: `select ev_class::regclass, rulename, ev_enabled, pg_get_ruledef(oid) from pg_rewrite where ev_class ${ours}`,
  sequences: `select seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle,
    refobjid::regclass, refobjsubid, deptype from pg_sequence left join pg_depend on objid = seqrelid and deptype in ('a', 'i')`,
  types: `select oid::regtype, typtype, typcategory, typowner::regrole, ${rights("typacl")} as rights from pg_type
    where typnamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = pg_type.oid and deptype = 'e')`,
  comments:
    "select classoid::regclass, pg_describe_object(classoid, objoid, objsubid), description from pg_description where objoid >= 16384",
  schemas: `select nspname, nspowner::regrole, ${rights("nspacl")} as rights from pg_namespace where nspname !~ '^pg_'`,
  "default rights":
    "select defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype, defaclacl from pg_default_acl",
  extensions: "select extname, extversion, extnamespace::regnamespace from pg_extension",
  "event triggers": "select * from pg_event_trigger",
  statistics: "select stxname, pg_get_statisticsobjdef(oid) from pg_statistic_ext",
};

/** Everything in PostgreSQL's catalogs about a database's schema, one line each, sorted independently of its history. */
export async function catalogOf(address: ServerAddress): Promise<string[]> {
  const queries = Object.entries(aspects).map(
    ([aspect, query]) =>
      `select '${aspect.replaceAll("'", "''")} ' || to_jsonb(described)::text as line from (${query}) described`,
  );
  const { rows } = await runSql(
    address,
    `select line from (${queries.join(" union all ")}) everything order by line collate "C"`,
  );
  return rows.map(({ line }) => line);
}

/**
 * A schema's catalog without details that depend only on its history: column positions, dropped columns, names of `not null` constraints,
 * columns of indexes and sequences, comments in functions, and the column order of triggers.
 */
export async function schemaOf(address: ServerAddress): Promise<string[]> {
  const lines = await catalogOf(address);
  return lines
    .filter((line) => !/pg\.dropped|"contype": "n"|"attrelid": "\w+(_key|_seq|_idx|_pkey)"/.test(line))
    .map((line) =>
      line
        .replace(/"attnum": \d+, /, "")
        .replaceAll(/\\n *--(?:(?!\\n).)*/g, "")
        .replace(/UPDATE OF (.*?) ON/, (_, names: string) => `UPDATE OF ${names.split(", ").toSorted().join(", ")} ON`),
    )
    .toSorted();
}
