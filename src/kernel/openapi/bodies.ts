import type { BodyShape } from "../nested.ts";
import type { JsonBody, MultipartBody, RequestBody, Upload } from "../request-body.ts";
import { type DocumentedParameters, type Route, words } from "../route.ts";
import { bodySchema, localizedComponents, type Writing } from "./body-schema.ts";
import { described, type Json, objectOf } from "./json-schema.ts";

/** The name of an operation's body schema. Creations of a resource share one, and so do updates. */
export function bodyName(route: Route): string {
  const { resource, operation } = route;
  if (operation.kind === "read") return `${resource.name}_search`;
  if (operation.kind !== "write" || !isOwn(operation.body)) return `${resource.name}_${writingOf(route)}`;
  const action = route.path.slice(route.path.lastIndexOf(":")).split("/").slice(1);
  return [resource.name, ...(action.length === 0 ? ["delete"] : action)].join("_");
}

/** All body schemas by name. @throws Error when routes with the same name have different schemas */
export function bodySchemas(routes: readonly Route[]): Json {
  const schemas: Record<string, Json> = {};
  const shapes: BodyShape[] = [];
  for (const route of routes) {
    const { operation } = route;
    if (operation.kind === "write" && operation.body) shapes.push(shapeOf(operation.body));
    const schema = schemaOf(route);
    if (!schema) continue;
    const name = bodyName(route);
    if (schemas[name] && JSON.stringify(schemas[name]) !== JSON.stringify(schema))
      throw new Error(`Two operations have different bodies named ${name}.`);
    schemas[name] = schema;
  }
  return { ...localizedComponents(shapes), ...schemas };
}

function schemaOf(route: Route): Json | undefined {
  const { resource, operation, method } = route;
  if (operation.kind === "read") return method === "POST" ? flatSchema(operation.parameters) : undefined;
  if (operation.kind !== "write" || !operation.body) return undefined;
  const { body } = operation;
  if (body.media === "multipart") return formSchema(body, route.summary);
  const what = body.writing === "create" ? "new" : "changed";
  const description = body.own
    ? `The body of: ${route.summary}`
    : `The attributes of a ${what} ${words(resource.singular)}.`;
  return { ...bodySchema(shapeOf(body), body.writing), description };
}

/** Whether a body is specific to the operation, rather than a write of the resource. */
const isOwn = (body: RequestBody | undefined): boolean => body?.media === "multipart" || body?.own === true;

function shapeOf(body: RequestBody): BodyShape {
  const { attributes, relations } = body.of;
  return { attributes, relations, nested: body.media === "json" ? body.nested : {} };
}

/** A form's fields and files. */
function formSchema(body: MultipartBody, summary: string): Json {
  const {
    properties,
    required = [],
    ...rest
  }: Json & { properties?: object; required?: readonly string[] } = bodySchema(shapeOf(body), "create");
  const files = Object.entries(body.files).map(([name, { types, description }]) => [
    name,
    { type: "string", format: "binary", contentMediaType: types.join(", "), description },
  ]);
  const needed = Object.entries(body.files).flatMap(([name, file]) => (file.required ? [name] : []));
  return {
    ...rest,
    properties: { ...properties, ...Object.fromEntries(files) },
    required: [...required, ...needed],
    description: `The body of: ${summary}`,
  };
}

/** The form equivalent of a JSON body with a file: its fields are the attributes, and the file is a part. */
export function uploadSchema(body: JsonBody, { name, types }: Upload): Json {
  const { properties, ...rest }: Json & { properties?: object } = bodySchema(shapeOf(body), body.writing);
  const file = {
    type: "string",
    format: "binary",
    ...(types.length > 0 ? { contentMediaType: types.join(", ") } : {}),
    description: body.of.attributes[name]?.traits.description,
  };
  return {
    ...rest,
    properties: { ...properties, [name]: file },
    description: "The same as a form, with the file as a part.",
  };
}

/** The body of a reading POST: its parameters in one flat object. */
function flatSchema(parameters: DocumentedParameters): Json {
  const properties = Object.entries(parameters).map(([name, { schema, description }]) => [
    name,
    described(schema, description),
  ]);
  return objectOf(Object.fromEntries(properties), [], {
    closed: true,
    description: "The query parameters as a JSON object, with lists as arrays.",
  });
}

const writingOf = ({ operation }: Route): Writing =>
  operation.kind === "write" && (operation.success === 201 || operation.success === 202) ? "create" : "update";
