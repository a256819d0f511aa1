// @ts-check
// The administrator's command line: `npm run -s roost --`. JavaScript, like start.js.
import { endAtOnceOnSignals } from "../src/app/start/early-signals.js";
import { assertNodeVersion } from "../src/app/start/node-version.js";

assertNodeVersion(process.versions.node);
// A worker shuts down gracefully, like the service. Signals kill other commands.
if (process.argv[2] === "worker") endAtOnceOnSignals();
import("../src/app/start/compile-cache.js").then(({ keepCompiledModules }) => {
  keepCompiledModules();
  return import("../src/app/command-line.ts");
});
