import type { Command } from "commander";
import { QueryCache } from "../../../kernel/read/query-cache.ts";
import { closeWithExport, type IntoFile } from "../../../modules/records/privacy/close-with-export.ts";
import type { ExportedFiles, SaveFile } from "../../../modules/records/privacy/export-files.ts";
import { type ConfirmOptions, withConfirmOption } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { writeFilesDirectory } from "../files-directory.ts";
import { confirm } from "../terminal/confirm.ts";
import { assertNewFile, writeLinesFile } from "../terminal/lines-file.ts";
import { pathParser } from "../terminal/path-parser.ts";
import { showProgress } from "../terminal/progress.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { commandCause, requireAccount, resolveAccount } from "../with-account.ts";

interface Options extends ConfirmOptions {
  readonly account?: string;
  readonly export: string;
}

const about = `Close an account: export all its data to a file, and erase it after 30 days.
Its tokens, sign-ins and payment pages stop working now, and nothing more is charged. Until the erasure, "account reopen" undoes this.
If it is interrupted, run it again: Roost erases only exported data.`;

/** `account close` */
export function accountClose(parent: Command, terminal: Terminal): void {
  withConfirmOption(parent.command("close"))
    .description(about)
    .argument("[account]", "account id or name")
    .option("--account <account>", "account id or name, instead of the argument")
    .requiredOption(
      "--export <file>",
      "new file for the data, as JSON lines; attachments and photos go to <file>.files",
      pathParser(terminal),
    )
    .action(async (argument: string | undefined, options: Options) => {
      const named = requireAccount(argument, options.account);
      const { export: file } = options;
      const directory = `${file}.files`;
      await assertNewFile(file);
      await assertNewFile(directory);
      await confirm(terminal, options, `This closes account ${named} now and erases it after 30 days.`);
      const { registry } = await terminal.installation.registered();
      const files = terminal.installation.openFiles(terminal.environment);
      const progress = await showProgress(terminal, { label: "export", unit: "rows" });
      const { account, closed, exported, saved } = await withDatabase(terminal, async ({ database }) => {
        const account = await resolveAccount(database, named);
        const destinations = {
          files,
          intoFile: countedLines((work) => writeLinesFile(file, work), progress.update),
          intoDirectory: <T>(work: (save: SaveFile) => Promise<T>) => writeFilesDirectory(directory, work),
        };
        const cause = commandCause("account close");
        return {
          account,
          ...(await closeWithExport(database, new QueryCache(registry), account, destinations, cause)),
        };
      }).finally(progress.end);
      const [closedAt, erasedAt] = [timeOf(closed.closedAt), timeOf(closed.erasedAt)];
      print(terminal, options, {
        text: [
          `Closed account ${account} (${closed.name}) at ${closedAt}. Exported ${exported.rows} rows to ${file}.`,
          ...filesLines(saved, directory),
          `Secrets not exported: ${exported.leftOut.join(", ")}.`,
          "Its tokens, sign-ins and payment pages no longer work, and nothing more is charged.",
          `Roost erases it on ${erasedAt}. To reopen it before then: npm run -s roost -- account reopen --account ${account}`,
        ].join("\n"),
        json: {
          ...{ id: account, name: closed.name, file, rows: exported.rows, left_out: exported.leftOut },
          ...{ files: saved.count, files_directory: saved.count > 0 ? directory : null, files_missing: saved.missing },
          ...{ closed_at: closedAt, erased_at: erasedAt },
        },
      });
    });
}

/** Reports the number of lines written. */
function countedLines(intoFile: IntoFile, update: (lines: number) => void): IntoFile {
  return (work) =>
    intoFile((write) => {
      let lines = 0;
      return work(async (line) => {
        await write(line);
        update(++lines);
      });
    });
}

/** Describes the exported attachments and photos, if any. */
function filesLines({ count, missing }: ExportedFiles, directory: string): string[] {
  const lines = count > 0 ? [`Exported ${count} attachments and photos to ${directory}.`] : [];
  if (missing.length > 0) lines.push(`Missing from the file store: ${missing.join(", ")}.`);
  return lines;
}

/** Formats epoch milliseconds in whole seconds, UTC. */
const timeOf = (instant: number): string => `${new Date(instant).toISOString().slice(0, 19)}Z`;
