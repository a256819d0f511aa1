import { sees } from "../../kernel/read/view.ts";
import type { Resource } from "../../kernel/resource.ts";
import type { Scope } from "../../kernel/scopes.ts";

/** Those of the names of what changed in a record that a token with these scopes is shown in it: attributes, and relations by their own or written names. */
export function shownNames(resource: Resource, scopes: ReadonlySet<Scope>, names: readonly string[]): string[] {
  return names.filter((name) => isShown(resource, scopes, name));
}

function isShown({ attributes, relations }: Resource, scopes: ReadonlySet<Scope>, name: string): boolean {
  const attribute = attributes[name];
  if (attribute) return sees(attribute.traits.readers, scopes);
  const found = Object.entries(relations).find(
    ([key, relation]) =>
      key === name || `${key}_id` === name || (relation.kind !== "oneOf" && relation.written?.name === name),
  );
  if (!found) return true;
  const [, relation] = found;
  return sees(relation.kind === "oneOf" ? relation.readers : relation.traits.readers, scopes);
}
