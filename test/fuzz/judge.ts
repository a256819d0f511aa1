import { Compile } from "typebox/compile";
import type { Json } from "../harness/client.ts";
import { resolved } from "../openapi/sampler.ts";
import type { FuzzedOperation } from "./operations.ts";
import type { WireAnswer } from "./send.ts";

/** Decides whether an answer is one that the document promises. */
export class Judge {
  private readonly document: Json;
  private readonly schemas: Record<string, Json>;
  private readonly checks = new Map<string, (body: unknown) => string[]>();

  constructor(document: Json) {
    this.document = document;
    const { schemas } = Object(document.components);
    this.schemas = Object.fromEntries(Object.entries(Object(schemas)).map(([name, schema]) => [name, local(schema)]));
  }

  /** What is wrong with an answer to a request of an operation; undefined when nothing is. */
  fault(operation: FuzzedOperation, { status, type, text }: WireAnswer): string | undefined {
    if (status >= 500) return `answers ${status}`;
    const listed = operation.responses[String(status)];
    if (listed === undefined) return `answers ${status}, which the document does not list`;
    const content = Object(resolved(this.document, listed).content);
    if (Object.keys(content).length === 0) return text === "" ? undefined : `answers ${status} with a body`;
    const [media = ""] = type.split(";");
    const answered = Object.hasOwn(content, media) ? Object(content[media]) : undefined;
    if (!answered) return `answers ${status} as ${type}, which the document does not list`;
    if (!media.endsWith("json")) return undefined;
    const [first] = this.check(`${operation.method} ${operation.path} ${status}`, answered.schema)(parsed(text));
    return first === undefined ? undefined : `answers ${status} with another body than the document says: ${first}`;
  }

  private check(key: string, schema: unknown): (body: unknown) => string[] {
    const known = this.checks.get(key);
    if (known) return known;
    const validator = Compile(this.schemas, local(schema));
    const check = (body: unknown): string[] =>
      validator.Check(body)
        ? []
        : validator.Errors(body).map(({ instancePath, message }) => `${instancePath} ${message}`);
    this.checks.set(key, check);
    return check;
  }
}

/** With references as the validator wants them: by name, among all schemas. */
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
