import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inject } from "vitest";

const preload = pathToFileURL(join(import.meta.dirname, "start-bundled.js")).href;

/** Variables with which a started Roost loads the bundle. In the fast project, which starts few processes, it loads the sources. */
export function bundled(): Record<string, string> {
  const { NODE_OPTIONS = "" } = process.env;
  const bundle = inject("bundle");
  if (bundle === undefined) return { NODE_OPTIONS };
  return { NODE_OPTIONS: `${NODE_OPTIONS} --import ${preload}`.trim(), ROOST_TEST_BUNDLE: bundle };
}
