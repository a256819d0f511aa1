import type { Command } from "commander";
import { print, type Terminal } from "../terminal/terminal.ts";

/** `distribute` (operations.md, "Distributed"). */
export function distributeCommand(parent: Command, terminal: Terminal): void {
  parent
    .command("distribute")
    .description(
      "Distribute the database across a Citus cluster's workers, by account. Experimental: parts of the API do not work there yet.",
    )
    .option("--json", "print JSON")
    .action(async (options: { readonly json?: boolean }) => {
      const { installation, environment } = terminal;
      const done = await installation.distribute(environment);
      const { distributed, reference, dropped_keys } = done;
      const lines = [
        `Distributed ${distributed.length} tables by account. Copied ${reference.length} reference tables to every server.`,
        ...(dropped_keys.length > 0
          ? [`Dropped ${dropped_keys.length} foreign keys that Citus does not support. --json lists them.`]
          : []),
      ];
      const nothing = distributed.length + reference.length === 0;
      print(terminal, options, {
        text: nothing ? "The database is already distributed." : lines.join("\n"),
        json: done,
      });
    });
}
