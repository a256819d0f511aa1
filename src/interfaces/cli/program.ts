import { Command, CommanderError } from "commander";
import { backupCommand } from "./backup/backup.ts";
import { restoreCommand } from "./backup/restore.ts";
import { consoleCommand } from "./console.ts";
import { demo } from "./database/demo.ts";
import { distributeCommand } from "./database/distribute.ts";
import { jobsCommand } from "./database/jobs.ts";
import { migrateCommand } from "./database/migrate.ts";
import { upgradeFromPreviewCommand } from "./database/upgrade-from-preview.ts";
import { workerCommand } from "./database/worker.ts";
import { ExitCode } from "./exit-code.ts";
import { failureLine } from "./failure.ts";
import { groups } from "./groups.ts";
import { importCommand } from "./records/import-file.ts";
import { routesCommand } from "./routes.ts";
import type { Terminal } from "./terminal/terminal.ts";

const about = `The administrator's command line. It works whether or not the service runs.
It uses the service's database: DATABASE_URL, or else the embedded one in ROOST_DATA_DIR (./data).`;

/**
 * Runs one command.
 * @returns the exit code: 0, 1 for a command that failed, 2 for one that was not understood, and others that a command says
 */
export async function runProgram(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await program(terminal).parseAsync([...words], { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof ExitCode) return error.code;
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const line = failureLine(error, terminal.installation);
    if (line === undefined) throw error;
    terminal.err(`error: ${line}\n`);
    return 1;
  }
}

/** All commands; for the one that is run, and for what lists them. */
export function program(terminal: Terminal): Command {
  const roost = new Command("npm run -s roost --")
    .description(about)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: (text) => terminal.err(text),
    });
  for (const { name, description, commands } of groups) {
    const group = roost.command(name).description(description);
    for (const add of commands) add(group, terminal);
  }
  importCommand(roost, terminal);
  demo(roost, terminal);
  jobsCommand(roost, terminal);
  workerCommand(roost, terminal);
  migrateCommand(roost, terminal);
  upgradeFromPreviewCommand(roost, terminal);
  distributeCommand(roost, terminal);
  backupCommand(roost, terminal);
  restoreCommand(roost, terminal);
  routesCommand(roost, terminal);
  consoleCommand(roost, terminal);
  for (const command of withSubcommands(roost)) suggestOptions(command);
  return roost;
}

const withSubcommands = (command: Command): Command[] => [command, ...command.commands.flatMap(withSubcommands)];

/** Prints an error on one line, and the options that there are where commander knows none that is similar. */
function suggestOptions(command: Command): void {
  const options = command.options.flatMap(({ long }) => long ?? []);
  command.configureOutput({
    ...command.configureOutput(),
    outputError(text, write) {
      const line = text.trim().replace(/\s*\n\s*/g, " ");
      const isUnknown = line.startsWith("error: unknown option") && !line.includes("Did you mean");
      write(isUnknown && options.length > 0 ? `${line} (The options are ${options.join(", ")}.)\n` : `${line}\n`);
    },
  });
}
