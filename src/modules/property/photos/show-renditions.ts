import type { Transaction } from "../../../database/sql/transaction.ts";
import type { JobContext } from "../../../kernel/write/jobs/job.ts";
import { endFiles, keepFile } from "../../platform/files/keep-file.ts";
import { type PhotoFormat, renditionToken } from "./photo-sizes.ts";

/** A stored rendition that nothing refers to yet. */
export interface StoredRendition {
  /** Its id in `stored_files`. */
  readonly file: number;
  readonly side: number;
  readonly format: PhotoFormat;
}

/** The renditions' picture and their addresses' prefix. */
interface RenditionTarget {
  readonly photo: number;
  readonly file: number;
  readonly token: string;
}

/**
 * Replaces a photo's renditions in one transaction and ends the earlier ones.
 * @returns false if the photo was deleted or changed meanwhile
 */
export function showRenditions(
  { scope, account }: JobContext,
  { photo, file, token }: RenditionTarget,
  renditions: readonly StoredRendition[],
): Promise<boolean> {
  return scope.transaction(async (transaction) => {
    const current = await transaction.row<{ stored_file_id: number | null }>(
      `select stored_file_id from photos
       where account_id = $1 and id = $2 and pending_file_id = $3 and deleted_at is null for no key update`,
      [account, photo, file],
    );
    if (!current) return false;
    const within = { transaction, account: { id: account } };
    const earlier = await removeRenditions(transaction, account, photo);
    if (current.stored_file_id !== null) earlier.push(current.stored_file_id);
    await endFiles(within, earlier);
    for (const { file: id, side, format } of renditions)
      await keepFile(within, id, renditionToken(token, side, format));
    await transaction.run(
      `insert into photos_renditions (account_id, photo_id, stored_file_id)
       select $1, $2, id from unnest($3::bigint[]) as id returning account_id`,
      [account, photo, `{${renditions.map((rendition) => rendition.file).join(",")}}`],
    );
    await transaction.run(
      `update photos set stored_file_id = pending_file_id, pending_file_id = null, rendition_token = $3, photo_error = null,
         width = stored_files.width, height = stored_files.height, size_in_bytes = stored_files.bytes,
         updated_at = statement_timestamp()
       from stored_files
       where photos.account_id = $1 and photos.id = $2
         and stored_files.account_id = $1 and stored_files.id = photos.pending_file_id`,
      [account, photo, token],
    );
    return true;
  });
}

/** Removes a photo's current renditions. @returns their files */
async function removeRenditions(transaction: Transaction, account: number, photo: number): Promise<number[]> {
  const rows = await transaction.rows<{ id: number }>(
    "delete from photos_renditions where account_id = $1 and photo_id = $2 returning stored_file_id as id",
    [account, photo],
  );
  return rows.map(({ id }) => id);
}
