import type { Route } from "../route.ts";
import { type Json, reference } from "./json-schema.ts";

/** A request that was executed, and what it was answered; bodies as they were, but for ids and times of the moment. */
export interface Example {
  /** The path with its query, as it was asked. */
  readonly path: string;
  readonly request?: unknown;
  readonly status: number;
  readonly response?: unknown;
}

/** What was executed for the documentation: operations by method and path of their route, failures by their status. */
export interface Examples {
  readonly operations: Readonly<Record<string, Example>>;
  readonly failures: Readonly<Record<string, unknown>>;
}

export const noExamples: Examples = { operations: {}, failures: {} };

/** The names of an operation's examples among the components; the same body stands there once. */
export interface ExampleNames {
  readonly request?: string;
  readonly response?: string;
}

/** The bodies that were executed, as components, and how to find those of an operation. */
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
    components[name] ??= { summary: `As it was executed: ${key}`, value: body };
    return { [part]: name };
  };
  for (const [key, { request, response }] of Object.entries(operations))
    names.set(key, { ...named(key, "request", request), ...named(key, "response", response) });
  return { components, namesOf: ({ method, path }) => names.get(`${method} ${path}`) ?? {} };
}

/** An example of that name, where there is one, in the content of a body. */
export const shown = (name: string | undefined): Json =>
  name === undefined ? {} : { examples: { executed: reference("examples", name) } };
