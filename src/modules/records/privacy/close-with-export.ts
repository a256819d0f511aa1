import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "../../../database/connect/database.ts";
import type { Cause } from "../../../database/sql/cause.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import type { Caller } from "../../../kernel/access/caller.ts";
import { RequestError } from "../../../kernel/errors.ts";
import type { FileStore } from "../../../kernel/files/files.ts";
import type { QueryCache } from "../../../kernel/read/query-cache.ts";
import { inSnapshot } from "../../../kernel/read/visible/read-scope.ts";
import { everyScope } from "../../platform/access/scope-list.ts";
import { type ClosedAccount, closeAccount, noteExport, reopenAccount } from "../../platform/accounts/close-account.ts";
import { type ExportedAccount, exportAccount, type WriteLine } from "./export-account.ts";
import { type ExportedFiles, exportFiles, type SaveFile } from "./export-files.ts";

/** Nobody's: an administrator calls for no application. */
const noApplication = -1;

/** Milliseconds that writes which began before the closing may take, and between two looks at them. */
const longestWait = 60_000;
const pause = 20;

/** Makes a file of lines: it is there under its name once it is whole and on the disk, and not at all otherwise. */
export type IntoFile = <T>(work: (write: WriteLine) => Promise<T>) => Promise<T>;

/** Makes a directory of files, alike. */
export type IntoDirectory = <T>(work: (save: SaveFile) => Promise<T>) => Promise<T>;

/** Where an export comes from, beside the database, and where it goes. */
export interface ExportPlaces {
  readonly files: FileStore;
  readonly intoFile: IntoFile;
  readonly intoDirectory: IntoDirectory;
}

/**
 * Closes an account and exports it (bookings.md, Personal data): closed first, so that nothing is written any more that the export would
 * miss. What fails opens it again; what is interrupted may be done again, and until it was done nothing is erased.
 * @throws RequestError 404 without the account, 422 when it is being erased, 503 while somebody is writing
 */
export async function closeWithExport(
  database: Database,
  queries: QueryCache,
  account: number,
  { files, intoFile, intoDirectory }: ExportPlaces,
  cause: Cause,
): Promise<{ readonly closed: ClosedAccount; readonly exported: ExportedAccount; readonly saved: ExportedFiles }> {
  const ofAccount = database.within([account], cause);
  const { closed, writer } = await ofAccount.transaction(async (transaction) => ({
    closed: await closeAccount(transaction, account),
    writer: await numberOf(transaction),
  }));
  try {
    await endOfWritersBefore(database, writer);
    const scope = { database: database.within([account]), queries, caller: seesEverything(account) };
    // The files lie ready under another name while the lines are written: neither stays without the other.
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

/** The account's own people see everything; an owned scope narrows what is seen. */
function seesEverything(account: number): Caller {
  const scopes = new Set(everyScope.filter((scope) => !scope.endsWith("_owned")));
  return { accounts: [account], application: noApplication, scopes, publishedOnly: false, ofAccount: true };
}

/** The number that the database gave to a transaction that writes, ascending. */
async function numberOf(transaction: Transaction): Promise<string> {
  const [row] = await transaction.read({ text: "select pg_current_xact_id()" }, []);
  return row?.[0] ?? "0";
}

/** Waits until whoever wrote while the account was closed has committed: their tokens were good when they began. */
async function endOfWritersBefore(database: Database, writer: string): Promise<void> {
  const text = "select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8";
  for (let waited = 0; waited <= longestWait; waited += pause) {
    const [row] = await database.read({ text }, [writer]);
    if (row?.[0] === "t") return;
    await wait(pause);
  }
  throw new RequestError("unavailable", "Somebody has been writing to the database for a minute: try again later.");
}
