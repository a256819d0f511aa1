import { integerKey, type Key } from "./key.ts";
import type { Resource } from "./resource.ts";

/** All resources by name: how a relation finds its target. */
export class Catalogue {
  private readonly byName: ReadonlyMap<string, Resource>;

  /** Throws when the declarations do not fit together: a name twice, a target that is missing or has no rows, one that is no longer awaited, or is at two paths. */
  constructor(resources: readonly Resource[]) {
    this.byName = new Map(resources.map((resource) => [resource.name, resource]));
    if (this.byName.size !== resources.length) throw new Error("Two resources have the same name.");
    checkPlannedPaths(resources);
    for (const resource of resources) this.check(resource);
  }

  /** The resource of that name; throws for an unknown one, which a checked catalogue never asks for. */
  get(name: string): Resource {
    const resource = this.byName.get(name);
    if (!resource) throw new Error(`There is no resource ${name}.`);
    return resource;
  }

  find(name: string): Resource | undefined {
    return this.byName.get(name);
  }

  /** What kind of ids the records of that name have; those of a resource that is still awaited are taken for numbers. */
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
          : relation.traits.awaited
            ? []
            : [relation.traits.target];
      for (const target of targets) {
        const found = this.byName.get(target);
        if (!found) throw new Error(`${resource.name}.${name} points at ${target}, which does not exist.`);
        if (found.computed) throw new Error(`${resource.name}.${name} points at ${target}, which has no rows to read.`);
      }
      if (relation.kind !== "oneOf" && relation.traits.awaited && this.byName.has(relation.traits.target)) {
        throw new Error(`${resource.name}.${name} still awaits ${relation.traits.target}, which exists.`);
      }
    }
  }
}

/** What is awaited by several relations will live at one path. */
function checkPlannedPaths(resources: readonly Resource[]): void {
  const paths = new Map<string, string | undefined>();
  for (const relation of resources.flatMap(({ relations }) => Object.values(relations))) {
    if (relation.kind === "oneOf" || !relation.traits.awaited) continue;
    const { target, path } = relation.traits;
    if (paths.has(target) && paths.get(target) !== path) throw new Error(`${target} are awaited at two paths.`);
    paths.set(target, path);
  }
}
