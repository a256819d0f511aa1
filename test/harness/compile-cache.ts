import { join } from "node:path";

/** Node's compile cache for the workers and for the processes that tests start, kept between runs. */
export const compileCache = join(import.meta.dirname, "../../node_modules/.cache/compiled");
