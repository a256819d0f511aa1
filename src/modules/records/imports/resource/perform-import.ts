import { buffer } from "node:stream/consumers";
import type { AccountScope } from "../../../../database/sql/account-scope.ts";
import type { Caller } from "../../../../kernel/access/caller.ts";
import type { Secrets } from "../../../../kernel/access/secrets.ts";
import { RequestError } from "../../../../kernel/errors.ts";
import type { FileStore } from "../../../../kernel/files/files.ts";
import type { ResourceRegistry } from "../../../../kernel/registry.ts";
import { everyScope } from "../../../platform/access/scope-list.ts";
import { fileColumns } from "../file-columns.ts";
import { importFile } from "../import-file.ts";
import type { ImportReport } from "../import-report.ts";
import type { Mapping } from "../mapping.ts";
import { profileMapping, recognizedProfile } from "../profiles/profiles.ts";
import { fileReadings } from "../reading/file-readings.ts";
import { type ReadFile, readLines } from "../reading/read-lines.ts";
import { rejectedLines } from "../rejected-lines.ts";
import { type ImportRun, notedProgress, type RunUpdate, saveRun, saveRunIn, startedRun } from "./import-run.ts";
import { shownReport, shownTable } from "./shown-report.ts";

/** The services that a run uses. */
export interface RunEnvironment {
  readonly scope: AccountScope;
  readonly account: { readonly id: number };
  readonly registry: ResourceRegistry;
  readonly secrets: Secrets;
  readonly files: FileStore;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Ends the run; its transaction rolls back. */
  readonly signal: AbortSignal;
}

/** Receives the processed lines, and the lines in all. */
export type RunProgress = (done: number, all: number) => void;

/** The outcome of a run. */
export interface RunResult {
  readonly file: ReadFile;
  readonly mapping: Mapping;
  /** Undefined if columns are neither mapped nor ignored. */
  readonly report: ImportReport | undefined;
}

/**
 * Reads an import's file, and checks or applies it, as its state says. Its end is saved with the imported records, in one transaction.
 * A run that has been replaced, or that ends unexpectedly, changes nothing.
 * @returns undefined if no run was requested
 * @throws RequestError for a file that cannot be read or imported; the import is saved as failed
 */
export async function performImport(
  environment: RunEnvironment,
  id: number,
  progress: RunProgress = () => undefined,
): Promise<RunResult | undefined> {
  const run = await startedRun(environment, id);
  if (!run) return undefined;
  try {
    return await perform(environment, run, progress);
  } catch (error) {
    if (error instanceof RequestError) await saveRun(environment, run, { state: "failed", error: error.message });
    throw error;
  }
}

/** Ends an import that no attempt could finish. */
export async function failImport(
  environment: Pick<RunEnvironment, "scope" | "account">,
  id: number,
  error: string,
): Promise<void> {
  const run = await startedRun(environment, id);
  if (run) await saveRun(environment, run, { state: "failed", error });
}

async function perform(environment: RunEnvironment, run: ImportRun, progress: RunProgress): Promise<RunResult> {
  const { registry, account, signal } = environment;
  const { file, mapping, profile } = await readFile(environment, run);
  const { kind, skipWrong, state } = run;
  const readings = await fileReadings(registry, kind, file, mapping);
  const columns = fileColumns(registry, kind, file.names, readings, mapping);
  const table = shownTable(registry, kind, file, columns);
  const isReady = columns.every(({ attribute, ignored }) => attribute !== null || ignored);
  const read = { mapping, profile, lines: file.count, report: table };
  await saveRun(environment, run, { ...read, state: isReady ? state : "needs_mapping" });
  if (!isReady) return { file, mapping, report: undefined };
  const endOf = async (report: ImportReport): Promise<RunUpdate> => ({
    report: { ...table, ...shownReport(report, file) },
    rejected: report.wrong > 0 ? await rejectedLines(file, report.reasons) : null,
  });
  const note = notedProgress(environment, run);
  const isApplying = state === "applying";
  const report = await importFile(
    { ...environment, caller: importer(account.id, run) },
    {
      ...{ kind, file, mapping, columns: readings.columns, skipWrong, apply: isApplying },
      progress(done) {
        signal.throwIfAborted();
        note(done);
        progress(done, file.count);
      },
      async finish(transaction, applied) {
        const isSaved = await saveRunIn(transaction, account, run, {
          ...(await endOf(applied)),
          ...{ state: "applied", appliedAt: environment.now },
        });
        if (!isSaved) throw new RequestError("unavailable", "The import was changed while it ran.");
      },
    },
  );
  if (isApplying && (report.wrong === 0 || skipWrong)) return { file, mapping, report };
  const error = isApplying ? `Nothing was imported. Wrong lines: ${report.wrong}.` : null;
  await saveRun(environment, run, { ...(await endOf(report)), state: "checked", error });
  return { file, mapping, report };
}

/** A file as it was read, with the mapping in force. */
interface MappedFile {
  readonly file: ReadFile;
  readonly mapping: Mapping;
  readonly profile: ImportRun["profile"];
}

/** @throws RequestError for a file that cannot be read */
async function readFile(
  { files }: RunEnvironment,
  { fileKey, kind, mapping, profile }: ImportRun,
): Promise<MappedFile> {
  if (fileKey === null) throw new RequestError("gone", "The file was erased. Upload it again.");
  const file = await readLines(await buffer(await files.read(fileKey)), mapping ?? {});
  if (mapping) return { file, mapping, profile };
  const found = profile ?? recognizedProfile(file.names, kind) ?? null;
  return { file, mapping: found === null ? {} : profileMapping(found, file.names), profile: found };
}

/** The caller on whose behalf an import stores records: staff of the account, with every scope but those that hide others' records. */
function importer(account: number, { application, user }: ImportRun): Caller {
  const scopes = new Set(everyScope.filter((scope) => !scope.endsWith("_owned")));
  const person = user === null ? {} : { user };
  return { accounts: [account], application, scopes, publishedOnly: false, ofAccount: true, ...person };
}
