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
import { exportCommand } from "./records/export-account.ts";
import { importCommand } from "./records/import-file.ts";
import { routesCommand } from "./routes.ts";
import type { Terminal } from "./terminal/terminal.ts";

const about = `Administer Roost from the command line, whether or not the service is running.
Commands use the service's database: DATABASE_URL, or the embedded database in ROOST_DATA_DIR (./data).`;

/**
 * Runs one command.
 * @returns the exit code: 0 for success, 1 for a failure, 2 for a usage error, or the command's own code
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

/** Builds the program with all its commands. */
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
  exportCommand(roost, terminal);
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

/** Prints errors on one line. For an unknown option that resembles none, also lists the command's options. */
function suggestOptions(command: Command): void {
  const options = command.options.flatMap(({ long }) => long ?? []);
  command.configureOutput({
    ...command.configureOutput(),
    outputError(text, write) {
      const line = text.trim().replace(/\s*\n\s*/g, " ");
      const isUnknown = line.startsWith("error: unknown option") && !line.includes("Did you mean");
      write(isUnknown && options.length > 0 ? `${line} (Options: ${options.join(", ")}.)\n` : `${line}\n`);
    },
  });
}
