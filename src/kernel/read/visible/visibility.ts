import { mayAny, type Scope, withWriters } from "../../access/scopes.ts";
import type { ResourceRegistry } from "../../registry.ts";
import type { Resource } from "../../resource.ts";
import { type View, viewOf } from "../view.ts";

/** SQL: the row is the caller's own, as far as its scopes go. */
export function ownRows({ ownership }: Resource, scopes: ReadonlySet<Scope>): string {
  if (!ownership) return "false";
  return scopes.has(ownership.scope) ? ownership.ownRows : (ownership.openRows ?? ownership.ownRows);
}

/** The rows that a view shows: everything, the caller's own and public ones, or only its own; of these, those that the caller may see. */
export function visibilityCondition(resource: Resource, view: View, scopes: ReadonlySet<Scope>): string | undefined {
  return both(shownByView(resource, view, scopes, resource.ownership?.others), seenRows(resource, view));
}

function shownByView(
  resource: Resource,
  view: View,
  scopes: ReadonlySet<Scope>,
  others: string | undefined,
): string | undefined {
  if (view.others === undefined) return undefined;
  const own = ownRows(resource, scopes);
  if (view.others === "hidden" || others === undefined) return `(${own})`;
  return `((${own}) or (${others}))`;
}

/** SQL: the rows that the caller sees whatever its scopes, of those that its limits leave. */
function seenRows({ visible }: Resource, { rows }: View): string | undefined {
  return both(visible, rows);
}

/** SQL: both conditions, of those that there are. In parentheses: a declaration may write `or`. */
export function both(one: string | undefined, other: string | undefined): string | undefined {
  const conditions = [one, other].filter((condition) => condition !== undefined).map((condition) => `(${condition})`);
  return conditions.length === 0 ? undefined : `(${conditions.join(" and ")})`;
}

/** The ended rows that a view may learn of: the same, for what others ended before it would have gone by itself. */
export function endedCondition(resource: Resource, view: View, scopes: ReadonlySet<Scope>): string | undefined {
  return both(shownByView(resource, view, scopes, resource.ownership?.othersUntilEnded), seenRows(resource, view));
}

/** What a token may know of the rows that a relation leads to, as SQL conditions. */
export interface LinkLimits {
  /** Of other rows nobody learns who does not see them: links leave them out. */
  readonly visible?: string | undefined;
  /** Other rows are there, and the token may not know which: a link that leads to one is left out as a whole. */
  readonly limits?: string | undefined;
}

/**
 * The limits of a relation's ids. A token that reads the resource by a scope of its own sees all of them, whatever it sees of the target
 * (conventions.md, Reading). One that reads the resource as `public`, or the target by an `_owned` scope, sees only ids of what it can read;
 * where the column that leads back is not shown, as the source in a booking's public form, only those of its own rows.
 * @param scopes without them, every id is seen
 * @param column the target's column that holds our id, where the relation goes by one
 */
export function limitsOfLink(
  resource: Resource,
  target: Resource,
  scopes: ReadonlySet<Scope> | undefined,
  column?: string,
): LinkLimits {
  if (scopes === undefined) return {};
  const view = viewOf(target, scopes, undefined);
  const visible = seenRows(target, view);
  const isOwner = target.ownership !== undefined && scopes.has(target.ownership.scope);
  if (readsInFull(resource, scopes) && !isOwner) return { visible };
  const back = Object.entries(target.relations).find(
    ([name, relation]) => relation.kind === "one" && !relation.expression && `${name}_id` === column,
  );
  const hidesBack = back && typeof view.others === "object" && !view.others.relations.includes(back[0]);
  const limits = hidesBack
    ? `(${ownRows(target, scopes)})`
    : shownByView(target, view, scopes, target.ownership?.others);
  return { visible, limits };
}

/** Whether a token reads a resource by another scope than `public` and those of what is its own. */
function readsInFull({ readScopes, ownership }: Resource, scopes: ReadonlySet<Scope>): boolean {
  const readers =
    ownership?.fullReaders ?? readScopes.filter((scope) => scope !== "public" && !scope.endsWith("_owned"));
  return mayAny(scopes, withWriters(readers));
}

/**
 * What a token that no account gave sees: rows that are published themselves, or that belong to something published (a rental's rooms,
 * fees and bookings); undefined where being published means nothing.
 */
export function publishedCondition(registry: ResourceRegistry, resource: Resource): string | undefined {
  if (resource.published !== undefined) return `(${resource.published})`;
  const conditions: string[] = [];
  for (const [name, relation] of Object.entries(resource.relations)) {
    // What every record has it belongs to; what it may have is another record's affair.
    if (relation.kind !== "one" || relation.traits.planned || !relation.traits.present) continue;
    const target = registry.get(relation.traits.target);
    if (target.published === undefined) continue;
    const { table } = target;
    const id = relation.expression ?? `${resource.table}.${name}_id`;
    conditions.push(
      `exists (select from ${table} where ${table}.account_id = ${resource.table}.account_id and ${table}.id = ${id} and ${target.published})`,
    );
  }
  return conditions.length > 0 ? conditions.join(" and ") : undefined;
}
