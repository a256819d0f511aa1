import type { Catalogue } from "../catalogue.ts";
import type { ToMany } from "../relation.ts";
import type { Resource } from "../resource.ts";

/** The SQL expression of an attribute of a resource's row. */
export function attributeColumn(resource: Resource, name: string): string {
  return resource.attributes[name]?.traits.expression ?? `${resource.table}.${name}`;
}

/** The SQL expression that a relation reads: the id, the ids in braces, or `id:Type` of a polymorphic one. */
export function relationColumn(catalogue: Catalogue, resource: Resource, name: string): string {
  const relation = resource.relations[name];
  if (!relation) throw new Error(`${resource.name} has no relation ${name}.`);
  if (relation.kind === "one") return relation.expression ?? `${resource.table}.${name}_id`;
  if (relation.kind === "oneOf") return `${resource.table}.${name}_id || ':' || ${resource.table}.${name}_type`;
  return manyIds(catalogue, resource, relation);
}

/** SQL for "this row is live" of a resource, or undefined where nothing is ever deleted. */
export function liveCondition(resource: Resource): string | undefined {
  return resource.deletion && (resource.deletion.live ?? `${deletionTime(resource)} is null`);
}

/** SQL for the moment at which a row was deleted, canceled or archived. */
export function deletionTime(resource: Resource): string | undefined {
  const { deletion } = resource;
  return deletion && (deletion.expression ?? `${resource.table}.${deletion.column}`);
}

function manyIds(catalogue: Catalogue, resource: Resource, relation: ToMany): string {
  const { source } = relation;
  if ("expression" in source) return source.expression;
  const target = catalogue.get(relation.traits.target);
  const ours = resource.table;
  if ("foreignKey" in source) {
    const conditions = [
      `${target.table}.account_id = ${ours}.account_id`,
      `${target.table}.${source.foreignKey} = ${ours}.id`,
    ];
    const live = liveCondition(target);
    if (live) conditions.push(live);
    return `array(select ${target.table}.id from ${target.table} where ${conditions.join(" and ")} order by ${target.table}.id)`;
  }
  const { through } = source;
  return (
    `array(select ${through}.${source.theirs} from ${through} where ${through}.account_id = ${ours}.account_id` +
    ` and ${through}.${source.ours} = ${ours}.id order by 1)`
  );
}
