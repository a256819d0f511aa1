import type { BodyShape } from "../nested.ts";
import { type DocumentedParameters, type Route, words } from "../route.ts";
import { bodySchema, localizedComponents, type Writing } from "./body-schema.ts";
import { described, type Json, objectOf } from "./json-schema.ts";

/** The name of the schema of an operation's body: those that make or change a resource's records share one. */
export function bodyName(route: Route): string {
  const { resource, operation } = route;
  if (operation.kind === "read") return `${resource.name}_search`;
  if (operation.kind !== "write" || !operation.content) return `${resource.name}_${writingOf(route)}`;
  const own = route.path.split("/").filter((part) => part !== resource.path && !part.startsWith(":"));
  return [resource.name, ...own, ...(own.length === 0 ? [route.method.toLowerCase()] : [])].join("_");
}

/** The schemas of all bodies, by their names. Routes that share one must say the same. */
export function bodySchemas(routes: readonly Route[]): Json {
  const schemas: Record<string, Json> = {};
  const shapes: BodyShape[] = [];
  for (const route of routes) {
    const { operation } = route;
    if (operation.kind === "write" && operation.body !== "none") shapes.push(shapeOf(route));
    const schema = schemaOf(route);
    if (!schema) continue;
    const name = bodyName(route);
    if (schemas[name] && JSON.stringify(schemas[name]) !== JSON.stringify(schema))
      throw new Error(`Two operations mean different things by ${name}.`);
    schemas[name] = schema;
  }
  return { ...localizedComponents(shapes), ...schemas };
}

function schemaOf(route: Route): Json | undefined {
  const { resource, operation, method } = route;
  if (operation.kind === "read") return method === "POST" ? flatSchema(operation.parameters) : undefined;
  if (operation.kind !== "write" || operation.body === "none") return undefined;
  const writing = operation.content ? "create" : writingOf(route);
  const what = writing === "create" ? "a new" : "a changed";
  const description = operation.content
    ? `What goes with: ${route.summary}`
    : `What a write says of ${what} ${words(resource.singular)}.`;
  return { ...bodySchema(shapeOf(route), writing), description };
}

function shapeOf({ resource, operation }: Route): BodyShape {
  const { attributes, relations, nested }: BodyShape = (operation.kind === "write" && operation.content) || resource;
  const additional = operation.kind === "write" ? operation.nested : undefined;
  return { attributes, ...(relations ? { relations } : {}), nested: { ...nested, ...additional } };
}

/** The parameters of a reading POST in its body: one flat object, arrays or comma lists. */
function flatSchema(parameters: DocumentedParameters): Json {
  const properties = Object.entries(parameters).map(([name, { schema, description }]) => [
    name,
    described(schema, description),
  ]);
  return objectOf(Object.fromEntries(properties), [], {
    closed: true,
    description: "The parameters of the query in a body; lists as arrays.",
  });
}

const writingOf = ({ operation }: Route): Writing =>
  operation.kind === "write" && operation.success === 201 ? "create" : "update";
