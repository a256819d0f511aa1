import { type HeaderName, headersOf } from "./headers.ts";
import { type Json, mediaType, objectOf, reference } from "./json-schema.ts";

/** An answer that is no success: its name among the components, and when it comes. */
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
    description: "If-None-Match names what would be answered: nothing has changed, and there is no body.",
    headers: ["ETag"],
  },
  400: {
    name: "BadRequest",
    description:
      "The request is malformed: no JSON, another root, an unknown parameter, a value that cannot be read. The sentence names it.",
  },
  401: {
    name: "Unauthorized",
    description: "There is no access token, or it is unknown, expired or revoked.",
    headers: ["WWW-Authenticate"],
  },
  403: {
    name: "Forbidden",
    description:
      "The token lacks a scope (the sentence and WWW-Authenticate name those that would do), or the record is locked.",
    headers: ["WWW-Authenticate"],
  },
  404: {
    name: "NotFound",
    description: "There is no such record in the account; another account's is not found either.",
  },
  406: {
    name: "NotAcceptable",
    description: "The Accept header allows no JSON.",
  },
  409: {
    name: "Conflict",
    description: "The Idempotency-Key was used for another request. Nothing was done.",
  },
  410: {
    name: "Gone",
    description: "What a cursor stands behind is not kept any more: synchronise anew.",
  },
  413: {
    name: "PayloadTooLarge",
    description: "The body is larger than 1 MiB, or the URL longer than 64 KiB.",
  },
  415: {
    name: "UnsupportedMediaType",
    description: "The body is no JSON by its Content-Type.",
  },
  422: {
    name: "Invalid",
    description:
      "Something that the body says is refused: every failing attribute at once, each with its sentences; base is the record as a whole. Nothing was done.",
    schema: "validation_errors",
  },
  429: {
    name: "TooManyRequests",
    description: "The application has used up its hour.",
    headers: ["Retry-After"],
    schema: "rate_limit_errors",
  },
  500: {
    name: "InternalError",
    description: "Something went wrong in the service. The sentence names the request, whose log says more.",
  },
  503: {
    name: "Unavailable",
    description: "The database cannot be reached at the moment.",
    headers: ["Retry-After"],
  },
};

/** All of them, as components. @param examples bodies by status */
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

/** References to those of some statuses. */
export function failuresWith(...statuses: readonly number[]): Json {
  return Object.fromEntries(
    statuses.toSorted().map((status) => {
      const failure = failures[status];
      if (!failure) throw new Error(`Nobody said what an answer ${status} is.`);
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
      code: { type: "string", description: "For programs: snake_case, and stable." },
      details: { type: "string", description: "For people: one sentence." },
    },
    ["code", "details"],
  ),
};

/** The schemas of their bodies. */
export const errorSchemas: Json = {
  errors: objectOf({ errors: errorList }, ["errors"], { description: "What went wrong." }),
  rate_limit_errors: objectOf({ message: { type: "string" }, errors: errorList }, ["message", "errors"], {
    description: "That the limit was exceeded; message repeats the sentence for simple clients.",
  }),
  validation_errors: objectOf({ errors: { type: "object", additionalProperties: sentences } }, ["errors"], {
    description: "What was wrong, by attribute.",
  }),
};
