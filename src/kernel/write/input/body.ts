import { badRequest } from "../../errors.ts";
import type { Resource } from "../../resource.ts";
import { isObject } from "../../values/structure.ts";

/**
 * The one element of a write's body: `{ "<plural>": [ { … } ] }` or `{ "<singular>": { … } }` (conventions.md, Writing). Names
 * that stand beside the root belong to the element too, as with `{ "booking_id": 1, "booking_comments": [ … ] }`; `links` and `meta` are an answer's, sent back whole.
 * @throws RequestError 400, saying what the root must be
 */
export function elementOf(resource: Resource, body: unknown): Record<string, unknown> {
  const { root: name, singular } = resource;
  const expected = `{ "${name}": [ { … } ] }`;
  if (!isObject(body)) throw badRequest(`The body must be ${expected}.`);
  const root = Object.hasOwn(body, name) ? name : Object.hasOwn(body, singular) ? singular : undefined;
  if (root === undefined) throw badRequest(`The body has no root "${name}": it must be ${expected}.`);
  const { [root]: content, links: _links, meta: _meta, ...beside } = body;
  const element = Array.isArray(content) ? oneOf(content, expected) : content;
  if (!isObject(element)) throw badRequest(`The root "${root}" must hold an object: the body must be ${expected}.`);
  return { ...beside, ...element };
}

function oneOf(content: readonly unknown[], expected: string): unknown {
  if (content.length !== 1) throw badRequest(`The body must hold exactly one element: ${expected}.`);
  return content[0];
}
