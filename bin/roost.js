// @ts-check
// The administrator's command line: `npm run -s roost --`. In JavaScript, as start.js is.
import { endAtOnceOnSignals } from "../src/app/start/early-signals.js";
import { assertNodeVersion } from "../src/app/start/node-version.js";

assertNodeVersion(process.versions.node);
// A worker runs as the service does, until it is told to end; other commands are broken off.
if (process.argv[2] === "worker") endAtOnceOnSignals();
import("../src/app/start/compile-cache.js").then(({ keepCompiledModules }) => {
  keepCompiledModules();
  return import("../src/app/command-line.ts");
});
