import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "../../../database/connect/database.ts";
import type { Cause } from "../../../database/sql/cause.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { RequestError } from "../../../kernel/errors.ts";
import type { FileStore } from "../../../kernel/files/files.ts";
import type { QueryCache } from "../../../kernel/read/query-cache.ts";
import { inSnapshot } from "../../../kernel/read/visible/read-scope.ts";
import { administrator } from "../../platform/access/administrator.ts";
import { type ClosedAccount, closeAccount, noteExport, reopenAccount } from "../../platform/accounts/close-account.ts";
import { type ExportedAccount, exportAccount, type WriteLine } from "./export-account.ts";
import { type ExportedFiles, exportFiles, type SaveFile } from "./export-files.ts";

/** The maximum wait for writes that began before the closing, and the pause between checks. */
const maxWaitMs = 60_000;
const pauseMs = 20;

/** Writes a file of lines that appears under its name only when it is complete and on disk. */
export type IntoFile = <T>(work: (write: WriteLine) => Promise<T>) => Promise<T>;

/** Writes a directory of files in the same way. */
export type IntoDirectory = <T>(work: (save: SaveFile) => Promise<T>) => Promise<T>;

/** An export's file store and targets. */
export interface ExportTargets {
  readonly files: FileStore;
  readonly intoFile: IntoFile;
  readonly intoDirectory: IntoDirectory;
}

/**
 * Closes an account and exports it (bookings.md, Personal data). It closes first, so that no later write is missing from the export.
 * A failure reopens the account. An interrupted export can be repeated; nothing is erased before one succeeds.
 * @throws RequestError 404 for an unknown account, 422 while it is being erased, 503 while a write does not end
 */
export async function closeWithExport(
  database: Database,
  queries: QueryCache,
  account: number,
  { files, intoFile, intoDirectory }: ExportTargets,
  cause: Cause,
): Promise<{ readonly closed: ClosedAccount; readonly exported: ExportedAccount; readonly saved: ExportedFiles }> {
  const ofAccount = database.within([account], cause);
  const { closed, writer } = await ofAccount.transaction(async (transaction) => ({
    closed: await closeAccount(transaction, account),
    writer: await transactionId(transaction),
  }));
  try {
    await waitForWritersBefore(database, writer);
    const scope = { database: database.within([account]), queries, caller: administrator(account) };
    // Keep the files under a temporary name until the lines are complete: neither stays without the other.
    const written = await intoDirectory(async (save) => ({
      saved: await exportFiles(scope.database, account, files, save),
      exported: await intoFile((write) => inSnapshot(scope, (snapshot) => exportAccount(snapshot, write))),
    }));
    await ofAccount.transaction((transaction) => noteExport(transaction, account));
    return { closed, ...written };
  } catch (error) {
    if (closed.wasOpen) await ofAccount.transaction((transaction) => reopenAccount(transaction, account));
    throw error;
  }
}

/** The transaction's id, ascending. */
async function transactionId(transaction: Transaction): Promise<string> {
  const [row] = await transaction.read({ text: "select pg_current_xact_id()" }, []);
  return row?.[0] ?? "0";
}

/** Waits for writes that began before the account was closed: their tokens were still valid. */
async function waitForWritersBefore(database: Database, writer: string): Promise<void> {
  const text = "select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8";
  for (let waitedMs = 0; waitedMs <= maxWaitMs; waitedMs += pauseMs) {
    const [row] = await database.read({ text }, [writer]);
    if (row?.[0] === "t") return;
    await wait(pauseMs);
  }
  throw new RequestError("unavailable", "A write to the database has run for a minute. Try again later.");
}
