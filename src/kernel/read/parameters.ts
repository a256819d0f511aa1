/** A statement with named parameters, and their binding order. */
export interface NamedStatement {
  readonly text: string;
  readonly names: readonly string[];
}

const placeholder = /(?<![:\w]):([a-z][a-z0-9_]*)\b/g;

/**
 * Replaces `:name` in an SQL text with numbered parameters, each cast to its type.
 * @param types the SQL type of each name
 * @throws Error for an unknown name, which is a mistake in a declaration
 */
export function numberParameters(sql: string, types: ReadonlyMap<string, string>): NamedStatement {
  const names: string[] = [];
  const text = sql.replace(placeholder, (_, name: string) => {
    const type = types.get(name);
    if (type === undefined) throw new Error(`A statement uses the unknown parameter ${name}.`);
    const index = names.indexOf(name);
    const position = index >= 0 ? index + 1 : names.push(name);
    return `$${position}::${type}`;
  });
  return { text, names };
}

/** A statement's parameter values in binding order; a missing value is null. */
export function bind(statement: NamedStatement, values: ReadonlyMap<string, unknown>): unknown[] {
  return statement.names.map((name) => values.get(name) ?? null);
}
