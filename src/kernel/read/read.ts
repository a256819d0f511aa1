import type { RawRow, Statement } from "../../database/transaction.ts";
import type { Caller } from "../caller.ts";
import type { RecordId } from "../key.ts";
import type { Resource } from "../resource.ts";
import { deletionTime } from "./columns.ts";
import { type Embedding, embedRelation } from "./embed.ts";
import { bind, numberParameters } from "./parameters.ts";
import { type Hiding, type CompiledQuery, parameterTypes, rootCondition, type QueryKey } from "./compile-query.ts";
import type { QueryCache } from "./query-cache.ts";
import type { PageQuery, ReadQuery } from "./query.ts";
import { viewOf } from "./view.ts";
import { endedCondition } from "./visibility.ts";

/** Something that runs a reading statement: the database, or a transaction that is under way. */
export interface Reader {
  read(statement: Statement, values: readonly unknown[]): Promise<RawRow[]>;
}

/** One page of a list: its records as JSON texts, and how many there are in all. */
export interface Page {
  readonly records: readonly string[];
  readonly total: number;
}

type Values = ReadonlyMap<string, unknown>;

/** Reads one page of a resource for a caller, in ascending order of id. */
export async function readPage(
  reader: Reader,
  queries: QueryCache,
  resource: Resource,
  caller: Caller,
  query: PageQuery,
): Promise<Page> {
  const key = listKey(resource, caller, query);
  const { query: compiled, prepared } = queries.of(key);
  const run = (values: Values) => reader.read(statementOf(compiled, prepared), bind(compiled.statement, values));
  const values = new Map([...rootValues(caller), ...query.values]);
  const rows = await run(values);
  const first = rows[0];
  const records = await writeRows(reader, queries, resource, caller, compiled, rows, query);
  if (first) return { records, total: compiled.total(first) };
  if (query.values.get("offset") === 0) return { records, total: 0 };
  // Past the last page no row carries the count: the first row of all does.
  const [start] = await run(new Map([...values, ["limit", 1], ["offset", 0]]));
  return { records, total: start ? compiled.total(start) : 0 };
}

/** What a list's defaults leave out: how many rows, and the arguments with which they would be there. */
export interface Hidden {
  readonly count: number;
  readonly shownBy: Hiding["shownBy"];
}

/** Whether a default of a list leaves rows out: then `countHidden` has something to say. */
export function hasDefaults(queries: QueryCache, resource: Resource, caller: Caller, query: PageQuery): boolean {
  return queries.of(listKey(resource, caller, query)).query.hiding !== undefined;
}

/** Counts the rows that would be in a list without its defaults and are not. @param total how many are, read in the same snapshot */
export async function countHidden(
  reader: Reader,
  queries: QueryCache,
  resource: Resource,
  caller: Caller,
  query: PageQuery,
  total: number,
): Promise<Hidden | undefined> {
  const { query: compiled, prepared } = queries.of(listKey(resource, caller, query));
  if (!compiled.hiding) return undefined;
  const { statement, shownBy } = compiled.hiding;
  const values = new Map([...rootValues(caller), ...query.values]);
  const [row] = await reader.read(prepared ? statement : { text: statement.text }, bind(statement, values));
  const count = Number(row?.[0]) - total;
  return count > 0 ? { count, shownBy } : undefined;
}

/** Reads records by their ids, in the order in which the ids are given; unknown and foreign ones are absent. */
export async function readRecords(
  reader: Reader,
  queries: QueryCache,
  resource: Resource,
  caller: Caller,
  ids: readonly RecordId[],
  query: ReadQuery,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const byId = await readById(reader, queries, resource, caller, ids, query);
  return ids.map((id) => byId.get(String(id))).filter((record) => record !== undefined);
}

