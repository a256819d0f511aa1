import { failuresWith } from "./failures.ts";
import { headersOf } from "./headers.ts";
import { type Json, mediaType, objectOf, reference, requestMediaTypes } from "./json-schema.ts";
import { requirements } from "./security.ts";

/** The tag of what belongs to no resource. */
export const bulkTag: Json = { name: "bulk", description: "Several requests in one." };

const operation = objectOf(
  {
    method: { type: "string", enum: ["GET", "POST", "PUT", "PATCH", "DELETE"] },
    path: {
      type: "string",
      description: "Below /api/v3, or with it, and with its query: /bookings/7?fields=reference.",
      pattern: "^/",
    },
    body: { description: "JSON, as a request of its own would bring it. Absent with GET." },
    idempotency_key: {
      type: ["string", "null"],
      description: "The operation's own Idempotency-Key. It is bound to the method, the path and the compact JSON.",
      format: "uuid",
    },
  },
  ["method", "path"],
  { closed: true, description: "A request inside of a bulk request." },
);

const result = objectOf(
  {
    status: { type: "integer", minimum: 100, maximum: 599 },
    headers: { type: "object", additionalProperties: { type: "string" } },
    body: { description: "What the operation answered: JSON, a text of another medium, or null for nothing." },
  },
  ["status", "headers", "body"],
  { description: "How an operation was answered." },
);

/** The schemas of bulk requests and their answers. */
export const bulkSchemas: Json = {
  bulk_operation: operation,
  bulk_result: result,
  bulk: objectOf(
    {
      operations: { type: "array", maxItems: 100, items: reference("schemas", "bulk_operation") },
      atomic: {
        type: ["boolean", "null"],
        description: "All of them in one transaction, or none. Each on its own unless told so.",
      },
    },
    ["operations"],
    { closed: true, description: "Several requests in one." },
  ),
  bulk_answer: objectOf(
    { results: { type: "array", items: reference("schemas", "bulk_result"), description: "In the requests' order." } },
    ["results"],
  ),
  bulk_refusal: objectOf(
    {
      errors: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
      index: { type: "integer", minimum: 0, description: "Which operation of an atomic request failed, from 0." },
      result: reference("schemas", "bulk_result"),
    },
    ["errors"],
    { description: "What is wrong with the request, or which operation of an atomic one failed and how." },
  ),
};

const description = `Each operation is checked, limited and counted like a request of its own, and the request itself counts as none besides. They run in
their order. With atomic, all of them happen in one transaction, later ones see what earlier ones wrote, and the first that fails undoes
them all: the answer is 422 with its index and its answer. Orders for charges and refunds are refused in it. Bulk requests do not nest,
forms and streams need a request of their own, and the request itself takes no Idempotency-Key.`;

/** `POST /bulk` (conventions.md, Bulk). */
export const bulkPaths: Json = {
  "/bulk": {
    post: {
      operationId: "post_bulk",
      summary: "Make up to 100 requests in one, each on its own or all in one transaction.",
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
          description: "How each operation was answered, whatever its status.",
          headers: headersOf(),
          content: { [mediaType]: { schema: reference("schemas", "bulk_answer") } },
        },
        ...failuresWith(400, 401, 406, 413, 415, 429, 500, 503),
        422: {
          description: "The request is no bulk request, or an operation of an atomic one failed. Nothing was done.",
          headers: headersOf(),
          content: { [mediaType]: { schema: reference("schemas", "bulk_refusal") } },
        },
      },
    },
  },
};
