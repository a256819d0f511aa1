import type { Readable } from "node:stream";
import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { type FileStore, MissingFileError } from "../../../kernel/files/files.ts";

/** How many files are looked up at once. */
const batch = 200;

/** Saves a file under a name of its own; the next one waits for it. */
export type SaveFile = (name: string, content: Readable) => Promise<void>;

/** What an export has of files. */
export interface ExportedFiles {
  readonly count: number;
  /** Names of those whose bytes are not in the store any more. */
  readonly missing: readonly string[];
}

interface Named {
  readonly id: number;
  readonly key: string;
  readonly content_type: string;
}

/**
 * Saves what was sent to an account: the files of its attachments and the pictures of its photos as they came, which lines of an export
 * cannot hold. Each is named after its record: `attachment-12.pdf`, `photo-7.jpeg`.
 */
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
      const some = await scope.transaction((transaction) => list(transaction, account, from), "read");
      for (const file of some) {
        const name = `${kind}-${file.id}${endingOf(file.content_type)}`;
        if (await saved(store, file.key, name, save)) count += 1;
        else missing.push(name);
      }
      after = some.at(-1)?.id ?? after;
      if (some.length < batch) break;
    }
  }
  return { count, missing };
}

async function saved(store: FileStore, key: string, name: string, save: SaveFile): Promise<boolean> {
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
     join stored_files on stored_files.account_id = attachments.account_id and stored_files.id = attachments.stored_file_id
     where attachments.account_id = $1 and attachments.id > $2 and stored_files.ended_at is null
     order by attachments.id limit $3`,
    [account, after, batch],
  );

const photos: List = (transaction, account, after) =>
  transaction.rows<{ id: number; key: string; content_type: string }>(
    `select photos.id, stored_files.key, stored_files.content_type from photos
     join stored_files on stored_files.account_id = photos.account_id
       and stored_files.id = coalesce(photos.pending_file_id, photos.stored_file_id)
     where photos.account_id = $1 and photos.id > $2 and stored_files.ended_at is null
     order by photos.id limit $3`,
    [account, after, batch],
  );

const kinds = [["attachment", attachments] as const, ["photo", photos] as const];

/** The ending by which programs know a file, where its type has a short name. */
function endingOf(contentType: string): string {
  if (contentType === "text/plain") return ".txt";
  const [, ending] = /^\w+\/([a-z0-9]{2,5})$/.exec(contentType) ?? [];
  return ending === undefined ? "" : `.${ending}`;
}
