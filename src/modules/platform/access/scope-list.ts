import { scopes as allScopes, isScope, type Scope } from "../../../kernel/access/scopes.ts";
import { invalid } from "../../../kernel/errors.ts";

/** Every scope of the API. */
export const everyScope: readonly Scope[] = Object.keys(allScopes).filter(isScope);

/**
 * Parses scopes separated by spaces or commas, without duplicates.
 * @throws RequestError 422 if a scope is unknown or there is none; the message lists the valid scopes
 */
export function readScopes(text: string): Scope[] {
  const names = [...new Set(text.split(/[\s,]+/).filter((name) => name !== ""))];
  const unknown = names.filter((name) => !isScope(name));
  const valid = `valid scopes are: ${everyScope.join(" ")}`;
  if (unknown.length > 0) throw invalid({ scopes: [`cannot include ${unknown.join(", ")}; ${valid}`] });
  if (names.length === 0) throw invalid({ scopes: [`can't be blank; ${valid}`] });
  return names.filter(isScope);
}
