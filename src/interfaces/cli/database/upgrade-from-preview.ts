import type { Command } from "commander";
import { print, type Terminal } from "../terminal/terminal.ts";

interface Options {
  readonly json?: boolean;
}

/** `upgrade-from-preview`: takes over the database of a release before 0.1.0, once. A start refuses it and names this command. */
export function upgradeFromPreviewCommand(parent: Command, terminal: Terminal): void {
  parent
    .command("upgrade-from-preview")
    .description("Take over the database of a preview release. Stop the service first, and back up.")
    .option("--json", "print JSON")
    .action(async (options: Options) => {
      const applied = await terminal.installation.upgradeFromPreview(terminal.environment);
      print(terminal, options, { text: "The database is upgraded. Start Roost.", json: { applied } });
    });
}
