import type { Command } from "commander";
import { QueryCache } from "../../kernel/read/query-cache.ts";
import { closeWithExport } from "../../modules/privacy/close-with-export.ts";
import { assertNewFile, writeLinesFile } from "./lines-file.ts";
import { print, type Terminal } from "./terminal.ts";
import { anId } from "./values.ts";
import { withDatabase } from "./with-database.ts";

interface Options {
  readonly account: number;
  readonly export: string;
  readonly json?: boolean;
}

const about = `Close an account: export all of it to a file, and erase it after 30 days.
From now on its tokens, sign-ins and payment pages do not work, and nothing is charged for it. Until it is erased, account reopen undoes this.
Interrupted, it may be run again: nothing is erased that was not exported.`;

/** `account close` */
export function accountClose(parent: Command, terminal: Terminal): void {
  parent
    .command("close")
    .description(about)
    .requiredOption("--account <id>", "the account", anId)
    .requiredOption("--export <file>", "a new file, which all of it is written to as JSON lines")
    .option("--json", "print JSON, for programs")
    .action(async (options: Options) => {
      const { account, export: file } = options;
      await assertNewFile(file);
      const { registry } = await terminal.installation.registered();
      const { closed, exported } = await withDatabase(terminal, ({ database }) =>
        closeWithExport(database, new QueryCache(registry), account, (work) => writeLinesFile(file, work)),
      );
      const [closedAt, erasedAt] = [timeOf(closed.closedAt), timeOf(closed.erasedAt)];
      print(terminal, options, {
        text: [
          `Account ${account} (${closed.name}) is closed since ${closedAt}. All of it, ${exported.rows} rows, is in ${file}.`,
          `Left out because they are secret: ${exported.leftOut.join(", ")}.`,
          "Its tokens, sign-ins and payment pages do not work any more, and nothing is charged for it.",
          `It is erased for good from ${erasedAt} on. Until then this opens it again: npm run -s roost -- account reopen --account ${account}`,
        ].join("\n"),
        json: {
          ...{ id: account, name: closed.name, file, rows: exported.rows, left_out: exported.leftOut },
          ...{ closed_at: closedAt, erased_at: erasedAt },
        },
      });
    });
}

/** In whole seconds, UTC. */
const timeOf = (instant: number): string => `${new Date(instant).toISOString().slice(0, 19)}Z`;
