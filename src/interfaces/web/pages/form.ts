import { isUtf8 } from "node:buffer";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { UnreadableBody, utf8Text } from "../../http/bodies/utf8-body.ts";

const maxFormBytes = 64 * 1024;

/** Makes an instance accept forms only. A repeated field keeps all its values. */
export async function acceptForms(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer", bodyLimit: maxFormBytes },
    async (_request: FastifyRequest, body: Buffer) => fieldsOf(utf8Text(body)),
  );
}

/** A submitted form, unvalidated. */
export class Form {
  private readonly fields: ReadonlyMap<string, readonly string[]>;

  /** @param body a request body parsed by `acceptForms`; anything else is an empty form */
  constructor(body: unknown) {
    const entries = typeof body === "object" && body !== null ? Object.entries(body) : [];
    this.fields = new Map(entries.map(([name, values]) => [name, Array.isArray(values) ? values.filter(isText) : []]));
  }

  /** The names of its fields. */
  names(): Iterable<string> {
    return this.fields.keys();
  }

  /** A field's only value; empty if it is missing or repeated. */
  text(name: string): string {
    const [value = "", ...others] = this.all(name);
    return others.length > 0 ? "" : value;
  }

  /** All values of a field, such as checkboxes. */
  all(name: string): readonly string[] {
    return this.fields.get(name) ?? [];
  }
}

/** @throws UnreadableBody for escapes that are not UTF-8, which would become `�`, and for NUL characters */
function fieldsOf(body: string): Record<string, unknown> {
  for (const [escapes] of body.matchAll(/(?:%[0-9a-f]{2})+/gi)) {
    if (!isUtf8(Buffer.from(escapes.replaceAll("%", ""), "hex")))
      throw new UnreadableBody(400, "The form is not valid UTF-8.");
  }
  if (body.includes("%00") || body.includes("\0")) throw new UnreadableBody(400, "The form contains a NUL character.");
  const fields: Record<string, string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(body)) {
    const values = fields[name];
    if (values) values.push(value);
    else fields[name] = [value];
  }
  return fields;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
