import type { Command } from "commander";
import { QueryCache } from "../../../kernel/read/query-cache.ts";
import { closeWithExport, type IntoFile } from "../../../modules/records/privacy/close-with-export.ts";
import type { ExportedFiles, SaveFile } from "../../../modules/records/privacy/export-files.ts";
import { type ConfirmOptions, withConfirmOption } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { writeFilesDirectory } from "../files-directory.ts";
import { confirm } from "../terminal/confirm.ts";
import { assertNewFile, writeLinesFile } from "../terminal/lines-file.ts";
import { showProgress } from "../terminal/progress.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { resolveAccount, commandCause, requireAccount } from "../with-account.ts";

interface Options extends ConfirmOptions {
  readonly account?: string;
  readonly export: string;
}

const about = `Close an account: export all of it to a file, and erase it after 30 days.
From now on its tokens, sign-ins and payment pages do not work, and nothing is charged for it. Until it is erased, account reopen undoes this.
Interrupted, it may be run again: nothing is erased that was not exported.`;

/** `account close` */
export function accountClose(parent: Command, terminal: Terminal): void {
  withConfirmOption(parent.command("close"))
    .description(about)
    .argument("[account]", "account id or name")
    .option("--account <account>", "the same")
    .requiredOption(
      "--export <file>",
      "a new file, which all of it is written to as JSON lines; files go to <file>.files",
    )
    .action(async (alone: string | undefined, options: Options) => {
      const named = requireAccount(alone, options.account);
      const { export: file } = options;
      const directory = `${file}.files`;
      await assertNewFile(file);
      await assertNewFile(directory);
      await confirm(terminal, options, `The account ${named} is closed at once, and erased after 30 days.`);
      const { registry } = await terminal.installation.registered();
      const files = terminal.installation.openFiles(terminal.environment);
      const progress = await showProgress(terminal, { label: "export", unit: "rows" });
      const { account, closed, exported, saved } = await withDatabase(terminal, async ({ database }) => {
        const account = await resolveAccount(database, named);
        const places = {
          files,
          intoFile: countedLines((work) => writeLinesFile(file, work), progress.update),
          intoDirectory: <T>(work: (save: SaveFile) => Promise<T>) => writeFilesDirectory(directory, work),
        };
        const cause = commandCause("account close");
        return { account, ...(await closeWithExport(database, new QueryCache(registry), account, places, cause)) };
      }).finally(progress.end);
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

/** Tells how many lines are written by now. */
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

/** What is said of attachments and photos: nothing where there are none. */
function filesLines({ count, missing }: ExportedFiles, directory: string): string[] {
  const lines = count > 0 ? [`The files of its attachments and photos, ${count} in all, are in ${directory}.`] : [];
  if (missing.length > 0) lines.push(`Not in the store any more: ${missing.join(", ")}.`);
  return lines;
}

/** In whole seconds, UTC. */
const timeOf = (instant: number): string => `${new Date(instant).toISOString().slice(0, 19)}Z`;
