import { readFile, stat } from "node:fs/promises";
import { type Command, Option } from "commander";
import { RequestError } from "../../../kernel/errors.ts";
import { ownApplication } from "../../../modules/platform/access/applications/own-application.ts";
import { type ImportEnvironment, importFile } from "../../../modules/records/imports/import-file.ts";
import { type Mapping, readMapping } from "../../../modules/records/imports/mapping.ts";
import { readLines } from "../../../modules/records/imports/read-lines.ts";
import {
  type ImportKind,
  type ImportReport,
  importKinds,
  type LineProblem,
} from "../../../modules/records/imports/source-line.ts";
import { withDatabase } from "../database/with-database.ts";
import { showProgress } from "../terminal/progress.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { administrator } from "../user/administrator.ts";
import { commandCause, resolveAccount } from "../with-account.ts";

interface Options {
  readonly account: string;
  readonly kind: ImportKind;
  readonly mapping?: string;
  readonly apply?: boolean;
  readonly json?: boolean;
}

const maxFileBytes = 100 * 1024 * 1024;

const about = `Import rentals, clients, bookings or rates from CSV or JSON lines (docs/guides/import.md): all lines or none.
Without --apply, only print what would change.`;

/** `import <file>`. If any line is invalid, it fails and changes nothing. */
export function importCommand(parent: Command, terminal: Terminal): void {
  parent
    .command("import")
    .description(about)
    .argument("<file>", "CSV with a header line, or one JSON object per line; UTF-8")
    .requiredOption("--account <account>", "account to import into (id or name)")
    .addOption(new Option("--kind <kind>", "kind of records in the file").choices(importKinds).makeOptionMandatory())
    .option("--mapping <file>", "JSON that maps the file's columns, values and dates")
    .option("--apply", "apply the changes")
    .option("--json", "print JSON")
    .action(async (file: string, options: Options) => {
      const mapping: Mapping = options.mapping === undefined ? {} : await readMapping(await textOf(options.mapping));
      const lines = await readLines(await bytesOf(file));
      const { apply = false, kind } = options;
      const report = await withDatabase(terminal, async ({ database }) => {
        const context = await importContext(terminal, database, await resolveAccount(database, options.account));
        const shown = await showProgress(terminal, { label: "import", unit: "lines" });
        const progress = (done: number): void => shown.update(done, lines.length);
        return importFile(context, { kind, lines, mapping, apply, progress }).finally(shown.end);
      });
      print(terminal, options, {
        text: describe(report, apply),
        json: { ...report, applied: apply && report.wrong === 0 },
      });
      if (report.wrong > 0)
        throw new RequestError("invalid", `${lineCount(report.wrong)} invalid. Nothing was imported.`);
    });
}

type OpenDatabase = Parameters<Parameters<typeof withDatabase>[1]>[0]["database"];

async function importContext(
  { installation, environment }: Terminal,
  database: OpenDatabase,
  account: number,
): Promise<ImportEnvironment> {
  const { registry, routes } = await installation.registered();
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
    routes,
    secrets,
    files,
    now: found.account.now,
  };
}

function describe({ created, updated, unchanged, wrong, clients, problems }: ImportReport, apply: boolean): string {
  const verb = apply && wrong === 0 ? "" : "would be ";
  const newClients = clients > 0 ? ` ${clients} clients ${verb}created for them.` : "";
  const counts = `${created} ${verb}created, ${updated} ${verb}updated, ${unchanged} unchanged, ${wrong} invalid.${newClients}`;
  const problemLines = wrong > 0 && problems.length > 0 ? problems.map(problemLine) : [];
  const hint = apply || wrong > 0 ? [] : ["Nothing was changed. Add --apply to apply the changes."];
  return [...problemLines, counts, ...hint].join("\n");
}

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
