// @ts-check
// The administrator's command line: `npm run -s roost --`. In JavaScript, as start.js is.
import { assertNodeVersion } from "../src/app/node-version.js";

assertNodeVersion(process.versions.node);
import("../src/app/compile-cache.js").then(({ keepCompiledModules }) => {
  keepCompiledModules();
  return import("../src/app/command-line.ts");
});
