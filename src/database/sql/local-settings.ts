import pg from "pg";
import type { Statement } from "./statement.ts";

/** Transaction-local settings: those that policies and triggers read, and the lock timeout in milliseconds. */
export type LocalSettings = Readonly<Record<`roost.${string}`, string> | Record<"lock_timeout", string>>;

/** A statement that sets a value for its transaction only. */
interface Setting extends Statement {
  readonly values: readonly string[];
}

/** Uses a function call, so that one prepared statement serves all values. */
export function byFunction(settings: LocalSettings): Setting[] {
  const names = Object.keys(settings);
  const calls = names.map((name, index) => `set_config('${name}', $${index + 1}, true)`);
  return [{ name: `set ${names.join(", ")}`, text: `select ${calls.join(", ")}`, values: Object.values(settings) }];
}

/**
 * Uses `set local` commands, because a cluster's coordinator propagates those to its workers, but not function calls.
 * Each command is sent on its own, because the coordinator propagates the whole message.
 */
export const byCommand = (settings: LocalSettings): Setting[] =>
  Object.entries(settings).map(([name, value]) => ({
    text: `set local ${name} = ${pg.escapeLiteral(value)}`,
    values: [],
  }));
