import type { Command } from "commander";
import { QueryCache } from "../../kernel/read/query-cache.ts";
import { closeWithExport } from "../../modules/privacy/close-with-export.ts";
import type { ExportedFiles } from "../../modules/privacy/export-files.ts";
import { writeFilesDirectory } from "./files-directory.ts";
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
    .requiredOption(
      "--export <file>",
      "a new file, which all of it is written to as JSON lines; files go to <file>.files",
    )
    .option("--json", "print JSON, for programs")
    .action(async (options: Options) => {
      const { account, export: file } = options;
      const directory = `${file}.files`;
      await assertNewFile(file);
      await assertNewFile(directory);
      const { registry } = await terminal.installation.registered();
      const files = terminal.installation.openFiles(terminal.environment);
      const { closed, exported, saved } = await withDatabase(terminal, ({ database }) =>
        closeWithExport(database, new QueryCache(registry), account, {
          files,
          intoFile: (work) => writeLinesFile(file, work),
          intoDirectory: (work) => writeFilesDirectory(directory, work),
        }),
      );
      const [closedAt, erasedAt] = [timeOf(closed.closedAt), timeOf(closed.erasedAt)];
      print(terminal, options, {
        text: [
          `Account ${account} (${closed.name}) is closed since ${closedAt}. All of it, ${exported.rows} rows, is in ${file}.`,
          ...filesLines(saved, directory),
          `Left out because they are secret: ${exported.leftOut.join(", ")}.`,
          "Its tokens, sign-ins and payment pages do not work any more, and nothing is charged for it.",
          `It is erased for good from ${erasedAt} on. Until then this opens it again: npm run -s roost -- account reopen --account ${account}`,
        ].join("\n"),
        json: {
          ...{ id: account, name: closed.name, file, rows: exported.rows, left_out: exported.leftOut },
          ...{ files: saved.count, files_directory: saved.count > 0 ? directory : null, files_missing: saved.missing },
          ...{ closed_at: closedAt, erased_at: erasedAt },
        },
      });
    });
}

/** What is said of attachments and photos: nothing where there are none. */
function filesLines({ count, missing }: ExportedFiles, directory: string): string[] {
  const lines = count > 0 ? [`The files of its attachments and photos, ${count} in all, are in ${directory}.`] : [];
  if (missing.length > 0) lines.push(`Not in the store any more: ${missing.join(", ")}.`);
  return lines;
}

/** In whole seconds, UTC. */
const timeOf = (instant: number): string => `${new Date(instant).toISOString().slice(0, 19)}Z`;
