import { scopes as allScopes, isScope, type Scope } from "../../../kernel/access/scopes.ts";
import { invalid } from "../../../kernel/errors.ts";

/** Every scope of the API. */
export const everyScope: readonly Scope[] = Object.keys(allScopes).filter(isScope);

/**
 * The scopes that a text names, each once, separated by spaces or commas.
 * @throws RequestError 422 naming those that are unknown, and the known ones; also when there are none
 */
export function readScopes(text: string): Scope[] {
  const names = [...new Set(text.split(/[\s,]+/).filter((name) => name !== ""))];
  const unknown = names.filter((name) => !isScope(name));
  const known = `known are: ${everyScope.join(" ")}`;
  if (unknown.length > 0) throw invalid({ scopes: [`there is no ${unknown.join(", ")}; ${known}`] });
  if (names.length === 0) throw invalid({ scopes: [`can't be blank; ${known}`] });
  return names.filter(isScope);
}
