import type { TSchema } from "typebox";
import { resources, routes } from "../../src/app/registry.ts";
import type { Attribute, Readers } from "../../src/kernel/attribute.ts";
import type { BodyShape, Nested } from "../../src/kernel/nested.ts";
import type { Relation } from "../../src/kernel/relation.ts";
import type { Resource } from "../../src/kernel/resource.ts";
import type { Route } from "../../src/kernel/route.ts";

/** A name's declaration: an attribute, a relation or a part of a body. */
export interface Declared {
  /** The type's name; undefined for a relation or a nested list. */
  readonly type: string | undefined;
  /** Undefined: no response contains it. */
  readonly readers: Readers | undefined;
  /** The scopes of the routes that accept it. */
  readonly writers: ReadonlySet<string>;
  readonly required: boolean;
  readonly values: readonly string[] | undefined;
  /** The JSON Schema for writing. */
  readonly schema: TSchema | undefined;
}

/** A resource with its routes. */
export interface DeclaredResource {
  readonly resource: Resource;
  readonly routes: readonly Route[];
}

/** Normalizes `GET /bookings/:booking_id`: parameter names do not matter. */
export const endpointKey = (endpoint: string): string => endpoint.replace(/:[a-z_]+/g, ":");

const byEndpoint = new Map(routes.map((route) => [endpointKey(`${route.method} ${route.path}`), route]));

/** Finds an endpoint's route. */
export const routeOf = (endpoint: string): Route | undefined => byEndpoint.get(endpointKey(endpoint));

/** Finds a resource by name, or else by its first endpoint. */
export function resourceOf(name: string, endpoints: readonly string[]): DeclaredResource | undefined {
  const [found] = endpoints.flatMap((endpoint) => routeOf(endpoint)?.resource ?? []);
  const resource = resources.find((one) => one.name === name) ?? found;
  return resource && { resource, routes: routes.filter((route) => route.resource.name === resource.name) };
}

/** Finds what is declared under a catalogue name, if anything. */
export function declaredAs({ resource }: DeclaredResource, name: string): Declared | undefined {
  const own = shapes.filter((shape) => shape.of === resource.name);
  const writers = new Set(own.filter((shape) => takes(shape, name)).flatMap(({ scopes }) => scopes));
  const attribute = attributeNamed([resource, ...own.map(({ shape }) => shape)], name);
  const readers = readersOf(resource, name);
  if (!attribute && readers === undefined && writers.size === 0) return undefined;
  return {
    type: attribute?.type.title,
    readers,
    writers,
    required: attribute?.traits.required ?? own.some(({ shape }) => shape.nested?.[name]?.required),
    values: attribute?.type.values,
    schema: attribute && (attribute.type.localeSchema ?? attribute.type.writeSchema),
  };
}

/** An object in a request: a body or one nested in it. */
interface Written {
  /** The name of the resource that it describes. */
  readonly of: string;
  readonly scopes: readonly string[];
  readonly shape: BodyShape;
  readonly files: readonly string[];
}

const shapes = routes.flatMap(({ operation, scopes }): Written[] => {
  const body = operation.kind === "write" ? operation.body : undefined;
  if (!body) return [];
  const { name: of, attributes, relations } = body.of;
  const nested = body.media === "json" ? body.nested : {};
  const files = body.media === "json" ? [] : Object.keys(body.files);
  return [{ of, scopes, shape: { attributes, relations, nested }, files }, ...nestedShapes(nested, scopes)];
});

function nestedShapes(nested: Nested, scopes: readonly string[]): Written[] {
  return Object.values(nested).flatMap((body) => [
    { of: body.of.name, scopes, shape: body, files: [] },
    ...nestedShapes(body.nested ?? {}, scopes),
  ]);
}

/** Finds an attribute by name, including those of written relations. */
function attributeNamed(among: readonly BodyShape[], name: string): Attribute<unknown> | undefined {
  for (const { attributes, relations = {} } of among) {
    if (Object.hasOwn(attributes, name)) return attributes[name];
    const written = Object.values(relations).find((relation) => writtenName(relation) === name);
    if (written && written.kind !== "oneOf" && written.written) return written.written.attribute;
  }
  return undefined;
}

/** Finds the readers of an attribute or relation (`created_by_id` and `created_by_type` are one relation). */
function readersOf({ attributes, relations }: Resource, name: string): Readers | undefined {
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (attribute) return attribute.traits.readers === "nobody" ? undefined : attribute.traits.readers;
  const relation = relations[name] ?? polymorphic(relations[name.replace(/_(id|type)$/, "")]);
  if (!relation) return undefined;
  const readers = relation.kind === "oneOf" ? relation.readers : relation.traits.readers;
  return readers === "nobody" ? undefined : readers;
}

const polymorphic = (relation: Relation | undefined) => (relation?.kind === "oneOf" ? relation : undefined);
const writtenName = (relation: Relation) => (relation.kind === "oneOf" ? undefined : relation.written?.name);

/** Whether a request accepts a name. */
function takes({ shape: { attributes, relations = {}, nested = {} }, files }: Written, name: string): boolean {
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  return (
    (attribute?.traits.writable ?? false) ||
    Object.values(relations).some((relation) => writtenName(relation) === name) ||
    Object.hasOwn(nested, name) ||
    files.includes(name)
  );
}
