import Type, { type TSchema } from "typebox";
import { textMedia } from "../files/text-media.ts";
import type { ResourceRegistry } from "../registry.ts";
import type { Resource } from "../resource.ts";
import type { ComputedAnswer, Operation, Route } from "../route.ts";
import { shown } from "./examples.ts";
import { type HeaderName, headersOf } from "./headers.ts";
import { type Json, mediaType, objectOf, reference } from "./json-schema.ts";
import { attributeSchemas } from "./record-schema.ts";

/** The envelope's parts in every answer. */
export const envelopeSchemas: Json = {
  link_templates: {
    type: "object",
    description: "URLs by `<resource>.<relation>`, with the id of the related record in braces.",
    additionalProperties: { type: "string" },
  },
  paging: objectOf(
    {
      Link: objectOf(
        {
          first: { type: "string", format: "uri" },
          prev: { type: "string", format: "uri" },
          next: {
            type: "string",
            format: "uri",
            description: "Absent on the last page. Contains `after` as well as `page`.",
          },
          last: { type: "string", format: "uri" },
        },
        ["first", "last"],
        { description: "URLs of other pages. Each repeats all parameters of the request." },
      ),
      "X-Total-Pages": { type: "string", description: "The number of pages." },
      "X-Total-Count": { type: "string", description: "The number of records on all pages." },
      "X-Per-Page": { type: "string", description: "The number of records per page." },
    },
    ["Link", "X-Total-Pages", "X-Total-Count", "X-Per-Page"],
    { description: "The page's position." },
  ),
};

/** An operation's successful answer, by status. @param example the name of an example body */
export function successOf(route: Route, registry: ResourceRegistry, example: string | undefined): Json {
  const { operation } = route;
  const status = operation.kind === "write" ? operation.success : 200;
  if (status === 204) return { 204: { description: "Success, without a body.", headers: headersOf() } };
  const shows = envelopeOf(route, registry);
  const computes = operation.kind === "write" ? operation.computes : undefined;
  const content = { schema: computes ? { anyOf: [shows, computedEnvelope(computes)] } : shows, ...shown(example) };
  return {
    [status]: {
      description: descriptionOf(route),
      headers: headersOf(...ownHeaders(operation)),
      content: { [mediaType]: content, ...textsOf(operation) },
    },
  };
}

/** Other media that the operation can answer with. */
function textsOf(operation: Operation): Json {
  const texts = (operation.kind === "read" && operation.texts) || [];
  return Object.fromEntries(texts.map((name) => [textMedia[name], { schema: { type: "string" } }]));
}

export const isPaged = (operation: Operation): boolean =>
  operation.kind === "list" || (operation.kind === "read" && "page" in operation.parameters);

function ownHeaders(operation: Operation): HeaderName[] {
  if (operation.kind === "write") return operation.success === 201 ? ["Location"] : [];
  return isPaged(operation) ? ["ETag", "Link", "X-Total-Pages", "X-Total-Count", "X-Per-Page"] : ["ETag"];
}

function descriptionOf({ operation }: Route): string {
  if (operation.kind === "write")
    return operation.success === 201 ? "The created record." : "The record after the change.";
  if (isPaged(operation)) return "A page of records; empty past the last page.";
  return operation.kind === "get" ? "The records with these ids." : "The requested data.";
}

/** The resource of an operation's records. */
const answeredBy = ({ resource, operation }: Route): Resource =>
  ((operation.kind === "write" || operation.kind === "read") && operation.answers) || resource;

/** A route's envelope that other routes share, with its name: a page of records, or records alone. */
export function sharedEnvelope(route: Route): readonly [string, Json] | undefined {
  const { operation, resource } = route;
  if (
    operation.kind === "read" ||
    (operation.kind === "write" &&
      (operation.embeds || operation.meta || operation.reveals || operation.success === 204))
  )
    return undefined;
  const { name, root } = answeredBy(route);
  const record = reference("schemas", name);
  return operation.kind === "list"
    ? [`${name}_page`, envelope(root, record, pageMeta(resource))]
    : [`${name}_answer`, envelope(root, record, noMeta)];
}

/** Marks links that show only their newest ids (conventions.md, Reading). */
const moreLinks: Json = {
  type: "object",
  additionalProperties: { type: "array", items: { type: ["integer", "string"] } },
  description: "Relations that show only their newest 1000 ids: <resource>.<relation> to the ids of the records.",
};

const noMeta: Json = objectOf({ more_links: moreLinks }, [], { description: "Empty, or with more_links." });

function envelope(root: string, items: Json, meta: Json): Json {
  return objectOf({ [root]: { type: "array", items }, links: reference("schemas", "link_templates"), meta }, [
    root,
    "links",
    "meta",
  ]);
}

/** The envelope of a computed object. */
function computedEnvelope({ root, description, attributes }: ComputedAnswer): Json {
  return envelope(root, objectOf(attributeSchemas(attributes), Object.keys(attributes), { description }), noMeta);
}

function envelopeOf(route: Route, registry: ResourceRegistry): Json {
  const [shared] = sharedEnvelope(route) ?? [];
  if (shared !== undefined) return reference("schemas", shared);
  const answered = answeredBy(route);
  return envelope(answered.root, elementOf(route, answered, registry), metaOf(route));
}

/** The paging, and the operation's own members of `meta`. */
function metaOf({ operation }: Route): Json {
  if (operation.kind === "write" && operation.meta)
    return objectOf({ ...operation.meta, more_links: moreLinks }, requiredOf(operation.meta));
  if (!isPaged(operation)) return noMeta;
  const own = operation.kind === "read" ? (operation.meta ?? {}) : {};
  return { allOf: [reference("schemas", "paging"), objectOf({ ...own, more_links: moreLinks }, [])] };
}

const requiredOf = (members: Readonly<Record<string, TSchema>>): string[] =>
  Object.keys(members).filter((name) => !Type.IsOptional(members[name]));

/** The record's schema, with this operation's additional members. */
function elementOf({ operation }: Route, answered: Resource, registry: ResourceRegistry): Json {
  const record = reference("schemas", answered.name);
  if (operation.kind === "read" && operation.additional)
    return { allOf: [record, objectOf(attributeSchemas(operation.additional), [])] };
  if (operation.kind !== "write") return record;
  if (operation.reveals) return { allOf: [record, revealedBy(operation.reveals, answered)] };
  if (!operation.embeds) return record;
  const embedded = operation.embeds.map((name) => {
    const relation = answered.relations[name];
    if (relation?.kind !== "many") throw new Error(`${answered.name} embeds ${name}, which it does not have.`);
    return [name, { type: "array", items: reference("schemas", registry.get(relation.traits.target).name) }];
  });
  return { allOf: [record, objectOf(Object.fromEntries(embedded), operation.embeds)] };
}

/** Attributes that only this answer shows. */
function revealedBy(names: readonly string[], { name, attributes }: Resource): Json {
  const properties = names.map((key) => {
    const attribute = attributes[key];
    if (!attribute) throw new Error(`${name} reveals ${key}, which it does not have.`);
    return [key, { ...attribute.type.readSchema, description: attribute.traits.description }];
  });
  return objectOf(Object.fromEntries(properties), names);
}

function pageMeta(resource: Resource): Json {
  const ids = {
    type: "array",
    items: resource.key.schema,
    description: "With updated_since: the ids of records that were deleted, canceled or archived since.",
  };
  return { allOf: [reference("schemas", "paging"), objectOf({ deleted_ids: ids, more_links: moreLinks }, [])] };
}
