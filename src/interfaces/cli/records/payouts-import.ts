import { readFile, stat } from "node:fs/promises";
import type { Command } from "commander";
import { RequestError } from "../../../kernel/errors.ts";
import { type ImportedPayouts, importPayouts } from "../../../modules/money/payouts/import-payouts.ts";
import { readPayoutsFile } from "../../../modules/money/payouts/payouts-file.ts";
import { withDatabase } from "../database/with-database.ts";
import { pathParser } from "../terminal/path-parser.ts";
import { showProgress } from "../terminal/progress.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { commandCause, resolveAccount } from "../with-account.ts";

interface Options {
  readonly account: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const maxFileBytes = 20 * 1024 * 1024;

/** `payouts import <file>`. A dry run does everything and rolls it back. */
export function payoutsImport(parent: Command, terminal: Terminal): void {
  parent
    .command("import")
    .description("Import payouts and channel payouts from a JSON file (docs/concepts/payouts.md): all or none.")
    .argument("<file>", "JSON file", pathParser(terminal))
    .requiredOption("--account <account>", "account that was paid (id or name)")
    .option("--dry-run", "only print what would be imported")
    .option("--json", "print JSON")
    .action(async (file: string, options: Options) => {
      const { dryRun = false } = options;
      const payouts = readPayoutsFile(await textOf(file));
      const progress = await showProgress(terminal, { label: "import", unit: "payouts" });
      const imported = await withDatabase(terminal, async ({ database }) => {
        const account = await resolveAccount(database, options.account);
        return database.within([account], commandCause("payouts import")).transaction(async (transaction) => {
          const done = await importPayouts(transaction, account, payouts, progress.update);
          if (dryRun) throw new DryRun(done);
          return done;
        }, "long write");
      })
        .catch((error: unknown) => {
          if (error instanceof DryRun) return error.imported;
          throw error;
        })
        .finally(progress.end);
      print(terminal, options, { text: describe(imported, dryRun), json: { ...membersOf(imported), dry_run: dryRun } });
    });
}

/** Rolls back a dry run's transaction. */
class DryRun extends Error {
  readonly imported: ImportedPayouts;

  constructor(imported: ImportedPayouts) {
    super("A dry run changes nothing.");
    this.imported = imported;
  }
}

function describe({ payouts, channelPayouts, known, reconciled }: ImportedPayouts, dryRun: boolean): string {
  const added = `${payouts} payouts and ${channelPayouts} channel payouts`;
  const bookings = `${reconciled} bookings ${dryRun ? "would be" : "were"} reconciled`;
  return `${dryRun ? "Would import" : "Imported"} ${added}; ${known} were already present; ${bookings}.`;
}

function membersOf({ payouts, channelPayouts, known, reconciled }: ImportedPayouts) {
  return { payouts, channel_payouts: channelPayouts, known, reconciled };
}

async function textOf(file: string): Promise<string> {
  try {
    if ((await stat(file)).size > maxFileBytes)
      throw new RequestError("payload_too_large", `${file} is larger than 20 MiB.`);
    // Invalid UTF-8 would turn into question marks, and such references would never match.
    return new TextDecoder("utf-8", { fatal: true }).decode(await readFile(file));
  } catch (error) {
    if (error instanceof RequestError) throw error;
    throw new RequestError("not_found", `Cannot read ${file}: ${error instanceof Error ? error.message : "unknown"}`);
  }
}
