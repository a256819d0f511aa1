import { OAuthError } from "../../modules/platform/access/tokens/oauth-error.ts";

/**
 * The parameters of an OAuth request, from its query, its form, or both. One without a value counts as left out; one that stands
 * there twice, or in query and form with different values, is refused (RFC 6749, 3.1 and 3.2).
 */
export class OAuthParameters {
  private readonly values: ReadonlyMap<string, string>;
  private readonly repeated: ReadonlySet<string>;

  constructor(...sources: readonly Iterable<readonly [string, string]>[]) {
    const values = new Map<string, string>();
    const repeated = new Set<string>();
    for (const source of sources) {
      const here = new Set<string>();
      for (const [name, value] of source) {
        if (here.has(name) || (value !== "" && (values.get(name) ?? value) !== value)) repeated.add(name);
        here.add(name);
        if (value !== "") values.set(name, value);
      }
    }
    this.values = values;
    this.repeated = repeated;
  }

  /** The value, or undefined. @throws OAuthError invalid_request when there are several */
  get(name: string): string | undefined {
    if (this.repeated.has(name))
      throw new OAuthError("invalid_request", `The parameter ${name} is there more than once.`);
    return this.values.get(name);
  }

  /** @throws OAuthError invalid_request when there is none, or several */
  need(name: string): string {
    const value = this.get(name);
    if (value === undefined) throw new OAuthError("invalid_request", `The parameter ${name} is missing.`);
    return value;
  }

  /** Those of the names that have one value, as pairs. */
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

/** The parameters in a body that `acceptForms` has parsed. */
export function formParameters(body: unknown): [string, string][] {
  if (typeof body !== "object" || body === null) return [];
  return Object.entries(body).flatMap(([name, values]): [string, string][] =>
    Array.isArray(values) ? values.map((value): [string, string] => [name, String(value)]) : [],
  );
}
