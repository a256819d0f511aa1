import { constants } from "node:fs";
import { access, readFile, stat, writeFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { type Command, Option } from "commander";
import { formatHundredths } from "../../../core/hundredths.ts";
import { ApplicationCache } from "../../../kernel/application-cache.ts";
import { invalid, RequestError } from "../../../kernel/errors.ts";
import { jsonBody } from "../../../kernel/request-body.ts";
import { publicOnly, readAccountSettings } from "../../../kernel/write/context.ts";
import { readBody } from "../../../kernel/write/input/read-body.ts";
import { administrator } from "../../../modules/platform/access/administrator.ts";
import { ownApplication } from "../../../modules/platform/access/applications/own-application.ts";
import { storeFile } from "../../../modules/platform/files/store-file.ts";
import { assertColumns } from "../../../modules/records/imports/file-columns.ts";
import {
  type ImportReport,
  type LineProblem,
  maxProblems,
  reinstatedReason,
} from "../../../modules/records/imports/import-report.ts";
import { readMapping } from "../../../modules/records/imports/mapping.ts";
import { type ProfileName, profileNames } from "../../../modules/records/imports/profiles/profile-names.ts";
import type { ReadFile } from "../../../modules/records/imports/reading/read-lines.ts";
import { rejectedLines } from "../../../modules/records/imports/rejected-lines.ts";
import { importRecord } from "../../../modules/records/imports/resource/import-resource.ts";
import { performImport, type RunEnvironment } from "../../../modules/records/imports/resource/perform-import.ts";
import { storeImport } from "../../../modules/records/imports/resource/store-import.ts";
import type { Sample, SampleLine } from "../../../modules/records/imports/sample.ts";
import { type ImportKind, importKinds } from "../../../modules/records/imports/source-line.ts";
import { withDatabase } from "../database/with-database.ts";
import { assertDirectoryOf } from "../terminal/lines-file.ts";
import { pathParser } from "../terminal/path-parser.ts";
import { showProgress } from "../terminal/progress.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { commandCause, resolveAccount } from "../with-account.ts";

interface Options {
  readonly account: string;
  readonly kind: ImportKind;
  readonly mapping?: string;
  readonly profile?: ProfileName;
  readonly apply?: boolean;
  readonly skipWrong?: boolean;
  readonly rejected?: string;
  readonly json?: boolean;
}

const maxFileBytes = 100 * 1024 * 1024;

const about = `Import rentals, clients, bookings, payments or rates from CSV or JSON lines (docs/guides/import.md): all lines or none, or the good lines
with --skip-wrong.
Without --apply, only print what would change.`;

/** `import <file>`. If any line is invalid, it fails and changes nothing. */
export function importCommand(parent: Command, terminal: Terminal): void {
  parent
    .command("import")
    .description(about)
    .argument("<file>", "CSV with a line of column names, or one JSON object per line", pathParser(terminal))
    .requiredOption("--account <account>", "account to import into (id or name)")
    .addOption(new Option("--kind <kind>", "kind of records in the file").choices(importKinds).makeOptionMandatory())
    .option("--mapping <file>", "JSON that maps the file's columns, values and dates", pathParser(terminal))
    .addOption(
      new Option("--profile <system>", "system that exported the file, if its header does not identify it").choices(
        profileNames,
      ),
    )
    .option("--apply", "apply the changes")
    .option("--skip-wrong", "import the other lines if some are wrong")
    .option("--rejected <file>", "write the wrong lines and their reasons to a CSV file", pathParser(terminal))
    .option("--json", "print JSON")
    .action(async (file: string, options: Options) => {
      const mapping = options.mapping === undefined ? undefined : readMapping(await textOf(options.mapping));
      const { apply = false, kind, skipWrong = false, rejected } = options;
      if (rejected !== undefined) await assertRejected(rejected, [file, options.mapping]);
      const { read, report } = await withDatabase(terminal, async ({ database }) => {
        const account = await resolveAccount(database, options.account);
        const context = await importContext(terminal, database, account);
        const body = {
          kind,
          dry_run: !apply,
          skip_wrong: skipWrong,
          ...(mapping ? { mapping } : {}),
          ...(options.profile === undefined ? {} : { profile: options.profile }),
        };
        const id = await createFrom(context, await readableFile(file), body);
        const shown = await showProgress(terminal, { label: "import", unit: "lines" });
        const result = await performImport(context, id, shown.update).finally(shown.end);
        if (!result) throw new RequestError("gone", "Another process has run the import.");
        // Names the columns that are neither mapped nor ignored.
        assertColumns(context.registry, kind, result.file.names, result.mapping);
        if (!result.report) throw new Error("An import of known columns has no report.");
        return { read: result.file, report: result.report };
      });
      const isWhole = report.wrong === 0 || skipWrong;
      print(terminal, options, {
        text: describe(report, read, apply && isWhole),
        json: { ...shownCounts(report), encoding: read.encoding, skipped: read.skipped, applied: apply && isWhole },
      });
      // After the result: a full disk must not hide what was imported.
      if (rejected !== undefined && report.wrong > 0)
        await writeFile(rejected, await rejectedLines(read, report.reasons), { mode: 0o600 });
      if (!isWhole) throw new RequestError("invalid", `${lineCount(report.wrong)} invalid. Nothing was imported.`);
    });
}

const shownCounts = ({ created, updated, unchanged, wrong, clients, forgotten, problems, sample }: ImportReport) => ({
  ...{ created, updated, unchanged, wrong, clients, forgotten, problems, sample },
});

type OpenDatabase = Parameters<Parameters<typeof withDatabase>[1]>[0]["database"];

/** An import's dependencies, on behalf of the administrator. */
interface ImportContext extends RunEnvironment {
  readonly application: number;
}

async function importContext(
  { installation, environment }: Terminal,
  database: OpenDatabase,
  account: number,
): Promise<ImportContext> {
  const { registry } = await installation.registered();
  const secrets = await installation.openSecrets(environment, database);
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
    account: { id: account },
    registry,
    secrets,
    files: installation.openFiles(environment),
    now: found.account.now,
    signal: new AbortController().signal,
    application: found.application,
  };
}

