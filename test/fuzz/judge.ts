import { Compile } from "typebox/compile";
import type { Json } from "../harness/client.ts";
import { resolved } from "../openapi/sampler.ts";
import type { FuzzedOperation } from "./operations.ts";
import type { WireAnswer } from "./send.ts";

/** Decides whether a response matches the document. */
export class Judge {
  private readonly document: Json;
  private readonly schemas: Readonly<Record<string, Json>>;
  private readonly checks = new Map<string, (body: unknown) => string[]>();

  constructor(document: Json) {
    this.document = document;
    const { schemas } = Object(document.components);
    this.schemas = Object.fromEntries(Object.entries(Object(schemas)).map(([name, schema]) => [name, local(schema)]));
  }

  /**
   * The fault in an operation's response; undefined if there is none.
   * @param limited whether the request selects fields, so that none is required
   */
  fault(operation: FuzzedOperation, { status, type, text }: WireAnswer, limited: boolean): string | undefined {
    if (status >= 500) return `answers ${status}`;
    const listed = operation.responses[String(status)];
    if (listed === undefined) return `answers ${status}, which the document does not list`;
    const content = Object(resolved(this.document, listed).content);
    if (Object.keys(content).length === 0) return text === "" ? undefined : `answers ${status} with a body`;
    const [media = ""] = type.split(";");
    const answered = Object.hasOwn(content, media) ? Object(content[media]) : undefined;
    if (!answered) return `answers ${status} as ${type}, which the document does not list`;
    if (!media.endsWith("json")) return undefined;
    const [first] = this.check(answered.schema, limited)(parsed(text));
    return first === undefined ? undefined : `answers ${status} with another body than the document says: ${first}`;
  }

  private check(schema: unknown, limited: boolean): (body: unknown) => string[] {
    const text = JSON.stringify(schema);
    const key = `${limited} ${text}`;
    const known = this.checks.get(key);
    if (known) return known;
    const names = this.namesIn(text);
    const context = Object.fromEntries(Object.entries(this.schemas).filter(([name]) => names.has(name)));
    const validator = limited ? Compile(optional(context), optional(local(schema))) : Compile(context, local(schema));
    const check = (body: unknown): string[] =>
      validator.Check(body)
        ? []
        : validator.Errors(body).map(({ instancePath, message }) => `${instancePath} ${message}`);
    this.checks.set(key, check);
    return check;
  }

  /** The schemas that a schema references, transitively. Compiling all schemas would take a second each time. */
  private namesIn(text: string, found: Set<string> = new Set()): Set<string> {
    for (const [, name = ""] of text.matchAll(/"\$ref":"(?:#\/components\/schemas\/)?([^"]+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      this.namesIn(JSON.stringify(this.schemas[name]), found);
    }
    return found;
  }
}

/** The same schema without required properties. */
function optional<S extends Json>(schema: S): S {
  const all: S = JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === "required" && Array.isArray(value) ? undefined : value,
  );
  return all;
}

/** Rewrites references to the validator's form: by name, among all schemas. */
function local(schema: unknown): Json {
  const text = JSON.stringify(schema).replaceAll('"#/components/schemas/', '"');
  const whole: unknown = JSON.parse(text);
  return { ...Object(whole) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return `no JSON: ${text.slice(0, 100)}`;
  }
}
