import { readFile, stat, writeFile } from "node:fs/promises";
import { type Command, Option } from "commander";
import { formatHundredths } from "../../../core/hundredths.ts";
import { RequestError } from "../../../kernel/errors.ts";
import { administrator } from "../../../modules/platform/access/administrator.ts";
import { ownApplication } from "../../../modules/platform/access/applications/own-application.ts";
import { type ImportEnvironment, importFile } from "../../../modules/records/imports/import-file.ts";
import type { ImportReport, LineProblem } from "../../../modules/records/imports/import-report.ts";
import { type Mapping, readMapping } from "../../../modules/records/imports/mapping.ts";
import { type ReadFile, readLines } from "../../../modules/records/imports/reading/read-lines.ts";
import { rejectedLines } from "../../../modules/records/imports/rejected-lines.ts";
import type { Sample, SampleLine } from "../../../modules/records/imports/sample.ts";
import { type ImportKind, importKinds } from "../../../modules/records/imports/source-line.ts";
import { withDatabase } from "../database/with-database.ts";
import { showProgress } from "../terminal/progress.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { commandCause, resolveAccount } from "../with-account.ts";

interface Options {
  readonly account: string;
  readonly kind: ImportKind;
  readonly mapping?: string;
  readonly apply?: boolean;
  readonly skipWrong?: boolean;
  readonly rejected?: string;
  readonly json?: boolean;
}

const maxFileBytes = 100 * 1024 * 1024;

const about = `Import rentals, clients, bookings or rates from CSV or JSON lines (docs/guides/import.md): all lines or none, or the good lines
with --skip-wrong.
Without --apply, only print what would change.`;

/** `import <file>`. If any line is invalid, it fails and changes nothing. */
export function importCommand(parent: Command, terminal: Terminal): void {
  parent
    .command("import")
    .description(about)
    .argument("<file>", "CSV with a line of column names, or one JSON object per line")
    .requiredOption("--account <account>", "account to import into (id or name)")
    .addOption(new Option("--kind <kind>", "kind of records in the file").choices(importKinds).makeOptionMandatory())
    .option("--mapping <file>", "JSON that maps the file's columns, values and dates")
    .option("--apply", "apply the changes")
    .option("--skip-wrong", "import the other lines if some are wrong")
    .option("--rejected <file>", "write the wrong lines and their reasons to a CSV file")
    .option("--json", "print JSON")
    .action(async (file: string, options: Options) => {
      const mapping: Mapping = options.mapping === undefined ? {} : readMapping(await textOf(options.mapping));
      const read = await readLines(await bytesOf(file), mapping);
      const { lines } = read;
      const { apply = false, kind, skipWrong = false } = options;
      const report = await withDatabase(terminal, async ({ database }) => {
        const context = await importContext(terminal, database, await resolveAccount(database, options.account));
        const shown = await showProgress(terminal, { label: "import", unit: "lines" });
        const progress = (done: number): void => shown.update(done, lines.length);
        return importFile(context, { kind, lines, mapping, apply, skipWrong, progress }).finally(shown.end);
      });
      if (options.rejected !== undefined && report.wrong > 0)
        await writeFile(options.rejected, rejectedLines(lines, report.reasons));
      const isWhole = report.wrong === 0 || skipWrong;
      const { reasons: _, ...shownReport } = report;
      print(terminal, options, {
        text: describe(report, read, apply && isWhole),
        json: { ...shownReport, encoding: read.encoding, skipped: read.skipped, applied: apply && isWhole },
      });
      if (!isWhole) throw new RequestError("invalid", `${lineCount(report.wrong)} invalid. Nothing was imported.`);
    });
}

type OpenDatabase = Parameters<Parameters<typeof withDatabase>[1]>[0]["database"];

async function importContext(
  { installation, environment }: Terminal,
  database: OpenDatabase,
  account: number,
): Promise<ImportEnvironment> {
  const { registry } = await installation.registered();
  const secrets = await installation.openSecrets(environment, database);
  const files = installation.openFiles(environment);
  const found = await database.transaction(async (transaction) => ({
    application: await ownApplication(transaction),
    account: await transaction.row<{ id: number; now: number }>(
      "select id, (extract(epoch from now()) * 1000)::bigint as now from accounts where id = $1",
      [account],
    ),
  }));
  if (!found.account) throw new RequestError("not_found", `Account ${account} does not exist.`);
  return {
    scope: database.within([account], commandCause("import")),
    caller: administrator(account, found.application),
    registry,
    secrets,
    files,
    now: found.account.now,
  };
}

function describe(report: ImportReport, { encoding, skipped }: ReadFile, isApplied: boolean): string {
  const { created, updated, unchanged, wrong, clients, problems, sample } = report;
  const verb = isApplied ? "" : "would be ";
  const newClients = clients > 0 ? ` ${clients} ${clients === 1 ? "client" : "clients"} ${verb}created for them.` : "";
  const counts = `${created} ${verb}created, ${updated} ${verb}updated, ${unchanged} unchanged, ${wrong} invalid.${newClients}`;
  return [
    ...(encoding === "utf-8" ? [] : [`Read as ${encoding}.`]),
    ...skipped.map(({ line, reason }) => `line ${line}: skipped, because it ${reason}`),
    ...problems.map(problemLine),
    ...(isApplied || !sample ? [] : sampleLines(sample)),
    counts,
    ...(isApplied || wrong > 0 ? [] : ["Nothing was changed. Add --apply to apply the changes."]),
  ].join("\n");
}

function sampleLines({ lines, earliestArrival, latestArrival, longestNights, totals, long }: Sample): string[] {
  const sums = Object.entries(totals).map(
    ([currency, total]) => `${formatHundredths(total)} ${currency || "in the rental's currency"}`,
  );
  return [
    "Understood:",
    ...lines.map(stayLine),
    `  arrivals from ${earliestArrival} to ${latestArrival}, at most ${longestNights} nights${sums.length > 0 ? `, in all ${sums.join(", ")}` : ""}`,
    ...long.map((stay) => `line ${stay.line}: ${stay.nights} nights. Are day and month in the right order?`),
  ];
}

const stayLine = ({ line, arrival, departure, nights, guest, total }: SampleLine): string =>
  [`  line ${line}: ${arrival} to ${departure}`, `${nights} nights`, guest, total].filter(Boolean).join(", ");

const problemLine = ({ line, column, reason }: LineProblem): string =>
  `line ${line}${column === undefined ? "" : `, ${column}`}: ${reason}`;

const lineCount = (count: number): string => (count === 1 ? "1 line is" : `${count} lines are`);

async function textOf(file: string): Promise<string> {
  return (await bytesOf(file)).toString("utf8");
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    if ((await stat(file)).size > maxFileBytes)
      throw new RequestError("payload_too_large", `${file} is larger than 100 MiB.`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof RequestError) throw error;
    const reason = error instanceof Error ? error.message : "unknown";
    throw new RequestError("not_found", `Cannot read ${file}: ${reason}`);
  }
}
