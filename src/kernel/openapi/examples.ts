import type { Route } from "../route.ts";
import { type Json, reference } from "./json-schema.ts";

/** An executed request and its answer. Ids and times are normalized. */
export interface Example {
  /** The path with its query. */
  readonly path: string;
  readonly request?: unknown;
  readonly status: number;
  readonly response?: unknown;
}

/** Executed requests: operations by method and route path, failures by status. */
export interface Examples {
  readonly operations: Readonly<Record<string, Example>>;
  readonly failures: Readonly<Record<string, unknown>>;
}

export const noExamples: Examples = { operations: {}, failures: {} };

/** The names of an operation's examples among the components. Equal bodies are stored once. */
export interface ExampleNames {
  readonly request?: string;
  readonly response?: string;
}

/** The executed bodies as components, and the names of an operation's bodies. */
export function exampleComponents({ operations }: Examples): {
  readonly components: Json;
  namesOf(route: Route): ExampleNames;
} {
  const components: Record<string, Json> = {};
  const byBody = new Map<string, string>();
  const names = new Map<string, ExampleNames>();
  const named = (key: string, part: "request" | "response", body: unknown): ExampleNames => {
    if (body === undefined) return {};
    const text = JSON.stringify(body);
    const name = byBody.get(text) ?? `${key.toLowerCase().replace(/\W+/g, "_")}_${part}`;
    byBody.set(text, name);
    components[name] ??= { summary: `Executed: ${key}`, value: body };
    return { [part]: name };
  };
  for (const [key, { request, response }] of Object.entries(operations))
    names.set(key, { ...named(key, "request", request), ...named(key, "response", response) });
  return { components, namesOf: ({ method, path }) => names.get(`${method} ${path}`) ?? {} };
}

/** A reference to an example in a body's content, if it exists. */
export const shown = (name: string | undefined): Json =>
  name === undefined ? {} : { examples: { executed: reference("examples", name) } };
