import type { Command } from "commander";
import { countContent } from "./content.ts";
import { seedDemoOnce } from "./demo.ts";
import { print, type Terminal } from "../../interfaces/cli/terminal.ts";
import { anId } from "../../interfaces/cli/values.ts";
import { withDatabase } from "../../interfaces/cli/with-database.ts";

/** `demo`. Never touches a database in which somebody has an account. */
export function demo(parent: Command, terminal: Terminal): void {
  parent
    .command("demo")
    .description("Fill an empty database with the demo, as the first start does unless ROOST_DEMO=off.")
    .option("--seed <number>", "another number makes another demo", anId, 1)
    .option("--json", "print JSON, for programs")
    .action(async (options: { readonly seed: number; readonly json?: boolean }) => {
      const { made, content } = await withDatabase(terminal, async ({ database }) => {
        const made = await seedDemoOnce(database, { seed: options.seed });
        return { made, content: made?.content ?? (await database.transaction(countContent, "read")) };
      });
      const counts = Object.entries(content)
        .map(([what, count]) => `${count} ${what}`)
        .join(", ");
      print(terminal, options, {
        text: made
          ? `The demo is there: ${counts}.\nIts owner is ${made.owner.email} with the password ${made.owner.password}: it is shown this once.`
          : `Nothing was done: the database has ${counts}.`,
        json: { made: made !== undefined, ...content, ...(made ? { owner: made.owner } : {}) },
      });
    });
}
