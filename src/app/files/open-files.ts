import { join } from "node:path";
import type { FileStore } from "../../kernel/files/files.ts";
import type { Config } from "../config.ts";
import { directoryStore } from "./directory-store.ts";
import { s3Store } from "./s3-store.ts";

/** Opens the configured file store: a bucket, or a directory, which defaults to one in the data directory. */
export function openFiles({
  s3,
  filesDirectory,
  dataDirectory,
}: Pick<Config, "s3" | "filesDirectory" | "dataDirectory">): FileStore {
  return s3 ? s3Store(s3) : directoryStore(filesDirectory ?? join(dataDirectory, "files"));
}
