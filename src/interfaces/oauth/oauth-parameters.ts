import { OAuthError } from "../../modules/platform/access/tokens/oauth-error.ts";

/**
 * The parameters of an OAuth request, from its query, its form, or both. An empty parameter counts as absent. A repeated one, or one that
 * differs between query and form, is refused (RFC 6749, 3.1 and 3.2).
 */
export class OAuthParameters {
  private readonly values: ReadonlyMap<string, string>;
  private readonly repeated: ReadonlySet<string>;

  constructor(...sources: readonly Iterable<readonly [string, string]>[]) {
    const values = new Map<string, string>();
    const repeated = new Set<string>();
    for (const source of sources) {
      const seen = new Set<string>();
      for (const [name, value] of source) {
        if (seen.has(name) || (value !== "" && (values.get(name) ?? value) !== value)) repeated.add(name);
        seen.add(name);
        if (value !== "") values.set(name, value);
      }
    }
    this.values = values;
    this.repeated = repeated;
  }

  /** @throws OAuthError invalid_request when the parameter is repeated */
  get(name: string): string | undefined {
    if (this.repeated.has(name)) throw new OAuthError("invalid_request", `${name} must not be repeated.`);
    return this.values.get(name);
  }

  /** @throws OAuthError invalid_request when the parameter is missing or repeated */
  need(name: string): string {
    const value = this.get(name);
    if (value === undefined) throw new OAuthError("invalid_request", `${name} is required.`);
    return value;
  }

  /** The named parameters that have exactly one value, as pairs. */
  pick(names: readonly string[]): [string, string][] {
    return names.flatMap((name): [string, string][] => {
      const value = this.repeated.has(name) ? undefined : this.values.get(name);
      return value === undefined ? [] : [[name, value]];
    });
  }
}

/** The parameters in a URL's query. */
export function queryParameters(url: string): URLSearchParams {
  const mark = url.indexOf("?");
  return new URLSearchParams(mark < 0 ? "" : url.slice(mark + 1));
}

/** The parameters in a body parsed by `acceptForms`. */
export function formParameters(body: unknown): [string, string][] {
  if (typeof body !== "object" || body === null) return [];
  return Object.entries(body).flatMap(([name, values]): [string, string][] =>
    Array.isArray(values) ? values.map((value): [string, string] => [name, String(value)]) : [],
  );
}
