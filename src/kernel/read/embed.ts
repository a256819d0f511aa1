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

/** The rows of a read, into which the records of a relation are to be embedded. */
export interface Embedded {
  readonly registry: ResourceRegistry;
  readonly caller: Caller;
  readonly compiled: CompiledQuery;
  readonly rows: readonly RawRow[];
  /** The relation's. */
  readonly name: string;
  /** Reads records by their ids, as texts, through the same compiled statement as any read by ids. */
  readonly read: (target: Resource, ids: readonly string[], query: ReadQuery) => Promise<ReadonlyMap<string, string>>;
}

/** Writes what is embedded into a row: a member with a comma before it, or nothing. */
export type Embedding = (row: RawRow) => string;

/**
 * Reads the records of one relation for all rows at once, and answers what writes them into a row; undefined when the token may not
 * read them.
 */
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
  const showing = context.rows.filter((row) => compiled.embeds(row, name));
  const records = await context.read(target, [...new Set(showing.flatMap(idsOf))], query);
  return (row) => {
    if (!compiled.embeds(row, name)) return "";
    const ids = idsOf(row);
    const found = ids.map((id) => records.get(id)).filter((record) => record !== undefined);
    if (many) return `,"${name}":[${found.join(",")}]`;
    // A record that the token may not read is not embedded: null would say that there is none.
    return ids.length > found.length ? "" : `,"${name}":${found[0] ?? "null"}`;
  };
}

/** The same for a polymorphic relation: the records of each of its resources as that resource shows them to the token. */
async function embedOneOf(context: Embedded, relation: ToOneOf, query: ReadQuery): Promise<Embedding> {
  const { registry, caller, compiled, name } = context;
  const linked = context.rows.flatMap((row) => (compiled.embeds(row, name) ? (linkOf(compiled, row, name) ?? []) : []));
  const byType = new Map<string, ReadonlyMap<string, string>>();
  for (const [type, targetName] of Object.entries(relation.targets)) {
    const target = registry.get(targetName);
    if (!readable(caller, target)) continue;
    const ids = new Set(linked.filter((link) => link.type === type).map(({ id }) => id));
    // What is to be embedded one level deeper is a relation of one of the targets, and perhaps not of all.
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
