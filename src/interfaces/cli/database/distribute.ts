import type { Command } from "commander";
import { print, type Terminal } from "../terminal/terminal.ts";

/** `distribute` (operations.md, "Distributed"). */
export function distributeCommand(parent: Command, terminal: Terminal): void {
  parent
    .command("distribute")
    .description(
      "Spread the database over the workers of a Citus cluster, by account. A trial: not all of the API works there yet.",
    )
    .option("--json", "print JSON")
    .action(async (options: { readonly json?: boolean }) => {
      const { installation, environment } = terminal;
      const done = await installation.distribute(environment);
      const { distributed, reference, dropped_keys } = done;
      const lines = [
        `Spread over the workers by account: ${distributed.length} tables. Copied to every server: ${reference.length}.`,
        ...(dropped_keys.length > 0
          ? [`Dropped, because Citus cannot hold them: ${dropped_keys.length} foreign keys, which --json names.`]
          : []),
      ];
      const nothing = distributed.length + reference.length === 0;
      print(terminal, options, {
        text: nothing ? "The database is distributed already." : lines.join("\n"),
        json: done,
      });
    });
}
