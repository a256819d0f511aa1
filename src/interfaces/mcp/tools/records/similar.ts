import type { AgentResource } from "../../../../kernel/agent-schema.ts";
import { isObject } from "../../../../kernel/values/structure.ts";

/** Limits of a text's words, and of all conditions (`readFilter`). */
const [maxWords, maxConditions] = [5, 20];

/**
 * The likely meaning of a filter that matches nothing: each whole text becomes the words that it consists of.
 * @returns undefined for a filter without texts
 */
export function similarFilter(
  { filterables }: AgentResource,
  filter: unknown,
): Readonly<Record<string, unknown>> | undefined {
  if (!isObject(filter)) return undefined;
  const entries = Object.entries(filter).map(([key, requested]): [string, unknown] => {
    const filterable = filterables.get(key);
    const isFree = filterable?.operators.includes("matches") === true && !filterable.among;
    const words = isFree ? wordsIn(requested) : [];
    return [key, words.length > 0 ? words.map((value) => ({ op: "matches", value })) : requested];
  });
  const conditions = entries.reduce((sum, [, value]) => sum + (Array.isArray(value) ? value.length : 1), 0);
  const isOther = entries.some(([key, value]) => value !== filter[key]);
  return isOther && conditions <= maxConditions ? Object.fromEntries(entries) : undefined;
}

function wordsIn(requested: unknown): string[] {
  const text = isObject(requested) && requested.op === "eq" ? requested.value : requested;
  return typeof text === "string" ? (text.match(/[^\s,]+/g) ?? []).slice(0, maxWords) : [];
}
