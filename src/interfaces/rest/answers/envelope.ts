import { hash } from "node:crypto";
import type { Scope } from "../../../kernel/access/scopes.ts";
import { linkTemplates } from "../../../kernel/read/templates.ts";
import type { Resource } from "../../../kernel/resource.ts";
import type { RestDependencies } from "../dependencies.ts";

/** Wraps records in the envelope of conventions.md. Records, templates and `meta` are JSON texts. */
export function envelope(templates: string, name: string, records: readonly string[], meta: string): string {
  let json = `{"${name}":[`;
  let separator = "";
  // Concatenation copies the records once; join would copy them twice.
  for (const record of records) {
    json += separator + record;
    separator = ",";
  }
  return `${json}],"links":${templates},"meta":${meta}}`;
}

/** The same envelope as a stream of bytes. The record pieces include their commas. */
export function* envelopeParts(
  templates: string,
  name: string,
  records: Iterable<Buffer>,
  meta: string,
): Generator<Buffer> {
  yield Buffer.from(`{"${name}":[`);
  yield* records;
  yield Buffer.from(`],"links":${templates},"meta":${meta}}`);
}

/** The strong entity tag of a body. */
export function entityTag(body: Buffer): string {
  return `"${hash("sha1", body, "base64url")}"`;
}

/** Link templates by scopes and resource; constant for the lifetime of the process. */
const templates = new WeakMap<ReadonlySet<Scope>, Map<string, string>>();

export function templatesOf(
  dependencies: Pick<RestDependencies, "baseUrl" | "queries">,
  resource: Resource,
  scopes: ReadonlySet<Scope>,
): string {
  const byResource = templates.get(scopes) ?? new Map<string, string>();
  templates.set(scopes, byResource);
  const key = `${dependencies.baseUrl} ${resource.name}`;
  let text = byResource.get(key);
  if (text === undefined) {
    text = linkTemplates(dependencies.queries.registry, resource, scopes, `${dependencies.baseUrl}/api/v3`);
    byResource.set(key, text);
  }
  return text;
}
