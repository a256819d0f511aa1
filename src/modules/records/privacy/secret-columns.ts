import type { Attribute } from "../../../kernel/attribute.ts";
import type { Resource } from "../../../kernel/resource.ts";

/** Words in a column's name that mark a secret or a stand-in for one. */
const secretWords = /(^|_)(tokens?|secret|sealed|password|digest|challenge|credentials)(_|$)/;

/** Whether an export omits a column: secrets, digests and anything stored as bytes. */
export function isSecretColumn(name: string, type: string): boolean {
  return type === "bytea" || (secretWords.test(name) && !/_id$/.test(name));
}

/** A resource's attributes that would show a secret, by name or by expression, such as a link with a token. */
export function secretAttributes({ attributes }: Resource): string[] {
  const isSecret = ([name, { traits }]: [string, Attribute<unknown>]): boolean =>
    traits.readers !== "nobody" && (secretWords.test(name) || /_token\b|:link_key\b/.test(traits.expression ?? ""));
  return Object.entries(attributes)
    .filter(isSecret)
    .map(([name]) => name);
}
