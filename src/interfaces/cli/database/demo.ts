import type { Command } from "commander";
import { showProgress } from "../terminal/progress.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { parseId } from "../terminal/values.ts";
import { withDatabase } from "./with-database.ts";

/** `demo`. Leaves a database with an account unchanged. */
export function demo(parent: Command, terminal: Terminal): void {
  parent
    .command("demo")
    .description("Fill an empty database with the demo, as the first start does by default (ROOST_DEMO).")
    .option("--seed <number>", "seed for the demo's random data", parseId, 1)
    .option("--json", "print JSON")
    .action(async (options: { readonly seed: number; readonly json?: boolean }) => {
      const shown = await showProgress(terminal, { label: "demo", unit: "bookings" });
      const seeding = { seed: options.seed, progress: shown.update };
      const { owner, content } = await withDatabase(terminal, ({ database }) =>
        terminal.installation.seedDemo(terminal.environment, database, seeding),
      ).finally(shown.end);
      const counts = Object.entries(content)
        .map(([what, count]) => `${count} ${what}`)
        .join(", ");
      print(terminal, options, {
        text: owner
          ? `Created the demo: ${counts}.\nOwner: ${owner.email}, password: ${owner.password} (shown only once)`
          : `Nothing to do: the database already has ${counts}.`,
        json: { made: owner !== undefined, ...content, ...(owner ? { owner } : {}) },
      });
    });
}
