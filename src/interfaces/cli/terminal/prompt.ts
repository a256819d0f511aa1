import { once } from "node:events";
import { start } from "node:repl";
import type { Terminal } from "./terminal.ts";

/** The names that the prompt's lines can use. */
export type Scope = Readonly<Record<string, unknown>>;

/** Runs an interactive JavaScript prompt with top-level `await`. Resolves when the user exits. */
export async function prompt(screen: NonNullable<Terminal["screen"]>, label: string, scope: Scope): Promise<void> {
  const server = start({ ...screen, prompt: `${label}> `, terminal: true });
  Object.assign(server.context, scope);
  await once(server, "exit");
}
