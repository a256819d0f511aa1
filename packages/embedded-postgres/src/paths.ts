import { createHash } from "node:crypto";
import { join } from "node:path";

/** Absolute paths of the embedded server's files, all in one directory. */
export interface Paths {
  directory: string;
  /** PostgreSQL's own data directory. */
  cluster: string;
  password: string;
  log: string;
  lock: string;
  /** A short, stable name for the socket directory and the process titles. */
  name: string;
}

/** The paths in `directory`, which must be absolute and without links, so that one directory has one name. */
export function pathsIn(directory: string): Paths {
  return {
    directory,
    cluster: join(directory, "postgres"),
    password: join(directory, "postgres-password"),
    log: join(directory, "postgres.log"),
    lock: join(directory, "postgres-lock"),
    name: `roost-${createHash("sha256").update(directory).digest("hex").slice(0, 12)}`,
  };
}
