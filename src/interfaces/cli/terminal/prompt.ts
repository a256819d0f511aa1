import { once } from "node:events";
import { start } from "node:repl";
import type { Terminal } from "./terminal.ts";

/** What the lines at the prompt see, by name. */
export type Scope = Readonly<Record<string, unknown>>;

/** A JavaScript prompt for a person, with `await` at top level. Resolves when they end it. */
export async function prompt(screen: NonNullable<Terminal["screen"]>, label: string, scope: Scope): Promise<void> {
  const server = start({ ...screen, prompt: `${label}> `, terminal: true });
  Object.assign(server.context, scope);
  await once(server, "exit");
}
