import pg from "pg";

/** A statement and its values. */
export interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Functions that write as the owner: done as a whole by the worker that has the account, since a transaction has one login at each. */
export const delegatedFunctions = ["publish_range(bigint, integer)", "erase_changes(bigint, text, text[], text[])"];

/** Their calls: the planner must see whose it is. */
const delegated = new RegExp(`^select (${delegatedFunctions.map((name) => name.split("(")[0]).join("|")})\\(`);

/**
 * A statement in the form in which a cluster sends it to the one worker that has the account's rows (docs/design/cluster.md).
 * Wherever two tables are joined by their accounts it says which account that is: within the scope of one, nothing else can be meant. And
 * what changes rows takes the time at which it is planned: it may ask no clock and draw no number. It has no name, and is planned each time.
 */
export function routed({ text, values }: Asked, accounts: readonly number[]): Asked {
  if (delegated.test(text)) return { text: withValues(text, values), values: [] };
  const [account, ...others] = accounts;
  const named =
    account === undefined || others.length > 0
      ? together(text)
      : text.replace(/\b(\w+)\.account_id = \w+\.account(_id)?\b/g, `$& and $1.account_id = ${account}`);
  return { text: returning(/\b(update|delete)\b/.test(text) ? withPlannedTime(named) : named), values };
}

/** The next rows of each account by an index of its own (`walkAccounts`) have no form there: those of all accounts are put in order together. */
const together = (text: string): string =>
  text.replace(
    /\bunnest\((\$\d+::bigint\[\])\) as reached \(account_id\) cross join lateral (\(select [^;]*?\.account_id) = reached\.account_id\b/,
    "$2 = any($1)",
  );

/** Rows that are selected to be added: those that come back go to the shard as a result, and the others by COPY, which policies forbid. */
const returning = (text: string): string =>
  /\binsert into \w+ \([^)]*\)\s*select\b(?![\s\S]*\b(returning|on conflict)\b)/.test(text)
    ? `${text} returning account_id`
    : text;

const withPlannedTime = (text: string): string =>
  text
    .replaceAll(/\b(clock_timestamp|statement_timestamp)\(\)/g, "planned_clock()")
    .replaceAll(/\b(now|random)\(\)/g, "planned_$1()");

const withValues = (text: string, values: readonly unknown[]): string =>
  text.replaceAll(/\$(\d+)/g, (_, place: string) => literal(values[Number(place) - 1]));

function literal(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return `array[${value.map(literal).join(", ")}]::text[]`;
  return pg.escapeLiteral(String(value));
}
