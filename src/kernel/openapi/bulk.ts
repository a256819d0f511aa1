import { failuresWith } from "./failures.ts";
import { headersOf } from "./headers.ts";
import { type Json, mediaType, objectOf, reference, requestMediaTypes } from "./json-schema.ts";
import { requirements } from "./security.ts";

/** The tag of bulk requests, which belong to no resource. */
export const bulkTag: Json = { name: "bulk", description: "Several requests in one." };

const operation = objectOf(
  {
    method: { type: "string", enum: ["GET", "POST", "PUT", "PATCH", "DELETE"] },
    path: {
      type: "string",
      description: "The path with its query, with or without /api/v3: /bookings/7?fields=reference.",
      pattern: "^/",
    },
    body: { description: "The JSON body of the request. Absent with GET." },
    idempotency_key: {
      type: ["string", "null"],
      description: "The operation's own Idempotency-Key, bound to its method, path and compact JSON.",
      format: "uuid",
    },
  },
  ["method", "path"],
  { closed: true, description: "A request inside a bulk request." },
);

const result = objectOf(
  {
    status: { type: "integer", minimum: 100, maximum: 599 },
    headers: { type: "object", additionalProperties: { type: "string" } },
    body: { description: "The operation's response body: JSON, text of another media type, or null without a body." },
  },
  ["status", "headers", "body"],
  { description: "The response to one operation." },
);

/** The schemas of bulk requests and answers. */
export const bulkSchemas: Json = {
  bulk_operation: operation,
  bulk_result: result,
  bulk: objectOf(
    {
      operations: { type: "array", maxItems: 100, items: reference("schemas", "bulk_operation") },
      atomic: {
        type: ["boolean", "null"],
        description: "Run all operations in one transaction, or none. Default: each on its own.",
      },
    },
    ["operations"],
    { closed: true, description: "Several requests in one." },
  ),
  bulk_answer: objectOf(
    {
      results: {
        type: "array",
        items: reference("schemas", "bulk_result"),
        description: "In the order of the operations.",
      },
    },
    ["results"],
  ),
  bulk_refusal: objectOf(
    {
      errors: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
      index: {
        type: "integer",
        minimum: 0,
        description: "The index of the failed operation of an atomic request, from 0.",
      },
      result: reference("schemas", "bulk_result"),
    },
    ["errors"],
    { description: "The problems with the request, or the failed operation of an atomic request." },
  ),
};

const description = `Each operation is checked, limited and counted like a separate request; the bulk request itself does not count. Operations run in order.
With atomic, they share one transaction: later ones see the writes of earlier ones, and the first failure undoes them all. The answer is then
422 with the failed operation's index and answer. Atomic requests refuse orders for charges and refunds, and
begin no operation after 30 seconds. Bulk requests do not nest. Send forms and streams as separate requests. The bulk request itself takes no Idempotency-Key.`;

/** `POST /bulk` (conventions.md, Bulk). */
export const bulkPaths: Json = {
  "/bulk": {
    post: {
      operationId: "post_bulk",
      summary: "Send up to 100 requests in one, separately or in one transaction.",
      description,
      tags: ["bulk"],
      security: requirements(["public"]),
      parameters: [],
      requestBody: {
        required: true,
        content: Object.fromEntries(requestMediaTypes.map((type) => [type, { schema: reference("schemas", "bulk") }])),
      },
      responses: {
        200: {
          description: "The response to each operation, whatever its status.",
          headers: headersOf(),
          content: { [mediaType]: { schema: reference("schemas", "bulk_answer") } },
        },
        ...failuresWith(400, 401, 406, 413, 415, 429, 500, 503),
        422: {
          description:
            "The request is not a valid bulk request, or an operation of an atomic one failed. Nothing was changed.",
          headers: headersOf(),
          content: { [mediaType]: { schema: reference("schemas", "bulk_refusal") } },
        },
      },
    },
  },
};
