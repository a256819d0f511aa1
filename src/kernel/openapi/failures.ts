import { type HeaderName, headersOf } from "./headers.ts";
import { type Json, mediaType, objectOf, reference } from "./json-schema.ts";

/** An unsuccessful answer: its component name, and when it occurs. */
interface Failure {
  readonly name: string;
  readonly description: string;
  readonly headers?: readonly HeaderName[];
  readonly schema?: "errors" | "validation_errors" | "rate_limit_errors";
}

/** By status. */
const failures: Readonly<Record<number, Failure>> = {
  304: {
    name: "NotModified",
    description: "If-None-Match contains the current ETag: nothing has changed. There is no body.",
    headers: ["ETag"],
  },
  400: {
    name: "BadRequest",
    description:
      "The request is malformed: invalid JSON, a wrong root, an unknown parameter, or an invalid value. The message names it.",
  },
  401: {
    name: "Unauthorized",
    description: "The access token is missing, unknown, expired or revoked.",
    headers: ["WWW-Authenticate"],
  },
  403: {
    name: "Forbidden",
    description:
      "The token lacks a scope, or the record is locked. The message and WWW-Authenticate name the sufficient scopes.",
    headers: ["WWW-Authenticate"],
  },
  404: {
    name: "NotFound",
    description: "The account has no such record. Records of other accounts are not found either.",
  },
  406: {
    name: "NotAcceptable",
    description: "The Accept header does not allow JSON.",
  },
  409: {
    name: "Conflict",
    description: "The Idempotency-Key was used for another request. Nothing was changed.",
  },
  410: {
    name: "Gone",
    description: "The cursor is too old: its changes are no longer kept. Synchronize from the start.",
  },
  412: {
    name: "PreconditionFailed",
    description:
      "The record has changed since the version in If-Match. ETag has the current version. Nothing was changed.",
    headers: ["ETag"],
  },
  413: {
    name: "PayloadTooLarge",
    description: "The body exceeds 1 MiB, or the URL exceeds 64 KiB.",
  },
  415: {
    name: "UnsupportedMediaType",
    description: "The Content-Type is not JSON.",
  },
  422: {
    name: "Invalid",
    description:
      "The body is invalid. The response lists every failing attribute with its messages; base is the record as a whole. Nothing was changed.",
    schema: "validation_errors",
  },
  429: {
    name: "TooManyRequests",
    description: "The application has used all its requests for this hour.",
    headers: ["Retry-After"],
    schema: "rate_limit_errors",
  },
  500: {
    name: "InternalError",
    description: "The service failed. The message contains the request's id, which identifies it in the log.",
  },
  503: {
    name: "Unavailable",
    description: "The database is unreachable.",
    headers: ["Retry-After"],
  },
};

/** All failures as components. @param examples bodies by status */
export function failureComponents(examples: Readonly<Record<string, unknown>>): Json {
  return Object.fromEntries(
    Object.entries(failures).map(([status, { name, description, headers = [], schema = "errors" }]) => {
      const example = examples[status];
      const body = { schema: reference("schemas", schema), ...(example === undefined ? {} : { example }) };
      return [
        name,
        {
          description,
          headers: headersOf(...headers),
          ...(status === "304" ? {} : { content: { [mediaType]: body } }),
        },
      ];
    }),
  );
}

/** References to the failures with these statuses. */
export function failuresWith(...statuses: readonly number[]): Json {
  return Object.fromEntries(
    statuses.toSorted().map((status) => {
      const failure = failures[status];
      if (!failure) throw new Error(`No failure is declared for the status ${status}.`);
      return [status, reference("responses", failure.name)];
    }),
  );
}

const sentences = { type: "array", items: { type: "string" } };
const errorList = {
  type: "array",
  minItems: 1,
  items: objectOf(
    {
      code: { type: "string", description: "For programs: a stable snake_case code." },
      details: { type: "string", description: "For people: one sentence." },
    },
    ["code", "details"],
  ),
};

/** The schemas of error bodies. */
export const errorSchemas: Json = {
  errors: objectOf({ errors: errorList }, ["errors"], { description: "The errors." }),
  rate_limit_errors: objectOf({ message: { type: "string" }, errors: errorList }, ["message", "errors"], {
    description: "The rate limit was exceeded. message repeats the details for simple clients.",
  }),
  validation_errors: objectOf(
    {
      errors: { type: "object", additionalProperties: sentences },
      meta: objectOf({ final_price: { type: ["string", "null"] } }, [], {
        description: "If expected_final_price was refused: the price that the booking would have.",
      }),
    },
    ["errors"],
    { description: "Messages by attribute." },
  ),
};
