import { integerKey, type Key } from "./key.ts";
import type { Deletion, Resource } from "./resource.ts";

/** Records that end along with another one: those of a resource whose column holds its id. */
export interface Dependent {
  readonly resource: Resource;
  /** Where its rows say that they have ended. */
  readonly deletion: Deletion;
  readonly column: string;
  /** SQL condition: which of them. */
  readonly where: string;
}

/** A relation through a joining table, as its target sees it: the resource that has it, and the columns for that and for the target. */
export interface Join {
  readonly resource: Resource;
  readonly through: string;
  readonly ours: string;
  readonly theirs: string;
}

/** All resources by name: how a relation finds its target. */
export class ResourceRegistry {
  private readonly byName: ReadonlyMap<string, Resource>;
  private readonly dependents: ReadonlyMap<string, readonly Dependent[]>;
  private readonly joins: ReadonlyMap<string, readonly Join[]>;

  /** Throws when the declarations do not fit together: a name twice, a target that is missing or has no rows, one that is planned and exists, or that is planned at two paths. */
  constructor(resources: readonly Resource[]) {
    this.byName = new Map(resources.map((resource) => [resource.name, resource]));
    if (this.byName.size !== resources.length) throw new Error("Two resources have the same name.");
    checkPlannedPaths(resources);
    for (const resource of resources) this.check(resource);
    this.dependents = dependentsIn(resources);
    this.joins = joinsLeftByEnded(resources);
  }

  /** The resource of that name; throws for an unknown one, which a checked registry never asks for. */
  get(name: string): Resource {
    const resource = this.byName.get(name);
    if (!resource) throw new Error(`There is no resource ${name}.`);
    return resource;
  }

  /** What is deleted along with a record of that resource. */
  dependentsOf({ name }: Resource): readonly Dependent[] {
    return this.dependents.get(name) ?? [];
  }

  /** The relations that a record of that resource leaves when it ends. */
  joinsLeftBy({ name }: Resource): readonly Join[] {
    return this.joins.get(name) ?? [];
  }

  find(name: string): Resource | undefined {
    return this.byName.get(name);
  }

  /** What kind of ids the records of that name have; those of a resource that is only planned are taken for numbers. */
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
        if (found.computed) throw new Error(`${resource.name}.${name} points at ${target}, which has no rows to read.`);
      }
      if (relation.kind !== "oneOf" && relation.traits.planned && this.byName.has(relation.traits.target)) {
        throw new Error(`${resource.name}.${name} is planned to lead to ${relation.traits.target}, which exists.`);
      }
    }
  }
}

/** A resource that several relations plan has one path. */
function checkPlannedPaths(resources: readonly Resource[]): void {
  const paths = new Map<string, string | undefined>();
  for (const relation of resources.flatMap(({ relations }) => Object.values(relations))) {
    if (relation.kind === "oneOf" || !relation.traits.planned) continue;
    const { target, path } = relation.traits;
    if (paths.has(target) && paths.get(target) !== path) throw new Error(`${target} are planned at two paths.`);
    paths.set(target, path);
  }
}

/** By the name of the resource with whose records they end. */
function dependentsIn(resources: readonly Resource[]): ReadonlyMap<string, readonly Dependent[]> {
  const dependents = new Map<string, Dependent[]>();
  for (const resource of resources) {
    for (const [name, relation] of Object.entries(resource.relations)) {
      if (relation.kind !== "one" || !relation.traits.deletedAlong) continue;
      if (!resource.deletion) throw new Error(`${resource.name} are never deleted, nor along with their ${name}.`);
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

/** By the name of the resource whose records leave them. */
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
