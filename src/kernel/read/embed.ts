import type { RawRow } from "../../database/sql/transaction.ts";
import type { Caller } from "../access/caller.ts";
import { mayAny, withWriters } from "../access/scopes.ts";
import { isHidden } from "../limits.ts";
import type { ResourceRegistry } from "../registry.ts";
import type { Relation, ToOneOf } from "../relation.ts";
import type { Resource } from "../resource.ts";
import type { CompiledQuery } from "./compile-query.ts";
import type { ReadQuery } from "./query.ts";
import { shownIds } from "./row-writer.ts";

/** The rows of a read, and the relation to embed into them. */
export interface Embedded {
  readonly registry: ResourceRegistry;
  readonly caller: Caller;
  readonly compiled: CompiledQuery;
  readonly rows: readonly RawRow[];
  /** The relation's name. */
  readonly name: string;
  /** Reads records by id, through the same compiled statement as any read by id. */
  readonly read: (target: Resource, ids: readonly string[], query: ReadQuery) => Promise<ReadonlyMap<string, string>>;
}

/** Returns the embedded member of a row with a leading comma, or an empty text. */
export type Embedding = (row: RawRow) => string;

/** Reads one relation's records for all rows together. Undefined when the token may not read them. */
export async function embedRelation(
  context: Embedded,
  relation: Relation,
  query: ReadQuery,
): Promise<Embedding | undefined> {
  if (relation.kind === "oneOf") return embedOneOf(context, relation, query);
  const { registry, caller, compiled, name } = context;
  const many = relation.kind === "many";
  const nothing = `,"${name}":${many ? "[]" : "null"}`;
  if (relation.traits.planned) return (row) => (compiled.embeds(row, name) ? nothing : "");
  const target = registry.get(relation.traits.target);
  if (!readable(caller, target)) return undefined;

  const idsOf = (row: RawRow): string[] => {
    const text = compiled.relation(row, name) ?? "";
    const bare = many ? shownIds(text) : text;
    return bare === "" ? [] : bare.split(",");
  };
  const visibleRows = context.rows.filter((row) => compiled.embeds(row, name));
  const records = await context.read(target, [...new Set(visibleRows.flatMap(idsOf))], query);
  return (row) => {
    if (!compiled.embeds(row, name)) return "";
    const ids = idsOf(row);
    const found = ids.map((id) => records.get(id)).filter((record) => record !== undefined);
    if (many) return `,"${name}":[${found.join(",")}]`;
    // An unreadable record is omitted: null would say that there is none.
    return ids.length > found.length ? "" : `,"${name}":${found[0] ?? "null"}`;
  };
}

/** The same for a polymorphic relation: each target resource shows its records as the token may see them. */
async function embedOneOf(context: Embedded, relation: ToOneOf, query: ReadQuery): Promise<Embedding> {
  const { registry, caller, compiled, name } = context;
  const linked = context.rows.flatMap((row) => (compiled.embeds(row, name) ? (linkOf(compiled, row, name) ?? []) : []));
  const byType = new Map<string, ReadonlyMap<string, string>>();
  for (const [type, targetName] of Object.entries(relation.targets)) {
    const target = registry.get(targetName);
    if (!readable(caller, target)) continue;
    const ids = new Set(linked.filter((link) => link.type === type).map(({ id }) => id));
    // A nested include may exist on only some of the targets.
    const includes = Object.fromEntries(
      Object.entries(query.includes).filter(([relation]) => Object.hasOwn(target.relations, relation)),
    );
    byType.set(type, await context.read(target, [...ids], { ...query, includes }));
  }
  return (row) => {
    if (!compiled.embeds(row, name)) return "";
    const link = linkOf(compiled, row, name);
    if (!link) return `,"${name}":null`;
    const records = byType.get(link.type);
    const record = records?.get(link.id);
    return record === undefined ? "" : `,"${name}":${record}`;
  };
}

function linkOf(compiled: CompiledQuery, row: RawRow, name: string): { id: string; type: string } | undefined {
  const text = compiled.relation(row, name);
  if (text === null) return undefined;
  const colon = text.indexOf(":");
  return { id: text.slice(0, colon), type: text.slice(colon + 1) };
}

function readable(caller: Caller, target: Resource): boolean {
  return mayAny(caller.scopes, withWriters(target.readScopes)) && !isHidden(caller.scopes, target);
}
