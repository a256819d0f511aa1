import { integerKey, type Key } from "./key.ts";
import type { Deletion, Resource } from "./resource.ts";

/** Records that end with another one: a column of theirs holds its id. */
export interface Dependent {
  readonly resource: Resource;
  /** The way in which their rows record their end. */
  readonly deletion: Deletion;
  readonly column: string;
  /** SQL condition that selects them. */
  readonly where: string;
}

/** A relation through a joining table, seen from its target. */
export interface Join {
  readonly resource: Resource;
  readonly through: string;
  readonly ours: string;
  readonly theirs: string;
}

/** All resources by name. */
export class ResourceRegistry {
  private readonly byName: ReadonlyMap<string, Resource>;
  private readonly dependents: ReadonlyMap<string, readonly Dependent[]>;
  private readonly joins: ReadonlyMap<string, readonly Join[]>;

  /** @throws Error when declarations conflict: duplicate names, missing targets, planned targets that exist or have two paths */
  constructor(resources: readonly Resource[]) {
    this.byName = new Map(resources.map((resource) => [resource.name, resource]));
    if (this.byName.size !== resources.length) throw new Error("Two resources have the same name.");
    checkPlannedPaths(resources);
    for (const resource of resources) this.check(resource);
    this.dependents = dependentsIn(resources);
    this.joins = joinsLeftByEnded(resources);
  }

  /** The resource of that name. @throws Error for an unknown one */
  get(name: string): Resource {
    const resource = this.byName.get(name);
    if (!resource) throw new Error(`Unknown resource: ${name}.`);
    return resource;
  }

  /** The records that are deleted with a record of this resource. */
  dependentsOf({ name }: Resource): readonly Dependent[] {
    return this.dependents.get(name) ?? [];
  }

  /** The relations that a record of this resource leaves when it ends. */
  joinsLeftBy({ name }: Resource): readonly Join[] {
    return this.joins.get(name) ?? [];
  }

  find(name: string): Resource | undefined {
    return this.byName.get(name);
  }

  /** The kind of id that a resource has; planned resources count as numbered. */
  keyOf(name: string): Key {
    return this.byName.get(name)?.key ?? integerKey;
  }

  all(): Resource[] {
    return [...this.byName.values()];
  }

  private check(resource: Resource): void {
    for (const [name, relation] of Object.entries(resource.relations)) {
      const targets =
        relation.kind === "oneOf"
          ? Object.values(relation.targets)
          : relation.traits.planned
            ? []
            : [relation.traits.target];
      for (const target of targets) {
        const found = this.byName.get(target);
        if (!found) throw new Error(`${resource.name}.${name} points at ${target}, which does not exist.`);
        if (found.computed)
          throw new Error(`${resource.name}.${name} points at ${target}, which is computed and has no rows.`);
      }
      if (relation.kind !== "oneOf" && relation.traits.planned && this.byName.has(relation.traits.target)) {
        throw new Error(`${resource.name}.${name} plans ${relation.traits.target}, which already exists.`);
      }
    }
  }
}

/** All relations that plan a resource must name the same path. */
function checkPlannedPaths(resources: readonly Resource[]): void {
  const paths = new Map<string, string | undefined>();
  for (const relation of resources.flatMap(({ relations }) => Object.values(relations))) {
    if (relation.kind === "oneOf" || !relation.traits.planned) continue;
    const { target, path } = relation.traits;
    if (paths.has(target) && paths.get(target) !== path) throw new Error(`${target} is planned at two paths.`);
    paths.set(target, path);
  }
}

/** Keyed by the resource with whose records they end. */
function dependentsIn(resources: readonly Resource[]): ReadonlyMap<string, readonly Dependent[]> {
  const dependents = new Map<string, Dependent[]>();
  for (const resource of resources) {
    for (const [name, relation] of Object.entries(resource.relations)) {
      if (relation.kind !== "one" || !relation.traits.deletedAlong) continue;
      if (!resource.deletion)
        throw new Error(`${resource.name} cannot be deleted along with ${name}: it declares no deletion.`);
      const { target, deletedAlong } = relation.traits;
      const where = deletedAlong === true ? "true" : deletedAlong;
      dependents.set(target, [
        ...(dependents.get(target) ?? []),
        { resource, deletion: resource.deletion, column: `${name}_id`, where },
      ]);
    }
  }
  return dependents;
}

/** Keyed by the resource whose records leave them. */
function joinsLeftByEnded(resources: readonly Resource[]): ReadonlyMap<string, readonly Join[]> {
  const joins = new Map<string, Join[]>();
  for (const resource of resources) {
    for (const [name, relation] of Object.entries(resource.relations)) {
      if (relation.kind !== "many" || !relation.traits.leftByEnded) continue;
      if (!("through" in relation.source)) throw new Error(`${resource.name}.${name} has no joining table.`);
      const { target } = relation.traits;
      const { through, ours, theirs } = relation.source;
      joins.set(target, [...(joins.get(target) ?? []), { resource, through, ours, theirs }]);
    }
  }
  return joins;
}
