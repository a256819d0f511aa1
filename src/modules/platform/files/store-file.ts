import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { newFileKey, StoredFile, UnusableFile } from "../../../kernel/files/files.ts";
import type { BeforeContext } from "../../../kernel/write-request.ts";
import { contentTypeOf } from "./content-type.ts";
import { fileName } from "./file-name.ts";
import { measurePicture, pictureTypes } from "./measure-picture.ts";

/** A local file to store. */
export interface NewFile {
  readonly path: string;
  /** For display only. */
  readonly name: string | undefined;
}

/** A file's properties, determined from its bytes. */
interface Inspected {
  readonly contentType: string;
  readonly bytes: number;
  readonly sha256: Buffer;
  readonly size: StoredFile["size"];
}

/**
 * Encodes an accepted file again in a separate directory, such as a picture without its metadata. @returns the new file's path
 */
export type EncodeFile = (account: number, path: string, directory: string) => Promise<string>;

/**
 * Stores a file before and outside the transaction of the record that will reference it: commits its row, then uploads its bytes.
 * An operation must keep it (`keepFile`) within a day; otherwise it is removed.
 * @param types allowed media types; empty allows any
 * @param encode what is stored in place of the accepted file
 * @throws PictureTimeout
 */
export async function storeFile(
  context: BeforeContext,
  file: NewFile,
  types: readonly string[] = [],
  encode?: EncodeFile,
): Promise<StoredFile | UnusableFile> {
  const inspected = await inspectFile(context.account.id, file.path, types);
  if (inspected instanceof UnusableFile) return inspected;
  if (encode) return storeEncoded(context, file, encode);
  return storeInspected(context, file, inspected);
}

async function storeEncoded(
  context: BeforeContext,
  file: NewFile,
  encode: EncodeFile,
): Promise<StoredFile | UnusableFile> {
  const directory = await mkdtemp(join(tmpdir(), "roost-encoded-"));
  try {
    return await storeFile(context, { ...file, path: await encode(context.account.id, file.path, directory) });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function storeInspected(context: BeforeContext, file: NewFile, inspected: Inspected): Promise<StoredFile> {
  const { contentType, bytes, sha256, size } = inspected;
  const key = newFileKey();
  const name = fileName(file.name);
  const row = await context.scope.transaction((transaction) =>
    transaction.row<{ id: number }>(
      `insert into stored_files (account_id, key, name, content_type, bytes, width, height, sha256)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
      [context.account.id, key, name ?? null, contentType, bytes, size?.width ?? null, size?.height ?? null, sha256],
    ),
  );
  if (!row) throw new Error("The insert into stored_files returned no id.");
  await context.files.put(key, file.path, contentType);
  return new StoredFile({ id: row.id, name, contentType, bytes, size });
}

async function inspectFile(account: number, path: string, types: readonly string[]): Promise<Inspected | UnusableFile> {
  const contentType = await contentTypeOf(path);
  const { bytes, sha256 } = await digestOf(path);
  if (bytes === 0) return new UnusableFile("is empty");
  if (types.length > 0 && !types.includes(contentType))
    return new UnusableFile(`must be a file of one of the types ${types.join(", ")}`);
  const measured = pictureTypes.includes(contentType) ? await measurePicture(account, path) : undefined;
  if (measured && "problem" in measured) return new UnusableFile(measured.problem);
  return { contentType, bytes, sha256, size: measured };
}

async function digestOf(path: string): Promise<{ bytes: number; sha256: Buffer }> {
  const hash = createHash("sha256");
  const reading = createReadStream(path);
  await pipeline(reading, hash);
  return { bytes: reading.bytesRead, sha256: hash.digest() };
}
