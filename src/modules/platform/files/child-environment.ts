import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";

/**
 * Options that start a process in a group of its own, so that Ctrl-C in the terminal reaches the service alone. On Windows such a process
 * would open a window.
 */
export const ownGroup = { detached: process.platform !== "win32" };

/**
 * The environment of a process for pictures: nothing of ours, but what has been compiled already (src/app/start/compile-cache.js). It then starts
 * three times as fast, because it does without the compiler of types.
 */
export function childEnvironment(): Record<string, string> {
  const cache = getCompileCacheDir();
  // Node names a directory within the one that it was given.
  return { NODE_NO_WARNINGS: "1", ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) }) };
}
