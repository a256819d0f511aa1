import type { Command } from "commander";
import { print, type Terminal } from "../terminal/terminal.ts";

interface Options {
  readonly json?: boolean;
}

/** `upgrade-from-preview`. A start refuses a database from before 0.1.0 and names this command. */
export function upgradeFromPreviewCommand(parent: Command, terminal: Terminal): void {
  parent
    .command("upgrade-from-preview")
    .description("Upgrade the database of a preview release. Stop the service and make a backup first.")
    .option("--json", "print JSON")
    .action(async (options: Options) => {
      const applied = await terminal.installation.upgradeFromPreview(terminal.environment);
      print(terminal, options, { text: "Upgraded the database. You can start Roost now.", json: { applied } });
    });
}
