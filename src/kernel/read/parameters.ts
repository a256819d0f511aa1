/** A statement with named parameters, and their binding order. */
export interface NamedStatement {
  readonly text: string;
  readonly names: readonly string[];
}

const placeholder = /(?<![:\w]):([a-z][a-z0-9_]*)\b/g;

const accountOfRow = /:account_of\(([a-z_]+)\)/g;

/**
 * Names the account in SQL over several tables, where `:account_of(bookings)` is the account of a row of `bookings`. A statement of one
 * account names its parameter for each table, so that a cluster runs it on the account's worker.
 * @param parameter the statement's account, such as `$1`; undefined for several accounts
 */
export const withAccount = (sql: string, parameter: string | undefined): string =>
  sql.replace(accountOfRow, (_, row: string) => parameter ?? `${row}.account_id`);

/**
 * Replaces `:name` in an SQL text with numbered parameters, each cast to its type.
 * @param types the SQL type of each name; without `account` for a statement of several accounts
 * @throws Error for an unknown name, which is a mistake in a declaration
 */
export function numberParameters(sql: string, types: ReadonlyMap<string, string>): NamedStatement {
  const names: string[] = [];
  const named = withAccount(sql, types.has("account") ? ":account" : undefined);
  const text = named.replace(placeholder, (_, name: string) => {
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
