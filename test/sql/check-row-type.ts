import type pg from "pg";
import { type DescribedColumn, describe } from "./describe.ts";
import { columnsOf, type Declared } from "./row-type.ts";
import type { StatementCall } from "./statements.ts";

/** The problems of a statement's row type, as messages. */
export async function problemsOf(
  client: pg.Client,
  call: StatementCall,
  text: string | Error | undefined,
): Promise<string[]> {
  if (typeof text !== "string") return [`its text is not known here, and needs an example: ${text?.message}`];
  if (!call.row) return ["it does not say what its rows are"];
  const declared = await columnsOf(call.row, call);
  const columns = await describe(client, text);
  const known = await facts(client, columns, text);
  const twice = columns.filter(({ name }, index) => columns.findIndex((other) => other.name === name) < index);
  const missing = [...declared.keys()].filter((name) => !columns.some((column) => column.name === name));
  return [
    ...missing.map((name) => `${name} is declared and not selected`),
    ...twice.map(({ name }) => `${name} is selected twice`),
    ...known.flatMap((column) => {
      const type = declared.get(column.name);
      return type ? problemsOfColumn(column, type) : [`${column.name} is selected and not declared`];
    }),
  ];
}

interface ColumnFacts {
  readonly name: string;
  /** The type's PostgreSQL name. */
  readonly type: string;
  /** Undefined if the statement does not determine it. */
  readonly nullable: boolean | undefined;
}

/** The driver's JavaScript type for each PostgreSQL type (src/database/sql/wire-types.ts). Other types must not be selected. */
const driverTypes: Readonly<Record<string, string>> = {
  bigint: "number",
  integer: "number",
  smallint: "number",
  numeric: "number",
  "double precision": "number",
  date: "number",
  "timestamp with time zone": "number",
  boolean: "boolean",
  text: "string",
  "character varying": "string",
  uuid: "string",
  bytea: "Buffer",
  "bigint[]": "number[]",
  "integer[]": "number[]",
  "text[]": "string[]",
};

function problemsOfColumn({ name, type, nullable }: ColumnFacts, declared: Declared): string[] {
  const kinds = [...declared].filter((kind) => kind !== "null");
  const says = [...declared].join(" | ");
  // Only its writer knows a JSON column's content.
  if (type === "jsonb" || type === "json" || kinds.includes("unknown")) return [];
  const expected = driverTypes[type];
  if (expected === undefined) return [`${name} is a ${type}, which the driver has no value of ours for`];
  const wrong = kinds.filter((kind) => kind !== expected);
  if (wrong.length > 0 || kinds.length === 0)
    return [`${name} is a ${type}, which arrives as ${expected}, and is declared ${says}`];
  if (nullable === true && !declared.has("null")) return [`${name} may be null, and is declared ${says}`];
  if (nullable === false && declared.has("null")) return [`${name} is never null, and is declared ${says}`];
  return [];
}

async function facts(client: pg.Client, columns: readonly DescribedColumn[], text: string): Promise<ColumnFacts[]> {
  const { rows } = await client.query<{
    type: string;
    not_null: boolean | null;
    relation: string | null;
    column: string;
  }>(
    `select format_type(type, null) as type, attnotnull as not_null, relname::text as relation, attname::text as column
     from unnest($1::oid[], $2::oid[], $3::integer[]) with ordinality as asked (type, "table", "column", position)
     left join pg_attribute on attrelid = "table" and attnum = "column"
     left join pg_class on pg_class.oid = "table" order by position`,
    [columns.map(({ type }) => type), columns.map(({ table }) => table), columns.map(({ column }) => column)],
  );
  return columns.map(({ name }, index) => {
    const row = rows[index];
    if (!row) throw new Error(`${name} was not looked up`);
    const nullable =
      row.relation === null || row.not_null === null
        ? undefined
        : mayBeNull(row.relation, row.column, row.not_null, text);
    return { name, type: row.type, nullable };
  });
}

/**
 * Whether a table's column may be null in a row, by its definition or because the table is on the outer side of a join.
 * Undefined if the statement's conditions decide.
 */
function mayBeNull(relation: string, column: string, notNull: boolean, text: string): boolean | undefined {
  const named = text.match(new RegExp(`\\b(from|join) (lateral )?${relation}\\b`, "g")) ?? [];
  const outer = new RegExp(`\\bleft join ${relation}\\b`).test(text);
  if (outer && named.length === 1) return true;
  // Only `left join` followed by a table name identifies the outer side.
  const unclear = outer || /\b(right|full) (outer )?join\b|\bleft join (lateral )?\(/.test(text);
  if (notNull) return unclear ? undefined : false;
  return new RegExp(`\\b${column} (is not null|=|<|>|<=|>=|@>|&&)`).test(text) ? undefined : true;
}