/** Ids of the records that were deleted, canceled or archived at or after `updated_since`, ascending (`meta.deleted_ids`). */
export async function readDeletedIds(
  reader: Reader,
  resource: Resource,
  caller: Caller,
  updatedSince: unknown,
): Promise<RecordId[]> {
  const deleted = deletionTime(resource);
  if (deleted === undefined) return [];
  const conditions = [rootCondition(resource, caller.accounts.length === 1), `${deleted} >= :updated_since`];
  if (resource.always !== undefined) conditions.push(resource.always);
  // What an application without an account's word may see of a resource, it may not learn the end of.
  if (caller.publishedOnly && resource.tenancy !== "everyone") return [];
  // A canceled row is no longer shown in its public form, but that it is gone may be told to whom it was shown.
  conditions.push(endedCondition(resource, viewOf(resource, caller.scopes, undefined)) ?? "true");
  const { table } = resource;
  const sql = `select ${table}.id from ${table} where ${conditions.join(" and ")} order by ${table}.id`;
  const statement = numberParameters(sql, parameterTypes(resource));
  const values = new Map([...rootValues(caller), ["updated_since", updatedSince]]);
  const rows = await reader.read({ text: statement.text }, bind(statement, values));
  return rows.flatMap(([id]) => resource.key.parse(id ?? "") ?? []);
}

async function readById(
  reader: Reader,
  queries: QueryCache,
  resource: Resource,
  caller: Caller,
  ids: readonly RecordId[],
  query: ReadQuery,
): Promise<Map<string, string>> {
  const { query: compiled, prepared } = queries.of(
    queryKeyOf(resource, caller, query, ids.length === 1 ? "one" : "ids", []),
  );
  const values = new Map<string, unknown>([
    ...rootValues(caller),
    ["record", ids[0]],
    ["ids", `{${ids.join(",")}}`],
    ...(query.options ?? []),
  ]);
  const rows = await reader.read(statementOf(compiled, prepared), bind(compiled.statement, values));
  const records = await writeRows(reader, queries, resource, caller, compiled, rows, query);
  const byId = new Map<string, string>();
  for (const [index, row] of rows.entries()) {
    const id = row[0];
    const record = records[index];
    if (id && record !== undefined) byId.set(id, record);
  }
  return byId;
}

/** Writes the rows as records, each with the records that it embeds. */
async function writeRows(
  reader: Reader,
  queries: QueryCache,
  resource: Resource,
  caller: Caller,
  compiled: CompiledQuery,
  rows: readonly RawRow[],
  query: ReadQuery,
): Promise<string[]> {
  const { includes, moreLinks, shortLinks } = query;
  if (moreLinks) {
    for (const row of rows) {
      for (const name of compiled.cut(row))
        if (compiled.embeds(row, name)) moreLinks.note(resource, name, row[0] ?? "");
    }
  }
  const names = Object.keys(includes);
  const write = shortLinks ? (row: RawRow) => compiled.writeShort(row, shortLinks) : compiled.write;
  if (names.length === 0) return rows.map((row) => `${write(row)}}`);
  const embeddings: Embedding[] = [];
  for (const name of names) {
    const relation = resource.relations[name];
    if (relation === undefined) continue;
    const deeper: ReadQuery = { fields: undefined, includes: includes[name] ?? {}, ...(moreLinks && { moreLinks }) };
    const embedding = await embedRelation(
      {
        registry: queries.registry,
        caller,
        compiled,
        rows,
        name,
        read: async (target, ids, asked) =>
          ids.length === 0 ? new Map() : readById(reader, queries, target, caller, ids, asked),
      },
      relation,
      deeper,
    );
    if (embedding) embeddings.push(embedding);
  }
  return rows.map((row) => {
    const record = write(row) + embeddings.map((embedding) => embedding(row)).join("");
    // A record of which `fields` left nothing begins with what it embeds.
    return `${record.startsWith("{,") ? `{${record.slice(2)}` : record}}`;
  });
}

function queryKeyOf(
  resource: Resource,
  caller: Caller,
  query: ReadQuery,
  kind: QueryKey["kind"],
  given: readonly string[],
): QueryKey {
  return {
    resource,
    scopes: caller.scopes,
    oneAccount: caller.accounts.length === 1,
    publishedOnly: caller.publishedOnly,
    fields: query.fields,
    embedded: Object.keys(query.includes),
    kind,
    given,
  };
}

function listKey(resource: Resource, caller: Caller, query: PageQuery): QueryKey {
  const { filters = [], sort = [] } = query;
  return { ...queryKeyOf(resource, caller, query, "list", query.given), filters, sort };
}

function rootValues(caller: Caller): [string, unknown][] {
  return [
    ["account", caller.accounts[0]],
    ["accounts", `{${caller.accounts.join(",")}}`],
    ["application", caller.application],
  ];
}

function statementOf(compiled: CompiledQuery, prepared: boolean): Statement {
  return prepared ? compiled.statement : { text: compiled.statement.text };
}
