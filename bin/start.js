// @ts-check
// The service: `npm start`, or `node bin/start.js` for whatever starts programs itself. In JavaScript, so that an old Node gets as far as
// to say that it is one.
import { endAtOnceOnSignals } from "../src/app/start/early-signals.js";
import { assertNodeVersion } from "../src/app/start/node-version.js";
import { buildConsole, isConsoleBuilt } from "./build-console.js";

assertNodeVersion(process.versions.node);
endAtOnceOnSignals();
if (!isConsoleBuilt()) process.stdout.write("Building the web console …\n");
await buildConsole().catch((error) => {
  // Without it the service does all else; the page of the console says so.
  process.stderr.write(`The console could not be built: ${error instanceof Error ? error.message : error}\n`);
});
const { keepCompiledModules } = await import("../src/app/start/compile-cache.js");
keepCompiledModules();
await import("../src/main.ts");
