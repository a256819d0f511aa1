import type { TSchema } from "typebox";
import { resources, routes } from "../../src/app/registry.ts";
import type { Attribute, Readers } from "../../src/kernel/attribute.ts";
import type { BodyShape, Nested } from "../../src/kernel/nested.ts";
import type { Relation } from "../../src/kernel/relation.ts";
import type { Resource } from "../../src/kernel/resource.ts";
import type { Route } from "../../src/kernel/route.ts";

/** An attribute, a relation or a part of a body, as the declarations have it under one name. */
export interface Declared {
  /** The word of its type; undefined for what is no attribute: a relation, or a list inside a body. */
  readonly type: string | undefined;
  /** Absent: it is in no answer. */
  readonly readers: Readers | undefined;
  /** The scopes of the routes that take it; empty: none does. */
  readonly writers: ReadonlySet<string>;
  readonly required: boolean;
  readonly values: readonly string[] | undefined;
  /** JSON Schema of what is written. */
  readonly schema: TSchema | undefined;
}

/** What is declared of a resource, and served of it. */
export interface DeclaredResource {
  readonly resource: Resource;
  readonly routes: readonly Route[];
}

/** `GET /bookings/:booking_id` as it is compared: what an id is called says nothing. */
export const endpointKey = (endpoint: string): string => endpoint.replace(/:[a-z_]+/g, ":");

const byEndpoint = new Map(routes.map((route) => [endpointKey(`${route.method} ${route.path}`), route]));

/** The route of an endpoint. */
export const routeOf = (endpoint: string): Route | undefined => byEndpoint.get(endpointKey(endpoint));

/** The resource that the first of some endpoints reads, or that has the name. */
export function resourceOf(name: string, endpoints: readonly string[]): DeclaredResource | undefined {
  const [found] = endpoints.flatMap((endpoint) => routeOf(endpoint)?.resource ?? []);
  const resource = resources.find((one) => one.name === name) ?? found;
  return resource && { resource, routes: routes.filter((route) => route.resource.name === resource.name) };
}

/** What is declared under a name of the catalogue; undefined when nothing is. */
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

/** An object that a request may bring: a body, or what stands inside of one. */
interface Written {
  /** Of which resource it says something, by its name. */
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

/** Its own, that of a relation that a write names, or of a body of its own. */
function attributeNamed(among: readonly BodyShape[], name: string): Attribute<unknown> | undefined {
  for (const { attributes, relations = {} } of among) {
    if (Object.hasOwn(attributes, name)) return attributes[name];
    const written = Object.values(relations).find((relation) => writtenName(relation) === name);
    if (written && written.kind !== "oneOf" && written.written) return written.written.attribute;
  }
  return undefined;
}

/** Who reads an attribute, or the relation of that name (`created_by_id` and `created_by_type` are one). */
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

/** Whether a request may say something under a name. */
function takes({ shape: { attributes, relations = {}, nested = {} }, files }: Written, name: string): boolean {
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  return (
    (attribute?.traits.writable ?? false) ||
    Object.values(relations).some((relation) => writtenName(relation) === name) ||
    Object.hasOwn(nested, name) ||
    files.includes(name)
  );
}