/** Stores a file as an import, with the operation of `POST /imports`. This process runs it, because no service may be there to. */
async function createFrom(context: ImportContext, path: string, body: Record<string, unknown>): Promise<number> {
  const { scope, account, registry, secrets, files, now, application } = context;
  const file = await storeFile(context, { path, name: basename(path) });
  return scope.transaction(async (transaction) => {
    const write = {
      ...{ transaction, registry, secrets, files, now, outgoing: publicOnly, repeat: undefined },
      caller: administrator(account.id, application),
      account: await readAccountSettings(transaction, account.id),
      cache: new ApplicationCache(),
    };
    const { draft, errors } = await readBody(
      write,
      jsonBody(importRecord),
      { imports: [{ ...body, file }] },
      undefined,
    );
    return storeImport(write, draft, errors);
  });
}

function describe(report: ImportReport, { encoding, skipped }: ReadFile, isApplied: boolean): string {
  const { created, updated, unchanged, wrong, clients, forgotten, problems, sample } = report;
  const verb = isApplied ? "" : "would be ";
  const newClients = clients > 0 ? ` ${clients} ${clients === 1 ? "client" : "clients"} ${verb}created for them.` : "";
  const counts = `${created} ${verb}created, ${updated} ${verb}updated, ${unchanged} unchanged, ${wrong} invalid.${newClients}${forgottenGuests(forgotten)}`;
  return [
    ...(encoding === "utf-8" ? [] : [`Read as ${encoding}.`]),
    ...skipped.map(({ line, reason }) => `line ${line}: skipped, because it ${reason}`),
    ...problems.map(problemLine),
    ...report.reinstatedLines.slice(0, maxProblems).map((line) => `line ${line}: ${reinstatedReason}`),
    ...(isApplied || !sample ? [] : sampleLines(sample)),
    counts,
    ...(isApplied || wrong > 0 ? [] : ["Nothing was changed. Add --apply to apply the changes."]),
  ].join("\n");
}

function forgottenGuests(count: number): string {
  if (count === 0) return "";
  return ` ${count} ${count === 1 ? "guest was" : "guests were"} forgotten: their data was left out.`;
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
  return (await readFile(await readableFile(file))).toString("utf8");
}

/** @throws RequestError when the wrong lines cannot be written there, or would replace a file that is read */
async function assertRejected(rejected: string, sources: readonly (string | undefined)[]): Promise<void> {
  if (sources.some((source) => source !== undefined && resolve(source) === resolve(rejected)))
    throw invalid({ rejected: [`${rejected} is the file to read. Choose another name`] });
  await assertDirectoryOf(rejected, "rejected");
}

/** A file's path, if it can be read and is not too large. */
async function readableFile(file: string): Promise<string> {
  try {
    await access(file, constants.R_OK);
    const found = await stat(file);
    if (found.isDirectory()) throw new RequestError("not_found", `Cannot read ${file}: it is a directory.`);
    if (found.size > maxFileBytes) throw new RequestError("payload_too_large", `${file} is larger than 100 MiB.`);
    return file;
  } catch (error) {
    if (error instanceof RequestError) throw error;
    const reason = error instanceof Error ? error.message : "unknown";
    throw new RequestError("not_found", `Cannot read ${file}: ${reason}`);
  }
}
