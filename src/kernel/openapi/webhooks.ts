import { eventTypes } from "../changes/event-types.ts";
import type { ResourceRegistry } from "../registry.ts";
import type { Resource } from "../resource.ts";
import { words } from "../route.ts";
import { aWord } from "../write/route-words.ts";
import { type Json, objectOf, reference } from "./json-schema.ts";

/** The headers of every message (Standard Webhooks). */
export const webhookHeaders: Json = {
  "webhook-id": messageHeader("webhook-id", "The message's id, the same for all attempts and replays.", {
    type: "string",
  }),
  "webhook-timestamp": messageHeader("webhook-timestamp", "The time of sending: Unix time in seconds.", {
    type: "string",
    pattern: "^\\d+$",
  }),
  "webhook-signature": messageHeader(
    "webhook-signature",
    "v1 and a signature of id, timestamp and body with the endpoint's secret. For 24 hours after a rotation, a second signature with the former secret.",
    { type: "string" },
  ),
};

/** The receiver's answers. */
export const webhookAnswers: Json = {
  Received: {
    description: "The message was received. Roost retries after any other response, or after 15 seconds without one.",
  },
  EndpointGone: { description: "Roost disables the endpoint and sends it no more messages." },
};

/** The messages of each event type. Types of the same resource share a body. */
export function webhooks(registry: ResourceRegistry): Json {
  const entries = eventTypes(registry).map(({ type, resource, description }) => [
    type,
    messageOf(type, description, eventName(resource)),
  ]);
  const ping = messageOf("ping", "A test message, without a change.", "event_ping");
  return Object.fromEntries([...entries, ["ping", ping]]);
}

/** The message bodies, by schema name. */
export function webhookBodies(registry: ResourceRegistry): Json {
  const names = [...typesByResource(registry).keys()].map(eventName);
  return Object.fromEntries(
    [...names, "event_ping"].map((name) => [
      name,
      { required: true, content: { "application/json": { schema: reference("schemas", name) } } },
    ]),
  );
}

/** The schemas of messages. */
export function webhookSchemas(registry: ResourceRegistry): Json {
  const ofResources = [...typesByResource(registry)].map(([resource, types]) => [
    eventName(resource),
    eventSchema(types, resource, {
      anyOf: [reference("schemas", resource.name), { type: "null" }],
      description:
        "The record at the time of sending, as the endpoint's scopes show it; null once it is no longer visible.",
    }),
  ]);
  const endpoint = { name: "webhook_endpoints", key: { schema: { type: "integer" } }, singular: "webhook_endpoint" };
  return Object.fromEntries([
    ...ofResources,
    ["event_ping", eventSchema(["ping"], endpoint, { type: "null", description: "Always null." })],
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
      account_id: { type: "integer", description: "The account of the record." },
      resource: { type: "string", const: name, description: "The resource of the record." },
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
      type: { type: "string", enum: types, description: "The event type." },
      timestamp: { type: "string", format: "date-time", description: "The time of the change (UTC)." },
      data,
    },
    ["type", "timestamp", "data"],
    { description: `A message about ${aWord(singular)}.` },
  );
}

function messageOf(type: string, description: string, body: string): Json {
  return {
    post: {
      operationId: `event_${type.replaceAll(".", "_")}`,
      summary: description,
      description: `Sent to webhook endpoints that subscribe to ${type}.`,
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
