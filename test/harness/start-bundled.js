// @ts-check
// For `--import`: loads the bundle in place of the modules that bin/start.js and bin/roost.js end with.
import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { ROOST_TEST_BUNDLE = "" } = process.env;
const project = new URL("../../", import.meta.url);
const bundled = new Map(
  [
    ["src/app/start/start.ts", "service.mjs"],
    ["src/app/command-line.ts", "commands.mjs"],
  ].map(([source = "", file = ""]) => [
    new URL(source, project).href,
    pathToFileURL(join(ROOST_TEST_BUNDLE, file)).href,
  ]),
);
const hooks = registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const url = bundled.get(found.url);
    if (url === undefined) return found;
    hooks.deregister();
    return { url, format: "module", shortCircuit: true };
  },
});
