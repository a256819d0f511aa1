import pg from "pg";

/** A statement and its values. */
export interface RoutedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Functions that write as the owner. The account's worker runs the whole call, because a transaction has one login per worker. */
export const delegatedFunctions = ["publish_range(bigint, integer)", "erase_changes(bigint, text, text[], text[])"];

/** Matches their calls, whose account must be a literal for the planner. */
const delegated = new RegExp(`^select (${delegatedFunctions.map((name) => name.split("(")[0]).join("|")})\\(`);

/**
 * Rewrites a statement so that a cluster routes it to the account's worker (docs/design/cluster.md). Each join by account also
 * names the account. A write may not call a volatile function, so it uses the time of planning; the statement is unnamed and
 * therefore planned each time.
 */
export function routed({ text, values }: RoutedStatement, accounts: readonly number[]): RoutedStatement {
  if (delegated.test(text)) return { text: withValues(text, values), values: [] };
  const [account, ...others] = accounts;
  const named =
    account === undefined || others.length > 0
      ? acrossAccounts(text)
      : text.replace(/\b(\w+)\.account_id = \w+\.account(_id)?\b/g, `$& and $1.account_id = ${account}`);
  return { text: returning(/\b(update|delete)\b/.test(text) ? withPlannedTime(named) : named), values };
}

/** A cluster cannot walk each account's index on its own (`walkAccounts`), so the rows of all accounts are sorted together. */
const acrossAccounts = (text: string): string =>
  text.replace(
    /\bunnest\((\$\d+::bigint\[\])\) as reached \(account_id\) cross join lateral (\(select [^;]*?\.account_id) = reached\.account_id\b/,
    "$2 = any($1)",
  );

/** Citus runs `insert … select` by COPY, which policies forbid, unless the statement returns rows. */
const returning = (text: string): string =>
  /\binsert into \w+ \([^)]*\)\s*select\b(?![\s\S]*\b(returning|on conflict)\b)/.test(text)
    ? `${text} returning account_id`
    : text;

const withPlannedTime = (text: string): string =>
  text
    .replaceAll(/\b(clock_timestamp|statement_timestamp)\(\)/g, "planned_clock()")
    .replaceAll(/\b(now|random)\(\)/g, "planned_$1()");

const withValues = (text: string, values: readonly unknown[]): string =>
  text.replaceAll(/\$(\d+)/g, (_, index: string) => literal(values[Number(index) - 1]));

function literal(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return `array[${value.map(literal).join(", ")}]::text[]`;
  return pg.escapeLiteral(String(value));
}
