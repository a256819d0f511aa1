import type { Database } from "../../../database/connect/database.ts";
import type { Secrets } from "../../../kernel/access/secrets.ts";
import { signedFile } from "../../../kernel/files/file-urls.ts";

/** A file that the caller may download. */
export interface FoundFile {
  readonly key: string;
  readonly name: string | null;
  readonly contentType: string;
  readonly bytes: number;
  /** SHA-256. */
  readonly sha256: Buffer;
  /** Whether anyone may download it while it exists. */
  readonly isPublic: boolean;
}

const publicToken = /^[\w-]{20,64}$/;

/**
 * Finds the file for a URL's last segment: a signed reference or a public file's token. Undefined if it is invalid, the file has
 * ended, or its account is closed. @param now epoch milliseconds
 */
export async function findFile(
  database: Database,
  secrets: Secrets,
  token: string,
  now: number,
): Promise<FoundFile | undefined> {
  const signed = signedFile(secrets, token, now);
  if (signed) return readFile(database, signed, false);
  if (!publicToken.test(token)) return undefined;
  const [row] = await database.read({ text: "select account, id from public_file($1)" }, [token]);
  return row ? readFile(database, { account: Number(row[0]), id: Number(row[1]) }, true) : undefined;
}

async function readFile(
  database: Database,
  { account, id }: { readonly account: number; readonly id: number },
  isPublic: boolean,
): Promise<FoundFile | undefined> {
  const row = await database.within([account]).transaction(
    (transaction) =>
      transaction.row<{ key: string; name: string | null; content_type: string; bytes: number; sha256: Buffer }>(
        `select key, name, content_type, bytes, sha256 from stored_files
         where account_id = $1 and id = $2 and kept_at is not null and ended_at is null
           and exists (select from accounts where accounts.id = $1 and accounts.closed_at is null)`,
        [account, id],
      ),
    "read",
  );
  return (
    row && {
      key: row.key,
      name: row.name,
      contentType: row.content_type,
      bytes: row.bytes,
      sha256: row.sha256,
      isPublic,
    }
  );
}
