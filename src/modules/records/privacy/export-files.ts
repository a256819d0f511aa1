import { Readable } from "node:stream";
import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { type FileStore, MissingFileError } from "../../../kernel/files/files.ts";

/** Files looked up at a time. */
const batchSize = 200;

/** Invoices read at a time, with their files. */
const invoiceBatchSize = 20;

/** Saves a file under its own name; resolves when the next may follow. */
export type SaveFile = (name: string, content: Readable) => Promise<void>;

/** An export's files. */
export interface ExportedFiles {
  readonly count: number;
  /** Names of files whose bytes are missing from the store. */
  readonly missing: readonly string[];
}

interface Named {
  readonly id: number;
  readonly key: string;
  readonly content_type: string;
}

/** Saves an account's attachments, photos and invoices as stored, named after their records: `attachment-12.pdf`, `invoice-3.xml`. */
export async function exportFiles(
  scope: AccountScope,
  account: number,
  store: FileStore,
  save: SaveFile,
): Promise<ExportedFiles> {
  const missing: string[] = [];
  let count = 0;
  for (const [kind, list] of kinds) {
    let after = 0;
    for (;;) {
      const from = after;
      const page = await scope.transaction((transaction) => list(transaction, account, from), "read");
      for (const file of page) {
        const name = `${kind}-${file.id}${extensionOf(file.content_type)}`;
        if (await saveIfStored(store, file.key, name, save)) count += 1;
        else missing.push(name);
      }
      after = page.at(-1)?.id ?? after;
      if (page.length < batchSize) break;
    }
  }
  return { count: count + (await exportInvoices(scope, account, save)), missing };
}

/** Saves the invoices' PDF and UBL files, which the database holds. @returns their number */
async function exportInvoices(scope: AccountScope, account: number, save: SaveFile): Promise<number> {
  let count = 0;
  let after = 0;
  for (;;) {
    const from = after;
    const page = await scope.transaction((transaction) => invoices(transaction, account, from), "read");
    for (const { id, pdf, ubl } of page) {
      await save(`invoice-${id}.pdf`, Readable.from([pdf]));
      if (ubl !== null) await save(`invoice-${id}.xml`, Readable.from([ubl]));
      count += ubl === null ? 1 : 2;
    }
    after = page.at(-1)?.id ?? after;
    if (page.length < invoiceBatchSize) return count;
  }
}

const invoices = (transaction: Transaction, account: number, after: number) =>
  transaction.rows<{ id: number; pdf: Buffer; ubl: string | null }>(
    "select id, pdf, ubl from invoices where account_id = $1 and id > $2 order by id limit $3",
    [account, after, invoiceBatchSize],
  );

async function saveIfStored(store: FileStore, key: string, name: string, save: SaveFile): Promise<boolean> {
  try {
    await save(name, await store.read(key));
    return true;
  } catch (error) {
    if (error instanceof MissingFileError) return false;
    throw error;
  }
}

type List = (transaction: Transaction, account: number, after: number) => Promise<readonly Named[]>;

const attachments: List = (transaction, account, after) =>
  transaction.rows<{ id: number; key: string; content_type: string }>(
    `select attachments.id, stored_files.key, stored_files.content_type from attachments
     join stored_files on stored_files.account_id = $1 and stored_files.id = attachments.stored_file_id
     where attachments.account_id = $1 and attachments.id > $2 and stored_files.ended_at is null
     order by attachments.id limit $3`,
    [account, after, batchSize],
  );

const photos: List = (transaction, account, after) =>
  transaction.rows<{ id: number; key: string; content_type: string }>(
    `select photos.id, stored_files.key, stored_files.content_type from photos
     join stored_files on stored_files.account_id = $1
       and stored_files.id = coalesce(photos.pending_file_id, photos.stored_file_id)
     where photos.account_id = $1 and photos.id > $2 and stored_files.ended_at is null
     order by photos.id limit $3`,
    [account, after, batchSize],
  );

const taskPhotos: List = (transaction, account, after) =>
  transaction.rows<{ id: number; key: string; content_type: string }>(
    `select task_photos.id, stored_files.key, stored_files.content_type from task_photos
     join stored_files on stored_files.account_id = $1 and stored_files.id = task_photos.stored_file_id
     where task_photos.account_id = $1 and task_photos.id > $2 and stored_files.ended_at is null
     order by task_photos.id limit $3`,
    [account, after, batchSize],
  );

const kinds = [
  ["attachment", attachments],
  ["photo", photos],
  ["task-photo", taskPhotos],
] as const;

/** The file extension of a content type, if it has a short name. */
function extensionOf(contentType: string): string {
  if (contentType === "text/plain") return ".txt";
  const [, extension] = /^\w+\/([a-z0-9]{2,5})$/.exec(contentType) ?? [];
  return extension === undefined ? "" : `.${extension}`;
}
