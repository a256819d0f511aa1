import { badRequest } from "../../errors.ts";
import type { Resource } from "../../resource.ts";
import { isObject } from "../../values/structure.ts";

/**
 * The single element of a write's body: `{ "<plural>": [ { … } ] }` or `{ "<singular>": { … } }` (conventions.md, Writing). Members
 * beside the root belong to the element too, as in `{ "booking_id": 1, "booking_comments": [ … ] }`. An echoed `links` or `meta` is
 * dropped.
 * @throws RequestError 400 with the expected form
 */
export function elementOf(resource: Resource, body: unknown): Record<string, unknown> {
  const { root: name, singular } = resource;
  const expected = `{ "${name}": [ { … } ] }`;
  if (!isObject(body)) throw badRequest(`The body must be ${expected}.`);
  const root = Object.hasOwn(body, name) ? name : Object.hasOwn(body, singular) ? singular : undefined;
  if (root === undefined) throw badRequest(`The body has no root "${name}". It must be ${expected}.`);
  const { [root]: content, links: _links, meta: _meta, ...siblings } = body;
  const element = Array.isArray(content) ? oneOf(content, expected) : content;
  if (!isObject(element)) throw badRequest(`The root "${root}" must contain an object. The body must be ${expected}.`);
  return { ...siblings, ...element };
}

function oneOf(content: readonly unknown[], expected: string): unknown {
  if (content.length !== 1) throw badRequest(`The body must contain exactly one element: ${expected}.`);
  return content[0];
}
