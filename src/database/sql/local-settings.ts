import pg from "pg";
import type { Statement } from "./statement.ts";

/** What policies and triggers read of a transaction, and milliseconds that it waits for a lock. */
export type LocalSettings = Readonly<Record<`roost.${string}`, string> | Record<"lock_timeout", string>>;

/** A statement that sets something for its transaction alone. */
interface Setting extends Statement {
  readonly values: readonly string[];
}

/** Sets it by a function: prepared once a connection, for which it has one name for all values. */
export function byFunction(settings: LocalSettings): Setting[] {
  const names = Object.keys(settings);
  const calls = names.map((name, index) => `set_config('${name}', $${index + 1}, true)`);
  return [{ name: `set ${names.join(", ")}`, text: `select ${calls.join(", ")}`, values: Object.values(settings) }];
}

/**
 * Sets it by commands, which a cluster's coordinator hands on to the workers that take part: it does not for what a function sets. Each by
 * itself, because what is handed on is all that was sent together.
 */
export const byCommand = (settings: LocalSettings): Setting[] =>
  Object.entries(settings).map(([name, value]) => ({
    text: `set local ${name} = ${pg.escapeLiteral(value)}`,
    values: [],
  }));
