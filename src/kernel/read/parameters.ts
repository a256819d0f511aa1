/** A statement whose parameters have names, and the order in which their values are bound. */
export interface NamedStatement {
  readonly text: string;
  readonly names: readonly string[];
}

const placeholder = /(?<![:\w]):([a-z][a-z0-9_]*)\b/g;

/**
 * Turns `:name` in an SQL text into numbered parameters, each cast to its type.
 * @param types the SQL type of each name; a name without one is a mistake in a declaration and throws
 */
export function numberParameters(sql: string, types: ReadonlyMap<string, string>): NamedStatement {
  const names: string[] = [];
  const text = sql.replace(placeholder, (_, name: string) => {
    const type = types.get(name);
    if (type === undefined) throw new Error(`A statement names the parameter ${name}, which nothing provides.`);
    const known = names.indexOf(name);
    const position = known >= 0 ? known + 1 : names.push(name);
    return `$${position}::${type}`;
  });
  return { text, names };
}

/** The values of a statement's parameters in their order; a name without a value is null. */
export function bind(statement: NamedStatement, values: ReadonlyMap<string, unknown>): unknown[] {
  return statement.names.map((name) => values.get(name) ?? null);
}
