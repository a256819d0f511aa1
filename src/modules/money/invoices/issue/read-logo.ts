import { buffer } from "node:stream/consumers";
import { MissingFileError } from "../../../../kernel/files/files.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";

/** The letterhead's logo; undefined without one, or if a backup was restored without its bytes. */
export async function readLogo(
  { files }: Pick<WriteContext, "files">,
  key: string | null,
): Promise<Buffer | undefined> {
  if (key === null) return undefined;
  try {
    return await buffer(await files.read(key));
  } catch (error) {
    if (error instanceof MissingFileError) return undefined;
    throw error;
  }
}
