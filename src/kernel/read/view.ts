import { mayAny, type Scope, withWriters } from "../access/scopes.ts";
import type { Readers } from "../attribute.ts";
import { leaves, partOf, rowsLeft } from "../limits.ts";
import type { Resource } from "../resource.ts";

/** Names of the attributes and relations that a row shows, in declaration order. */
export interface Selection {
  readonly attributes: readonly string[];
  readonly relations: readonly string[];
}

/** A token's view of a resource: a selection for its own rows (or all), and another for other applications' rows. */
export interface View {
  readonly own: Selection;
  /** Set when rows are shown differently (see `Ownership`). */
  readonly others: Selection | "hidden" | undefined;
  /** SQL condition of the rows that the caller's limits allow; undefined for all. */
  readonly rows: string | undefined;
}

/** The names in `fields`: attributes, `links` for all relations, `linkOf` for one; undefined for everything. */
export type Fields = ReadonlySet<string> | undefined;

/** One relation's name in `Fields`, because a relation and an attribute may share a name. */
export const linkOf = (relation: string): string => `links.${relation}`;

const publicOnly: ReadonlySet<Scope> = new Set<Scope>(["public"]);

/** A token's view of a resource, narrowed to `fields` if given. */
export function viewOf(resource: Resource, scopes: ReadonlySet<Scope>, fields: Fields): View {
  const { ownership } = resource;
  const rows = rowsLeft(partOf(scopes, resource));
  if (!ownership || mayAny(scopes, withWriters(ownership.fullReaders))) {
    return { own: select(resource, scopes, scopes, fields), others: undefined, rows };
  }
  const own = select(resource, scopes, scopes.has(ownership.scope) ? scopes : publicOnly, fields);
  const others = ownership.others === undefined ? "hidden" : select(resource, scopes, publicOnly, fields);
  return { own, others, rows };
}

/** Whether a token with these scopes sees an attribute or relation with these readers. */
export function sees(readers: Readers, scopes: ReadonlySet<Scope>): boolean {
  if (readers === "all") return true;
  return readers !== "nobody" && mayAny(scopes, withWriters(readers));
}

/** @param held the caller's scopes, with their limits @param scopes the subset that decides what is shown */
function select(resource: Resource, held: ReadonlySet<Scope>, scopes: ReadonlySet<Scope>, fields: Fields): Selection {
  const part = partOf(held, resource);
  const attributes = Object.entries(resource.attributes)
    .filter(([name, attribute]) => sees(attribute.traits.readers, scopes) && (fields?.has(name) ?? true))
    .filter(([name]) => leaves(part, "attributes", name))
    .map(([name]) => name);
  const withLinks = fields?.has("links") ?? true;
  const relations = Object.entries(resource.relations)
    .filter(([name]) => (withLinks || fields?.has(linkOf(name))) && leaves(part, "relations", name))
    .filter(([, relation]) => sees(relation.kind === "oneOf" ? relation.readers : relation.traits.readers, scopes))
    .map(([name]) => name);
  return { attributes, relations };
}
