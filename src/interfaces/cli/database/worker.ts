import type { Command } from "commander";
import type { Terminal } from "../terminal/terminal.ts";

const about = `Run jobs until SIGTERM or SIGINT: mails, payments, files, calendars and recurring work.
The service runs them itself unless started with ROOST_WORKER=off. Any number of workers share the queue.`;

/** `worker`. On a signal, finishes running jobs and exits with 0. */
export function workerCommand(parent: Command, terminal: Terminal): void {
  const { installation, environment, out, err } = terminal;
  parent
    .command("worker")
    .description(about)
    .action(() =>
      installation.workOnJobs(
        environment,
        (line) => err(`${line}\n`),
        () => out("Roost is running jobs.\n"),
      ),
    );
}
