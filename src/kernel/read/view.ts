import { mayAny, type Scope, withWriters } from "../access/scopes.ts";
import type { Readers } from "../attribute.ts";
import { leaves, partOf, rowsLeft } from "../limits.ts";
import type { Resource } from "../resource.ts";

/** The names of the attributes and relations that are written out for a row, in the order of the declaration. */
export interface Selection {
  readonly attributes: readonly string[];
  readonly relations: readonly string[];
}

/** What a token sees of a resource: one selection for its own rows (or all), and another for those of others where they differ. */
export interface View {
  readonly own: Selection;
  /** Set when the token does not see every row alike (see `Ownership`). */
  readonly others: Selection | "hidden" | undefined;
  /** SQL condition of the rows that the caller's limits leave; undefined for all. */
  readonly rows: string | undefined;
}

/** What `fields` left of a record: attributes, `links` for all relations, `linkOf` for one; undefined is everything. */
export type Fields = ReadonlySet<string> | undefined;

/** The name in `Fields` of one relation: relations and attributes may be called the same. */
export const linkOf = (relation: string): string => `links.${relation}`;

const publicOnly: ReadonlySet<Scope> = new Set<Scope>(["public"]);

/** The view of a token with these scopes on a resource, limited to `fields` where given. */
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

/** Whether an attribute or relation with these readers is shown to a token with these scopes. */
export function sees(readers: Readers, scopes: ReadonlySet<Scope>): boolean {
  if (readers === "all") return true;
  return readers !== "nobody" && mayAny(scopes, withWriters(readers));
}

/** @param held whose limits hold @param scopes those of them that count for the form */
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
