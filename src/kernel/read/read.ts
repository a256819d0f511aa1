import type { RawRow } from "../../database/sql/transaction.ts";
import type { Caller } from "../access/caller.ts";
import type { RecordId } from "../key.ts";
import type { Resource } from "../resource.ts";
import { deletionTime } from "./columns.ts";
import type { CompiledQuery, Prepared, ShownBy } from "./compile-query.ts";
import { type Embedding, embedRelation } from "./embed.ts";
import { accountCondition, parameterTypes } from "./filter/conditions.ts";
import { maxWalked } from "./list-sql.ts";
import { bind, numberParameters } from "./parameters.ts";
import type { PageQuery, ReadQuery } from "./query.ts";
import type { QueryKey, Walk } from "./query-key.ts";
import { versionOf } from "./version.ts";
import { viewOf } from "./view.ts";
import type { QueryScope, ReadScope } from "./visible/read-scope.ts";
import { endedCondition } from "./visible/visibility.ts";

/** A page of a list: its records as JSON texts, and the list's total. */
export interface Page {
  readonly records: readonly string[];
  readonly total: number;
  /**
   * The last record's id, in the database's form, when more records follow by id; null on the last page. Undefined: only page numbers work.
   */
  readonly last: string | null | undefined;
  /** The rows that the list's defaults exclude, if the query counts them and there are any. */
  readonly hidden: Hidden | undefined;
}

/** The rows that a list's defaults exclude: their number, and the arguments that show them. */
export interface Hidden {
  readonly count: number;
  readonly shownBy: ShownBy;
}

/** The rows of a compiled query. */
interface Found {
  readonly compiled: CompiledQuery;
  readonly rows: readonly RawRow[];
}

/** Reads one page of a resource for a caller. */
export async function readPage(scope: ReadScope, resource: Resource, query: PageQuery): Promise<Page> {
  const compiled = scope.queries.of(listKey(resource, scope.caller, query));
  const { read, room } = pageReader(scope, resource, query);
  let found = await read(compiled.statement);
  if (compiled.seek && found.length < room && !isWhole(compiled, query, found)) {
    const [answer] = await read(compiled.seek.isNeeded);
    if (answer?.[0] === "t") found = await read(compiled.seek.page);
  }
  const limit = Number(query.values.get("limit"));
  const rows = found.slice(0, limit);
  const { total, hidden } = await totalsIn(compiled, found, read);
  const records = await writeRows(scope, resource, query, { compiled, rows });
  const goesOn = query.values.has("after")
    ? found.length > limit
    : Number(query.values.get("offset")) + rows.length < total;
  const byIds = (query.sort ?? []).length === 0 && (!resource.repeatsIds || scope.caller.accounts.length === 1);
  return { records, total, last: byIds ? (goesOn && rows.at(-1)?.[0]) || null : undefined, hidden };
}

/** Runs a list's statements with the request's values. `room`: the number of rows to read. */
function pageReader(scope: ReadScope, resource: Resource, query: PageQuery) {
  const limit = Number(query.values.get("limit"));
  // After a cursor, only an extra row shows whether there are more: the total includes the rows before it.
  const room = query.values.has("after") ? limit + 1 : limit;
  const values = new Map<string, unknown>([
    ["after", resource.key.lowest],
    ...ownValues(scope),
    ...query.values,
    ["limit", room],
  ]);
  const read = (statement: Prepared): Promise<RawRow[]> => scope.database.read(statement, bind(statement, values));
  return { read, room };
}

/** Whether the first page is the whole list. */
function isWhole(compiled: CompiledQuery, query: PageQuery, [first, ...others]: readonly RawRow[]): boolean {
  return first !== undefined && !query.values.has("after") && compiled.total(first) === 1 + others.length;
}

/** Every row carries the totals. @param read queries them when there is no row */
async function totalsIn(
  compiled: CompiledQuery,
  [first]: readonly RawRow[],
  read: (statement: Prepared) => Promise<RawRow[]>,
): Promise<Pick<Page, "total" | "hidden">> {
  if (first) return withHidden(compiled, compiled.total(first), compiled.totalWithoutDefaults(first));
  const [counted] = compiled.counting ? await read(compiled.counting) : [];
  return withHidden(compiled, Number(counted?.[0] ?? 0), Number(counted?.[1] ?? 0));
}

function withHidden(
  { shownBy }: CompiledQuery,
  total: number,
  withoutDefaults: number,
): Pick<Page, "total" | "hidden"> {
  const count = withoutDefaults - total;
  return { total, hidden: shownBy && count > 0 ? { count, shownBy } : undefined };
}

/** The compiled query of a list, or of a read by a number of ids. */
export function compiledOf(
  { queries, caller }: QueryScope,
  resource: Resource,
  query: PageQuery | ReadQuery,
  ids = 0,
): CompiledQuery {
  const key = "searchNames" in query ? listKey(resource, caller, query) : idsKey(resource, caller, query, ids);
  return queries.of(key);
}

/** Reads records by id, in the order of `ids`; unknown and foreign ids are skipped. */
export async function readRecords(
  scope: ReadScope,
  resource: Resource,
  ids: readonly RecordId[],
  query: ReadQuery,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const byId = await readRecordsById(scope, resource, ids, query);
  return ids.map((id) => byId.get(String(id))).filter((record) => record !== undefined);
}

