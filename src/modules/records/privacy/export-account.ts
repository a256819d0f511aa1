import type { Transaction } from "../../../database/sql/transaction.ts";
import type { RecordId } from "../../../kernel/key.ts";
import { readRecords } from "../../../kernel/read/read.ts";
import type { ReadScope } from "../../../kernel/read/visible/read-scope.ts";
import type { ResourceRegistry } from "../../../kernel/registry.ts";
import type { Resource } from "../../../kernel/resource.ts";
import { type ExportedTable, exportedTables } from "./exported-tables.ts";
import { secretAttributes } from "./secret-columns.ts";

/** How many rows are read at once. */
const batch = 200;

/** Takes a line of an export, without its end; the next one waits for it. */
export type WriteLine = (line: string) => Promise<void>;

/** What an export of an account was. */
export interface ExportedAccount {
  /** Rows, each a line. */
  readonly rows: number;
  /** What no line holds because it is secret, as `table.column` or `resource.attribute`. */
  readonly leftOut: readonly string[];
}

/**
 * Writes every row of an account as a JSON text on a line of its own: as the record that the API shows where there is one, otherwise by its
 * columns. The first line says what it is of and what is left out, the last one how many there were: without it the export is not whole.
 * @param scope sees everything of the one account, within one snapshot
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

/** The resource that shows the rows of a table: of several the one with its name. */
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
    const some = await database.read({ text: `fetch ${batch} from exported` }, []);
    const records = resource
      ? await recordsOf(
          scope,
          resource,
          some.map(([id]) => id),
        )
      : undefined;
    for (const [id, row] of some) {
      const record = records?.get(id ?? "");
      const line =
        resource && record !== undefined
          ? `{"resource":${JSON.stringify(resource.name)},"record":${record}}`
          : `{"table":${JSON.stringify(table.name)},"row":${row}}`;
      await write(line);
    }
    rows += some.length;
    if (some.length < batch) break;
  }
  await database.run("close exported");
  return rows;
}

/** The records that the API shows, by their ids: others were deleted, or are another application's. */
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
  // One that is missing would move all that follow: each record says itself which one it is.
  for (const record of await readRecords(scope, resource, ids, { fields, includes: {} })) {
    const { id }: { id?: unknown } = JSON.parse(record);
    found.set(String(id), record);
  }
  return found;
}
