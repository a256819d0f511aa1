import type { Command } from "commander";
import { showProgress } from "../terminal/progress.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { parseId } from "../terminal/values.ts";
import { withDatabase } from "./with-database.ts";

/** `demo`. Never touches a database in which somebody has an account. */
export function demo(parent: Command, terminal: Terminal): void {
  parent
    .command("demo")
    .description("Fill an empty database with the demo, as the first start does unless ROOST_DEMO=off.")
    .option("--seed <number>", "a number; another one makes another demo", parseId, 1)
    .option("--json", "print JSON")
    .action(async (options: { readonly seed: number; readonly json?: boolean }) => {
      const shown = await showProgress(terminal, { label: "demo", unit: "bookings" });
      const wanted = { seed: options.seed, progress: shown.update };
      const { owner, content } = await withDatabase(terminal, ({ database }) =>
        terminal.installation.seedDemo(terminal.environment, database, wanted),
      ).finally(shown.end);
      const counts = Object.entries(content)
        .map(([what, count]) => `${count} ${what}`)
        .join(", ");
      print(terminal, options, {
        text: owner
          ? `Created the demo: ${counts}.\nIts owner is ${owner.email} with the password ${owner.password}, which is shown only now.`
          : `Nothing was done: the database has ${counts}.`,
        json: { made: owner !== undefined, ...content, ...(owner ? { owner } : {}) },
      });
    });
}