/** Ids of records deleted, canceled or archived since `updated_since`, ascending (`meta.deleted_ids`). */
export async function readDeletedIds(
  { database, caller }: Omit<ReadScope, "queries">,
  resource: Resource,
  updatedSince: unknown,
): Promise<RecordId[]> {
  const deleted = deletionTime(resource);
  if (deleted === undefined) return [];
  const oneAccount = caller.accounts.length === 1;
  const conditions = [accountCondition(resource, oneAccount), `${deleted} >= :updated_since`];
  if (resource.always !== undefined) conditions.push(resource.always);
  // A token that no account granted must not learn which records were published before.
  if (caller.publishedOnly && resource.tenancy !== "everyone") return [];
  // A canceled row has no public form, but a caller that could see it may learn that it is gone.
  conditions.push(endedCondition(resource, viewOf(resource, caller.scopes, undefined), caller.scopes) ?? "true");
  const { table } = resource;
  const sql = `select ${table}.id from ${table} where ${conditions.join(" and ")} order by ${table}.id`;
  const statement = numberParameters(sql, parameterTypes(resource, oneAccount));
  const values = new Map([...callerValues(caller), ["updated_since", updatedSince]]);
  const rows = await database.read({ text: statement.text }, bind(statement, values));
  return rows.flatMap(([id]) => resource.key.parse(id ?? "") ?? []);
}

/** Reads records by id, as JSON texts by the ids' texts. */
export async function readRecordsById(
  scope: ReadScope,
  resource: Resource,
  ids: readonly RecordId[],
  query: ReadQuery,
): Promise<Map<string, string>> {
  const { database, queries, caller } = scope;
  const compiled = queries.of(idsKey(resource, caller, query, ids.length));
  const values = new Map<string, unknown>([
    ...ownValues(scope),
    ["record", ids[0]],
    ["ids", `{${ids.join(",")}}`],
    ...(query.options ?? []),
  ]);
  const rows = await database.read(compiled.statement, bind(compiled.statement, values));
  const records = await writeRows(scope, resource, query, { compiled, rows });
  const byId = new Map<string, string>();
  for (const [index, row] of rows.entries()) {
    const id = row[0];
    const record = records[index];
    if (id && record !== undefined) byId.set(id, record);
    const version = compiled.version(row);
    if (id && version !== undefined) query.versions?.set(id, versionOf(resource, id, version));
  }
  return byId;
}

/** Writes rows as records, with their embedded records. */
async function writeRows(
  scope: ReadScope,
  resource: Resource,
  query: ReadQuery,
  { compiled, rows }: Found,
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
        registry: scope.queries.registry,
        caller: scope.caller,
        compiled,
        rows,
        name,
        read: async (target, ids, nested) =>
          ids.length === 0 ? new Map() : readRecordsById(scope, target, ids, nested),
      },
      relation,
      deeper,
    );
    if (embedding) embeddings.push(embedding);
  }
  return rows.map((row) => {
    const record = write(row) + embeddings.map((embedding) => embedding(row)).join("");
    // Without own fields, the record starts with the comma of its first embedded member.
    return `${record.startsWith("{,") ? `{${record.slice(2)}` : record}}`;
  });
}

function queryKeyOf(resource: Resource, caller: Caller, query: ReadQuery): Omit<QueryKey, "kind" | "searchNames"> {
  return {
    resource,
    scopes: caller.scopes,
    oneAccount: caller.accounts.length === 1,
    publishedOnly: caller.publishedOnly,
    fields: query.fields,
    embedded: Object.keys(query.includes),
  };
}

function idsKey(resource: Resource, caller: Caller, query: ReadQuery, ids: number): QueryKey {
  return { ...queryKeyOf(resource, caller, query), kind: ids === 1 ? "one" : "ids", searchNames: [] };
}

function listKey(resource: Resource, caller: Caller, query: PageQuery): QueryKey {
  const { searchNames, filters = [], sort = [], countsHidden = false } = query;
  const list = { searchNames, filters, sort, countsHidden, walk: walkOf(query) };
  return { ...queryKeyOf(resource, caller, query), kind: "list", ...list };
}

function walkOf({ sort = [], values }: PageQuery): Walk {
  if (Number(values.get("limit")) >= maxWalked) return "large by number";
  return sort.length === 0 && values.get("offset") === 0 ? "by id" : "by number";
}

function ownValues({ queries, caller }: QueryScope): [string, unknown][] {
  const term = queries.urlTerm();
  return [
    ...callerValues(caller),
    ["base_url", queries.baseUrl],
    ["files_until", term?.until],
    ["files_key", term?.key],
    ["link_key", queries.linkKey],
  ];
}

function callerValues(caller: Caller): [string, unknown][] {
  return [
    ["account", caller.accounts[0]],
    ["accounts", `{${caller.accounts.join(",")}}`],
    ["application", caller.application],
    ["of_account", caller.ofAccount ?? false],
    ["user", caller.user],
    ["scopes", `{${[...caller.scopes].join(",")}}`],
  ];
}
