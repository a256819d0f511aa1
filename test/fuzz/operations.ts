import { apiExamples } from "../../src/interfaces/rest/api-examples.ts";
import type { Example } from "../../src/kernel/openapi/examples.ts";
import type { Json } from "../harness/client.ts";
import { resolved } from "../openapi/sampler.ts";

/** A parameter of an operation, with the schema of its values. */
export interface Parameter {
  readonly name: string;
  readonly schema: unknown;
  readonly required: boolean;
}

/** An operation of the OpenAPI document, with the data needed to send its requests. */
export interface FuzzedOperation {
  readonly method: string;
  /** Ids appear as `{name}`. */
  readonly path: string;
  readonly ids: readonly string[];
  readonly query: readonly Parameter[];
  /** Media types of its body; empty if it has no body. */
  readonly media: readonly string[];
  /** The body of an executed request; undefined if the documentation shows none. */
  readonly seed: unknown;
  /** The fields of a multipart body. */
  readonly form: Json;
  readonly responses: Json;
}

/** Every operation of the document. */
export function operationsOf(document: Json): FuzzedOperation[] {
  return Object.entries(Object(document.paths)).flatMap(([path, methods]) =>
    Object.entries(Object(methods)).map(([method, operation]) =>
      operationOf(document, method.toUpperCase(), path, { ...Object(operation) }),
    ),
  );
}

function operationOf(document: Json, method: string, path: string, operation: Json): FuzzedOperation {
  const parameters = [operation.parameters ?? []].flat().map((parameter) => resolved(document, parameter));
  const content = Object(Object(operation.requestBody).content);
  const form = Object(content["multipart/form-data"]).schema;
  return {
    method,
    path,
    ids: [...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name = ""]) => name),
    query: parameters
      .filter((one) => one.in === "query")
      .map(({ name, schema, required }) => ({ name: String(name), schema, required: required === true })),
    media: Object.keys(content),
    // PATCH behaves like PUT.
    seed: (exampleOf(method, path) ?? (method === "PATCH" ? exampleOf("PUT", path) : undefined))?.request,
    form: form === undefined ? {} : { ...Object(resolved(document, form).properties) },
    responses: { ...Object(operation.responses) },
  };
}

function exampleOf(method: string, path: string): Example | undefined {
  return apiExamples.operations[`${method} ${path.replace(/\{([a-z_]+)\}/g, ":$1")}`];
}
