import type { Attribute } from "../../../kernel/attribute.ts";
import type { Resource } from "../../../kernel/resource.ts";

/** Words of a name that say that a column holds a secret, or what could stand for one. */
const secretWords = /(^|_)(tokens?|secret|sealed|password|digest|challenge|credentials)(_|$)/;

/** Whether a column stays out of an export: secrets, sealed or as digests, and answers that were sealed whole; all that is bytes. */
export function isSecretColumn(name: string, type: string): boolean {
  return type === "bytea" || (secretWords.test(name) && !/_id$/.test(name));
}

/** The attributes of a resource that would show a secret: by their name, or by what they are made of, such as an address with one in it. */
export function secretAttributes({ attributes }: Resource): string[] {
  const isSecret = ([name, { traits }]: [string, Attribute<unknown>]): boolean =>
    traits.readers !== "nobody" && (secretWords.test(name) || /_token\b|:link_key\b/.test(traits.expression ?? ""));
  return Object.entries(attributes)
    .filter(isSecret)
    .map(([name]) => name);
}
