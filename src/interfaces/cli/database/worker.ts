import type { Command } from "commander";
import type { Terminal } from "../terminal/terminal.ts";

const about = `Work on jobs until SIGTERM or SIGINT: mails, payments, files, calendars, and all that recurs.
The service does so itself, unless it was started with ROOST_WORKER=off. Any number of processes share the work.`;

/** `worker`. Ends with 0 once the jobs under way are finished. */
export function workerCommand(parent: Command, terminal: Terminal): void {
  const { installation, environment, out, err } = terminal;
  parent
    .command("worker")
    .description(about)
    .action(() =>
      installation.workOnJobs(
        environment,
        (line) => err(`${line}\n`),
        () => out("Roost works on jobs.\n"),
      ),
    );
}
