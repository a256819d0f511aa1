import { createHash } from "node:crypto";
import { join } from "node:path";

/** Everything that the embedded server keeps, by its absolute path. All of it is inside the one directory. */
export interface Places {
  directory: string;
  /** PostgreSQL's own data directory. */
  cluster: string;
  password: string;
  log: string;
  lock: string;
  /** Short and stable: names the socket directory and, in `ps`, the server's processes. */
  name: string;
}

/** Where things are under `directory`, which must be absolute and free of links, so that one place has one name. */
export function placesIn(directory: string): Places {
  return {
    directory,
    cluster: join(directory, "postgres"),
    password: join(directory, "postgres-password"),
    log: join(directory, "postgres.log"),
    lock: join(directory, "postgres-lock"),
    name: `roost-${createHash("sha256").update(directory).digest("hex").slice(0, 12)}`,
  };
}
