import type { Scope } from "../../../kernel/access/scopes.ts";
import type { BodyShape } from "../../../kernel/nested.ts";
import type { Resource } from "../../../kernel/resource.ts";
import type { Route } from "../../../kernel/route.ts";

/** The scopes that write each attribute of a resource. */
export type Writers = ReadonlyMap<string, ReadonlySet<Scope>>;

/** Collects the writers from the bodies of all routes, nested bodies included. */
export function writersOf(resource: Resource, routes: readonly Route[]): Writers {
  const writers = new Map<string, Set<Scope>>();
  for (const { operation, scopes } of routes) {
    if (operation.kind !== "write" || !operation.body) continue;
    const { body } = operation;
    const nested = body.media === "json" ? body.nested : {};
    for (const name of namesIn(
      { attributes: body.of.attributes, relations: body.of.relations, nested },
      body.of,
      resource,
    )) {
      const writing = writers.get(name) ?? new Set<Scope>();
      for (const scope of scopes) writing.add(scope);
      writers.set(name, writing);
    }
  }
  return writers;
}

/** The names of the target's attributes and references that a body accepts, at any depth. */
function namesIn(shape: BodyShape, of: Resource, target: Resource): string[] {
  const inside = Object.values(shape.nested ?? {}).flatMap((nested) => namesIn(nested, nested.of, target));
  if (of.table !== target.table) return inside;
  const attributes = Object.entries(shape.attributes).filter(([, { traits }]) => traits.writable);
  const references = Object.values(shape.relations ?? {}).flatMap((relation) =>
    relation.kind !== "oneOf" && relation.written ? [relation.written.name] : [],
  );
  return [...attributes.map(([name]) => name), ...references, ...inside];
}
