import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import Type, { type Static } from "typebox";
import { UnusableFile } from "../../../kernel/files/files.ts";
import { defineJob, type JobContext } from "../../../kernel/write/jobs/job.ts";
import { resumeAfterRestart } from "../../../kernel/write/jobs/resumed-job.ts";
import { giveUpFile } from "../../platform/files/erase-file.ts";
import { PictureTimeout } from "../../platform/files/picture-process.ts";
import { storeFile } from "../../platform/files/store-file.ts";
import { makeRenditions, type Rendition } from "./make-renditions.ts";
import { photoFormats } from "./photo-sizes.ts";
import { type StoredRendition, showRenditions } from "./show-renditions.ts";

/** A picture to resize. */
interface Picture {
  readonly key: string;
  readonly size: { readonly width: number; readonly height: number };
}

/** Ids of a photo and its new picture. */
const photoFile = Type.Object({ photo: Type.Integer(), file: Type.Integer() });
type PhotoFile = Static<typeof photoFile>;

/**
 * Encodes a photo's new picture and then replaces the earlier one, unless the photo was changed or deleted meanwhile.
 */
export const renderPhoto = defineJob("render_photo", {
  lane: "files and pictures",
  payload: photoFile,
  attempts: 5,
  async run(context, payload) {
    await resumeAfterRestart(context, renderPhoto, payload, (resumed) => render(resumed, payload));
  },
});

async function render(context: JobContext, { photo, file }: PhotoFile): Promise<void> {
  const picture = await pendingPicture(context, photo, file);
  if (!picture) return;
  const directory = await mkdtemp(join(tmpdir(), "roost-photo-"));
  try {
    const path = join(directory, "picture");
    await pipeline(await context.files.read(picture.key), createWriteStream(path, { mode: 0o600 }));
    const made = await makeRenditions(context.account, path, picture.size, directory, context.signal);
    const stored = await storeRenditions(context, made);
    const { scope, account, files } = context;
    const target = { photo, file, token: randomBytes(16).toString("hex") };
    const isShown = await showRenditions(context, target, stored);
    if (!isShown) for (const rendition of stored) await giveUpFile({ scope, account, files }, rendition.file);
  } catch (error) {
    if (context.last && !context.ending?.aborted) await storeError(context, photo, file, problemOf(error));
    throw error;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function pendingPicture(
  { scope, account }: JobContext,
  photo: number,
  file: number,
): Promise<Picture | undefined> {
  const row = await scope.transaction((transaction) =>
    transaction.row<{ key: string; width: number | null; height: number | null }>(
      `select stored_files.key, stored_files.width, stored_files.height from photos
       join stored_files on stored_files.account_id = $1 and stored_files.id = photos.pending_file_id
       where photos.account_id = $1 and photos.id = $2 and photos.pending_file_id = $3 and photos.deleted_at is null
         and stored_files.ended_at is null`,
      [account, photo, file],
    ),
  );
  if (!row) return undefined;
  const { key, width, height } = row;
  if (width === null || height === null) throw new Error(`The photo's file ${file} is not a picture.`);
  return { key, size: { width, height } };
}

/** Stores the renditions. A failed attempt's files are removed after a day, like all unreferenced files. */
async function storeRenditions(
  { scope, account, files, signal }: JobContext,
  made: readonly Rendition[],
): Promise<StoredRendition[]> {
  const stored: StoredRendition[] = [];
  for (const { path, side, format } of made) {
    signal.throwIfAborted();
    const types = [photoFormats[format]];
    const file = await storeFile({ scope, account: { id: account }, files }, { path, name: undefined }, types);
    if (file instanceof UnusableFile) throw new Error(`A photo of ${side} pixels as ${format} ${file.problem}.`);
    stored.push({ file: file.id, side, format });
  }
  return stored;
}

const problemOf = (error: unknown): string =>
  error instanceof PictureTimeout ? "took too long to be made into its sizes" : "could not be made into its sizes";

async function storeError({ scope, account }: JobContext, photo: number, file: number, problem: string): Promise<void> {
  await scope.transaction((transaction) =>
    transaction.run(
      `update photos set photo_error = $4, updated_at = statement_timestamp()
       where account_id = $1 and id = $2 and pending_file_id = $3`,
      [account, photo, file, problem],
    ),
  );
}
