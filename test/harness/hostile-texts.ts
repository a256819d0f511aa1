import { resources } from "../../src/app/registry.ts";
import type { Json } from "./client.ts";

/**
 * A text with script for each free text of a resource that a manager writes, in English: the attribute's name, then the script, as
 * much of both as the attribute takes.
 */
export function hostileTexts(resource: string, script: string): Json {
  const declared = resources.find(({ name }) => name === resource);
  if (!declared) throw new Error(`No resource is named ${resource}.`);
  const texts = Object.entries(declared.attributes).flatMap(
    ([name, { traits, translated, type }]): [string, string][] => {
      const { type: kind, maxLength, format, pattern } = Object(translated ? type.localeSchema : type.writeSchema);
      const isFree = kind === "string" && format === undefined && pattern === undefined && type.among === undefined;
      if (!traits.writable || !isFree || type.values !== undefined) return [];
      return [[translated ? `${name}_en` : name, `${name}${script}`.slice(0, Number(maxLength))]];
    },
  );
  return Object.fromEntries(texts);
}
