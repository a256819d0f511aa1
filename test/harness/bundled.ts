import { join } from "node:path";
import { pathToFileURL } from "node:url";

const preload = pathToFileURL(join(import.meta.dirname, "start-bundled.js")).href;

/** Variables with which a started Roost loads the bundle. The fast project and programs without Vitest have none: Roost loads its sources. */
export function bundled(): Record<string, string> {
  const { NODE_OPTIONS = "", ROOST_TEST_BUNDLE } = process.env;
  if (ROOST_TEST_BUNDLE === undefined) return { NODE_OPTIONS };
  return { NODE_OPTIONS: `${NODE_OPTIONS} --import ${preload}`.trim(), ROOST_TEST_BUNDLE };
}
