import type { Scope } from "../access/scopes.ts";
import type { ResourceRegistry } from "../registry.ts";
import type { Resource } from "../resource.ts";
import { viewOf } from "./view.ts";

/**
 * An envelope's link templates as JSON text: `<root>.<relation>` to a URL with the relation's id in braces, for relations that the token
 * sees.
 * @param root the API's root, such as `https://example.com/api/v3`
 */
export function linkTemplates(
  registry: ResourceRegistry,
  resource: Resource,
  scopes: ReadonlySet<Scope>,
  root: string,
): string {
  const { own } = viewOf(resource, scopes, undefined);
  const templates: Record<string, string> = {};
  for (const name of own.relations) {
    const relation = resource.relations[name];
    const key = `${resource.root}.${name}`;
    if (relation?.kind === "oneOf") {
      for (const target of Object.values(relation.targets)) {
        templates[`${resource.root}.${registry.get(target).singular}`] =
          `${root}/${registry.get(target).path}/{${key}.id}`;
      }
    } else if (relation) {
      const path = registry.find(relation.traits.target)?.path ?? relation.traits.path;
      if (path !== undefined) templates[key] = `${root}/${path}/{${key}}`;
    }
  }
  return JSON.stringify(templates);
}
