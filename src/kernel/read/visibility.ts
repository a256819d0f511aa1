import type { ResourceRegistry } from "../registry.ts";
import type { Resource } from "../resource.ts";
import type { Scope } from "../scopes.ts";
import { type View, viewOf } from "./view.ts";

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
  return rows === undefined ? visible : both(visible && `(${visible})`, `(${rows})`);
}

function both(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? (other && `(${other})`);
  return `(${one} and (${other}))`;
}

/** The ended rows that a view may learn of: the same, for what others ended before it would have gone by itself. */
export function endedCondition(resource: Resource, view: View, scopes: ReadonlySet<Scope>): string | undefined {
  return both(shownByView(resource, view, scopes, resource.ownership?.othersUntilEnded), seenRows(resource, view));
}

/**
 * What a token sees of the rows that a relation leads to; undefined when it sees all of them. A link shows no more of a row than the
 * row itself does: where the column that leads back is not shown, as the source in a booking's public form, only its own rows are.
 * @param column the target's column that holds our id, where the relation goes by one
 */
export function targetCondition(target: Resource, scopes: ReadonlySet<Scope>, column?: string): string | undefined {
  const view = viewOf(target, scopes, undefined);
  if (view.others === undefined || view.others === "hidden") return visibilityCondition(target, view, scopes);
  const back = Object.entries(target.relations).find(
    ([name, relation]) => relation.kind === "one" && !relation.expression && `${name}_id` === column,
  );
  if (back && !view.others.relations.includes(back[0]))
    return both(`(${ownRows(target, scopes)})`, seenRows(target, view));
  return visibilityCondition(target, view, scopes);
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
