import type { Transaction } from "../../../database/sql/transaction.ts";
import type { RecordId } from "../../../kernel/key.ts";
import { readRecords } from "../../../kernel/read/read.ts";
import type { ReadScope } from "../../../kernel/read/visible/read-scope.ts";
import type { ResourceRegistry } from "../../../kernel/registry.ts";
import type { Resource } from "../../../kernel/resource.ts";
import { type ExportedTable, exportedTables } from "./exported-tables.ts";
import { secretAttributes } from "./secret-columns.ts";

/** Rows read at a time. */
const batchSize = 200;

/** Writes a line of an export; resolves when the next may follow. */
export type WriteLine = (line: string) => Promise<void>;

/** An export's summary. */
export interface ExportedAccount {
  /** The number of rows, one per line. */
  readonly rows: number;
  /** Secrets that were omitted, as `table.column` or `resource.attribute`. */
  readonly leftOut: readonly string[];
}

/**
 * Writes each row of an account as one line of JSON: as the API's record if it has one, otherwise by column.
 * The first line lists what is omitted. The last has the number of rows; an export without it is incomplete.
 * @param scope sees all of the account, in one snapshot
 */
export async function exportAccount(scope: ReadScope<Transaction>, write: WriteLine): Promise<ExportedAccount> {
  const { registry } = scope.queries;
  const [account] = scope.caller.accounts;
  const tables = await exportedTables(scope.database, account);
  const leftOut = tables.flatMap((table) => leftOutOf(registry, table));
  await write(JSON.stringify({ account, left_out: leftOut }));
  let rows = 0;
  for (const table of tables) rows += await exportTable(scope, table, write);
  await write(JSON.stringify({ rows }));
  return { rows, leftOut };
}

/** The resource that shows a table's rows, preferably the one of the same name. */
function resourceOf(registry: ResourceRegistry, table: string): Resource | undefined {
  const shown = registry.all().filter((resource) => resource.table === table && "id" in resource.attributes);
  return shown.find(({ name }) => name === table) ?? shown[0];
}

function leftOutOf(registry: ResourceRegistry, { name, secrets }: ExportedTable): string[] {
  const resource = resourceOf(registry, name);
  const attributes = resource ? secretAttributes(resource).map((attribute) => `${resource.name}.${attribute}`) : [];
  return [...new Set([...secrets.map((column) => `${name}.${column}`), ...attributes])];
}

async function exportTable(scope: ReadScope<Transaction>, table: ExportedTable, write: WriteLine): Promise<number> {
  const { database, queries } = scope;
  const resource = resourceOf(queries.registry, table.name);
  await database.run(`declare exported no scroll cursor for ${table.select}`);
  let rows = 0;
  for (;;) {
    const page = await database.read({ text: `fetch ${batchSize} from exported` }, []);
    const records = resource
      ? await recordsOf(
          scope,
          resource,
          page.map(([id]) => id),
        )
      : undefined;
    for (const [id, row] of page) {
      const record = records?.get(id ?? "");
      const line =
        resource && record !== undefined
          ? `{"resource":${JSON.stringify(resource.name)},"record":${record}}`
          : `{"table":${JSON.stringify(table.name)},"row":${row}}`;
      await write(line);
    }
    rows += page.length;
    if (page.length < batchSize) break;
  }
  await database.run("close exported");
  return rows;
}

/** API records by id. Deleted records and those of other applications are missing. */
async function recordsOf(
  scope: ReadScope<Transaction>,
  resource: Resource,
  texts: readonly (string | null | undefined)[],
): Promise<Map<string, string>> {
  const ids = texts.flatMap((text): RecordId[] => {
    const id = resource.key.parse(text ?? "");
    return id === undefined ? [] : [id];
  });
  const secret = new Set(secretAttributes(resource));
  const fields = new Set(["links", ...Object.keys(resource.attributes).filter((name) => !secret.has(name))]);
  const found = new Map<string, string>();
  // Match by id, not by position: some records are missing.
  for (const record of await readRecords(scope, resource, ids, { fields, includes: {} })) {
    const { id }: { id?: unknown } = JSON.parse(record);
    found.set(String(id), record);
  }
  return found;
}
