import { join } from "node:path";

/** Where Node keeps what it has compiled, for this run and the next: for the workers and for the services and commands that tests start. */
export const compileCache = join(import.meta.dirname, "../../node_modules/.cache/compiled");
