import type { Scope } from "../../../kernel/access/scopes.ts";
import type { BodyShape } from "../../../kernel/nested.ts";
import type { Resource } from "../../../kernel/resource.ts";
import type { Route } from "../../../kernel/route.ts";

/** Which scopes write each attribute of a resource, by what the bodies of all routes take. */
export type Writers = ReadonlyMap<string, ReadonlySet<Scope>>;

/** Reads the bodies of every route for what they say of a resource, inside of other records too. */
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
      const known = writers.get(name) ?? new Set<Scope>();
      for (const scope of scopes) known.add(scope);
      writers.set(name, known);
    }
  }
  return writers;
}

/** The names of a resource's attributes and references that a body takes, at whatever depth. */
function namesIn(shape: BodyShape, of: Resource, wanted: Resource): string[] {
  const inside = Object.values(shape.nested ?? {}).flatMap((nested) => namesIn(nested, nested.of, wanted));
  if (of.table !== wanted.table) return inside;
  const attributes = Object.entries(shape.attributes).filter(([, { traits }]) => traits.writable);
  const references = Object.values(shape.relations ?? {}).flatMap((relation) =>
    relation.kind !== "oneOf" && relation.written ? [relation.written.name] : [],
  );
  return [...attributes.map(([name]) => name), ...references, ...inside];
}
