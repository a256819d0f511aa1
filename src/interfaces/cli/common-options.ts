import type { Command } from "commander";

/** Options of every command that prints a result. */
export interface PrintOptions {
  readonly json?: boolean;
}

/** Options of a command that asks for confirmation. */
export interface ConfirmOptions extends PrintOptions {
  readonly yes?: boolean;
}

/** Adds `--json` to a command. */
export const withJsonOption = (command: Command): Command => command.option("--json", "print JSON");

/** Adds `--yes` and `--json` to a command that asks for confirmation. */
export const withConfirmOption = (command: Command): Command =>
  withJsonOption(command.option("--yes", "skip the confirmation prompt (required without a terminal)"));

/** Appends examples to a command's help. @param lines the examples, without the program's name */
export function examples(command: Command, ...lines: readonly string[]): Command {
  return command.addHelpText(
    "after",
    ["", "Examples:", ...lines.map((line) => `  npm run -s roost -- ${line}`)].join("\n"),
  );
}
