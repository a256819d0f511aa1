import { join } from "node:path";
import type { FileStore } from "../../kernel/files/files.ts";
import type { Config } from "../config.ts";
import { directoryStore } from "./directory-store.ts";
import { s3Store } from "./s3-store.ts";

/** The store of files that the settings name: a bucket, or else a directory, in the data directory unless told otherwise. */
export function openFiles({
  s3,
  filesDirectory,
  dataDirectory,
}: Pick<Config, "s3" | "filesDirectory" | "dataDirectory">): FileStore {
  return s3 ? s3Store(s3) : directoryStore(filesDirectory ?? join(dataDirectory, "files"));
}
