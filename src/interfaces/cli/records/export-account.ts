import { mkdir, rename, rm } from "node:fs/promises";
import { type Command, Option } from "commander";
import { dayOfInstant } from "../../../core/day.ts";
import { QueryCache } from "../../../kernel/read/query-cache.ts";
import { administrator } from "../../../modules/platform/access/administrator.ts";
import { type ExportKind, exportKinds } from "../../../modules/records/exports/export-kinds.ts";
import { writeSnapshot } from "../../../modules/records/exports/write-snapshot.ts";
import { withDatabase } from "../database/with-database.ts";
import { assertNewFile } from "../terminal/lines-file.ts";
import { pathParser } from "../terminal/path-parser.ts";
import { showProgress } from "../terminal/progress.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { resolveAccount } from "../with-account.ts";

interface Options {
  readonly account: string;
  readonly kinds: readonly ExportKind[];
  readonly byteOrderMark?: boolean;
  readonly json?: boolean;
}

const about = `Export an account's rentals, guests, bookings, payments, rates and invoices as CSV and JSON lines (docs/guides/export.md).
"import" reads all but the invoices back.`;

/** `export <directory>`. Writes the files of `POST /exports` into a new directory that only its owner can read. */
export function exportCommand(parent: Command, terminal: Terminal): void {
  parent
    .command("export")
    .description(about)
    .argument("<directory>", "new directory for the files", pathParser(terminal))
    .requiredOption("--account <account>", "account to export (id or name)")
    .addOption(new Option("--kinds <kinds...>", "kinds of records").choices(exportKinds).default(exportKinds))
    .option("--byte-order-mark", "begin CSV files with a byte order mark, for spreadsheets that need one")
    .option("--json", "print JSON")
    .action(async (directory: string, options: Options) => {
      await assertNewFile(directory);
      const { registry } = await terminal.installation.registered();
      const partial = `${directory}.partial`;
      await rm(partial, { recursive: true, force: true });
      await mkdir(partial, { mode: 0o700 });
      const shown = await showProgress(terminal, { label: "export", unit: "records" });
      const { files } = await withDatabase(terminal, async ({ database }) => {
        const account = await resolveAccount(database, options.account);
        const now = await database.transaction((transaction) =>
          transaction.row<{ now: number }>("select statement_timestamp() as now"),
        );
        return writeSnapshot({
          ...{ scope: database.within([account]), queries: new QueryCache(registry), caller: administrator(account) },
          ...{ kinds: options.kinds, directory: partial, byteOrderMark: options.byteOrderMark ?? false },
          today: dayOfInstant(now?.now ?? 0),
          signal: new AbortController().signal,
          progress: async (done, total) => shown.update(done, total),
        });
      })
        .catch(async (error: unknown) => {
          await rm(partial, { recursive: true, force: true });
          throw error;
        })
        .finally(shown.end);
      await rename(partial, directory);
      print(terminal, options, {
        text: files.map(({ name, lines }) => `${name}: ${lines} ${nounOf(name, lines)}`).join("\n"),
        json: { directory, files },
      });
    });
}

function nounOf(name: string, count: number): string {
  const noun = name.endsWith("/") ? "file" : "line";
  return count === 1 ? noun : `${noun}s`;
}
