import type { Command } from "commander";

/** What every command that prints a result takes. */
export interface PrintOptions {
  readonly json?: boolean;
}

/** What a command takes that asks before it does something. */
export interface ConfirmOptions extends PrintOptions {
  readonly yes?: boolean;
}

/** Lets a command print JSON. */
export const withJsonOption = (command: Command): Command => command.option("--json", "print JSON");

/** Lets a command go on without being asked. */
export const withConfirmOption = (command: Command): Command =>
  withJsonOption(command.option("--yes", "do it without withConfirmOption, as without a terminal is necessary"));

/** Shows examples below the help of a command, each without the name of the program. */
export function examples(command: Command, ...lines: readonly string[]): Command {
  return command.addHelpText(
    "after",
    ["", "Examples:", ...lines.map((line) => `  npm run -s roost -- ${line}`)].join("\n"),
  );
}
