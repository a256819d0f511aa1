import { readFile, stat } from "node:fs/promises";
import { type Command, Option } from "commander";
import { RequestError } from "../../../kernel/errors.ts";
import { ownApplication } from "../../../modules/platform/access/applications/own-application.ts";
import { type ImportSurroundings, importFile } from "../../../modules/records/imports/import-file.ts";
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
import { resolveAccount, commandCause } from "../with-account.ts";

interface Options {
  readonly account: string;
  readonly kind: ImportKind;
  readonly mapping?: string;
  readonly apply?: boolean;
  readonly json?: boolean;
}

/** Bytes of a file at most. */
const largestFile = 100 * 1024 * 1024;

const about = `Import rentals, clients, bookings or rates from CSV or JSON lines (docs/import.md): all lines or none.
Without --apply it says what would happen, and changes nothing.`;

/** `import <file>`. Fails when a line is wrong, and then has changed nothing. */
export function importCommand(parent: Command, terminal: Terminal): void {
  parent
    .command("import")
    .description(about)
    .argument("<file>", "CSV with the columns' names in its first line, or one JSON object a line; UTF-8")
    .requiredOption("--account <account>", "the account that gets them: its id or its name")
    .addOption(new Option("--kind <kind>", "what the lines are").choices(importKinds).makeOptionMandatory())
    .option("--mapping <file>", "JSON: the file's columns, values and dates in ours")
    .option("--apply", "do it")
    .option("--json", "print JSON")
    .action(async (file: string, options: Options) => {
      const mapping: Mapping = options.mapping === undefined ? {} : await readMapping(await textOf(options.mapping));
      const lines = await readLines(await bytesOf(file));
      const { apply = false, kind } = options;
      const report = await withDatabase(terminal, async ({ database }) => {
        const surroundings = await surroundingsOf(terminal, database, await resolveAccount(database, options.account));
        const shown = await showProgress(terminal, { label: "import", unit: "lines" });
        const progress = (done: number): void => shown.update(done, lines.length);
        return importFile(surroundings, { kind, lines, mapping, apply, progress }).finally(shown.end);
      });
      print(terminal, options, {
        text: inWords(report, apply),
        json: { ...report, applied: apply && report.wrong === 0 },
      });
      if (report.wrong > 0) throw new RequestError("invalid", `${lineCount(report.wrong)} wrong: nothing was imported`);
    });
}

type OpenDatabase = Parameters<Parameters<typeof withDatabase>[1]>[0]["database"];

async function surroundingsOf(
  { installation, environment }: Terminal,
  database: OpenDatabase,
  account: number,
): Promise<ImportSurroundings> {
  const { registry, routes } = await installation.registered();
  const secrets = await installation.openSecrets(environment, database);
  const files = installation.openFiles(environment);
  const known = await database.transaction(async (transaction) => ({
    application: await ownApplication(transaction),
    account: await transaction.row<{ id: number; now: number }>(
      "select id, (extract(epoch from now()) * 1000)::bigint as now from accounts where id = $1",
      [account],
    ),
  }));
  if (!known.account) throw new RequestError("not_found", `There is no account ${account}.`);
  return {
    scope: database.within([account], commandCause("import")),
    caller: administrator(account, known.application),
    registry,
    routes,
    secrets,
    files,
    now: known.account.now,
  };
}

function inWords({ created, updated, unchanged, wrong, clients, problems }: ImportReport, apply: boolean): string {
  const verb = apply && wrong === 0 ? "" : "would be ";
  const made = clients > 0 ? ` ${clients} clients ${verb}made for them.` : "";
  const counts = `${created} ${verb}created, ${updated} ${verb}updated, ${unchanged} unchanged, ${wrong} wrong.${made}`;
  const more = wrong > 0 && problems.length > 0 ? problems.map(problemInWords) : [];
  const hint = apply || wrong > 0 ? [] : ["Nothing was changed. Add --apply to apply the changes."];
  return [...more, counts, ...hint].join("\n");
}

const problemInWords = ({ line, column, reason }: LineProblem): string =>
  `line ${line}${column === undefined ? "" : `, ${column}`}: ${reason}`;

const lineCount = (count: number): string => (count === 1 ? "1 line is" : `${count} lines are`);

async function textOf(file: string): Promise<string> {
  return (await bytesOf(file)).toString("utf8");
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    if ((await stat(file)).size > largestFile)
      throw new RequestError("payload_too_large", `${file} is larger than 100 MiB.`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof RequestError) throw error;
    const reason = error instanceof Error ? error.message : "unknown";
    throw new RequestError("not_found", `${file} cannot be read: ${reason}`);
  }
}
