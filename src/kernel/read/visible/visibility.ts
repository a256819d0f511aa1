import { mayAny, type Scope, withWriters } from "../../access/scopes.ts";
import type { ResourceRegistry } from "../../registry.ts";
import type { Resource } from "../../resource.ts";
import { type View, viewOf } from "../view.ts";

/** SQL condition: the row is the caller's own, as far as its scopes reach. */
export function ownRows({ ownership }: Resource, scopes: ReadonlySet<Scope>): string {
  if (!ownership) return "false";
  return scopes.has(ownership.scope) ? ownership.ownRows : (ownership.openRows ?? ownership.ownRows);
}

/** SQL condition of the rows that a view shows: all, own and public ones, or own ones, without those hidden from the caller. */
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

/** SQL condition of the rows that the caller may see whatever its scopes, within its limits. */
function seenRows({ visible }: Resource, { rows }: View): string | undefined {
  return both(visible, rows);
}

/** SQL: both conditions, where present. Parenthesized, because a declaration may contain `or`. */
export function both(one: string | undefined, other: string | undefined): string | undefined {
  const conditions = [one, other].filter((condition) => condition !== undefined).map((condition) => `(${condition})`);
  return conditions.length === 0 ? undefined : `(${conditions.join(" and ")})`;
}

/** SQL condition of the ended rows that a view may list: other applications' rows count only if they were visible until they ended. */
export function endedCondition(resource: Resource, view: View, scopes: ReadonlySet<Scope>): string | undefined {
  return both(shownByView(resource, view, scopes, resource.ownership?.othersUntilEnded), seenRows(resource, view));
}

/** SQL conditions on the rows of a relation. */
export interface LinkLimits {
  /** Links skip rows that do not satisfy it. */
  readonly visible?: string | undefined;
  /** Links that contain a row that does not satisfy it are hidden entirely. */
  readonly limits?: string | undefined;
}

/**
 * The limits of a relation's ids. A token that reads the resource through its own scope sees all ids (conventions.md, Reading). A
 * token with only `public` here, or an `_owned` scope on the target, sees only ids of readable records. Where the target's public form
 * hides the back reference, it sees only ids of its own rows.
 * @param scopes absent: every id is visible
 * @param column the target's column that holds our id, if the relation uses one
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

/** Whether a token reads a resource through a scope other than `public` and `_owned`. */
function readsInFull({ readScopes, ownership }: Resource, scopes: ReadonlySet<Scope>): boolean {
  const readers =
    ownership?.fullReaders ?? readScopes.filter((scope) => scope !== "public" && !scope.endsWith("_owned"));
  return mayAny(scopes, withWriters(readers));
}

/**
 * SQL condition for tokens that no account granted: rows that are published, or that belong to a published record, such as a rental's
 * rooms. Undefined for resources without such a notion.
 */
export function publishedCondition(registry: ResourceRegistry, resource: Resource): string | undefined {
  if (resource.published !== undefined) return `(${resource.published})`;
  const conditions: string[] = [];
  for (const [name, relation] of Object.entries(resource.relations)) {
    // A required relation means ownership; an optional one does not.
    if (relation.kind !== "one" || relation.traits.planned || !relation.traits.present) continue;
    const target = registry.get(relation.traits.target);
    if (target.published === undefined) continue;
    const { table } = target;
    const id = relation.expression ?? `${resource.table}.${name}_id`;
    conditions.push(
      `exists (select from ${table} where ${table}.account_id = :account_of(${resource.table}) and ${table}.id = ${id} and ${target.published})`,
    );
  }
  return conditions.length > 0 ? conditions.join(" and ") : undefined;
}
