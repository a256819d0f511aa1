// @ts-check
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * Lets Node keep what it compiles beside the packages: the next start finds its hundreds of modules ready, and takes a third of a second
 * less. Inside the project and not in a directory that others can write to. Where that cannot be written, Node does without.
 *
 * In JavaScript, and called before any TypeScript is imported: then a start that finds everything ready never loads the compiler of
 * types, which stays in memory for good (docs/design/reads.md).
 */
export function keepCompiledModules() {
  enableCompileCache(fileURLToPath(new URL("../../../node_modules/.cache/compiled", import.meta.url)));
}
