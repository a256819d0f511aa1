import type { Transaction } from "../../../database/sql/transaction.ts";
import { isSecretColumn } from "./secret-columns.ts";

/** An account's table in an export. */
export interface ExportedTable {
  readonly name: string;
  /** Omitted columns. */
  readonly secrets: readonly string[];
  /** SQL: for each row, its id as text (or null) and its columns as JSON. */
  readonly select: string;
}

/**
 * All tables with rows of the account, referenced tables first, starting with the account and its people.
 * Read from the database's catalog, so that new tables are included.
 */
export async function exportedTables(transaction: Transaction, account: number): Promise<ExportedTable[]> {
  const rows = await transaction.read(
    {
      text: `select tables.name, attname, format_type(atttypid, null), quote_literal(attname) from (
          select 'accounts' as name, 2 as ordinal union all select 'users', 1
          union all select owned::text, -row_number() over () from account_tables() as owned
        ) as tables join pg_attribute on attrelid = tables.name::regclass and attnum > 0 and not attisdropped
        order by ordinal desc, attnum`,
    },
    [],
  );
  const columns = rows.map(([table, column, type, literal]) => ({
    table: table ?? "",
    column: column ?? "",
    type: type ?? "",
    literal: literal ?? "",
  }));
  return [...Map.groupBy(columns, ({ table }) => table)].map(([name, own]) => {
    const secrets = own.filter(({ column, type }) => isSecretColumn(column, type));
    const hasId = own.some(({ column }) => column === "id");
    const json = `(to_jsonb(owned) - array[${secrets.map(({ literal }) => literal).join(", ")}]::text[])::text`;
    const rowsOf = `select ${hasId ? "owned.id::text" : "null::text"}, ${json} from ${name} as owned where ${isOf(name, account)}`;
    return {
      name,
      secrets: secrets.map(({ column }) => column),
      select: `${rowsOf}${hasId ? " order by owned.id" : ""}`,
    };
  });
}

/** SQL: the row belongs to the account. The id is inlined because cursors take no parameters. */
function isOf(table: string, account: number): string {
  if (!Number.isSafeInteger(account)) throw new Error(`Not an account id: ${account}.`);
  switch (table) {
    case "accounts":
      return `owned.id = ${account}`;
    case "users":
      return `owned.id in (select user_id from memberships where account_id = ${account})`;
    default:
      return `owned.account_id = ${account}`;
  }
}
