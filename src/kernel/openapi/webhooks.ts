import { eventTypes } from "../changes/event-types.ts";
import type { ResourceRegistry } from "../registry.ts";
import type { Resource } from "../resource.ts";
import { words } from "../route.ts";
import { aWord } from "../write/route-words.ts";
import { type Json, objectOf, reference } from "./json-schema.ts";

/** The headers of every message, as Standard Webhooks names them. */
export const webhookHeaders: Json = {
  "webhook-id": messageHeader("webhook-id", "Names the message: the same over all attempts, and when it is replayed.", {
    type: "string",
  }),
  "webhook-timestamp": messageHeader("webhook-timestamp", "When it was sent: Unix time in seconds.", {
    type: "string",
    pattern: "^\\d+$",
  }),
  "webhook-signature": messageHeader(
    "webhook-signature",
    "v1 and a signature of id, timestamp and body under the secret of the endpoint; for 24 hours after a rotation, another one under the former secret.",
    { type: "string" },
  ),
};

/** What the receiver answers. */
export const webhookAnswers: Json = {
  Received: {
    description: "The message was taken. Whatever else comes, or nothing within 15 seconds, is tried again.",
  },
  EndpointGone: { description: "The endpoint is disabled: nothing more is sent to it." },
};

/** What is sent of each type of events; grouped by the resource that they are about, of which the record is. */
export function webhooks(registry: ResourceRegistry): Json {
  const entries = eventTypes(registry).map(({ type, resource, description }) => [
    type,
    messageOf(type, description, eventName(resource)),
  ]);
  const ping = messageOf("ping", "A message to try an endpoint out with, which no change has caused.", "event_ping");
  return Object.fromEntries([...entries, ["ping", ping]]);
}

/** The bodies of messages by their schemas. */
export function webhookBodies(registry: ResourceRegistry): Json {
  const names = [...typesByResource(registry).keys()].map(eventName);
  return Object.fromEntries(
    [...names, "event_ping"].map((name) => [
      name,
      { required: true, content: { "application/json": { schema: reference("schemas", name) } } },
    ]),
  );
}

/** What a message says. */
export function webhookSchemas(registry: ResourceRegistry): Json {
  const ofResources = [...typesByResource(registry)].map(([resource, types]) => [
    eventName(resource),
    eventSchema(types, resource, {
      anyOf: [reference("schemas", resource.name), { type: "null" }],
      description:
        "The record as the scopes of the endpoint show it when it is sent; null where it is not shown any more.",
    }),
  ]);
  const endpoint = { name: "webhook_endpoints", key: { schema: { type: "integer" } }, singular: "webhook_endpoint" };
  return Object.fromEntries([
    ...ofResources,
    ["event_ping", eventSchema(["ping"], endpoint, { type: "null", description: "There is none." })],
  ]);
}

function eventSchema(
  types: readonly string[],
  { name, key, singular }: Pick<Resource, "name" | "singular"> & { readonly key: { readonly schema: object } },
  record: Json,
): Json {
  const data = objectOf(
    {
      id: { ...key.schema, description: `The id of the ${words(singular)}.` },
      account_id: { type: "integer", description: "The account in which it happened." },
      resource: { type: "string", const: name, description: "Whose record it is." },
      record,
      changed: {
        type: "array",
        items: { type: "string" },
        description: "The attributes that changed; empty where none did.",
      },
    },
    ["id", "account_id", "resource", "record", "changed"],
  );
  return objectOf(
    {
      type: { type: "string", enum: types, description: "What has happened." },
      timestamp: { type: "string", format: "date-time", description: "When it happened (UTC)." },
      data,
    },
    ["type", "timestamp", "data"],
    { description: `What is told of ${aWord(singular)}.` },
  );
}

function messageOf(type: string, description: string, body: string): Json {
  return {
    post: {
      operationId: `event_${type.replaceAll(".", "_")}`,
      summary: description,
      description: `Sent to webhook endpoints that asked for ${type}.`,
      parameters: Object.keys(webhookHeaders).map((name) => reference("parameters", name)),
      requestBody: reference("requestBodies", body),
      responses: { "2XX": reference("responses", "Received"), 410: reference("responses", "EndpointGone") },
      security: [],
    },
  };
}

function messageHeader(name: string, description: string, schema: Json): Json {
  return { name, in: "header", required: true, description, schema };
}

const eventName = ({ name }: Pick<Resource, "name">): string => `event_of_${name}`;

function typesByResource(registry: ResourceRegistry): ReadonlyMap<Resource, readonly string[]> {
  const types = Map.groupBy(eventTypes(registry), ({ resource }) => resource);
  return new Map([...types].map(([resource, all]) => [resource, all.map(({ type }) => type)]));
}
