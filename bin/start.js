// @ts-check
// The service: `npm start`, or `node bin/start.js` for process managers. JavaScript, so that an old Node can print its version error.
import { endAtOnceOnSignals } from "../src/app/start/early-signals.js";
import { assertNodeVersion } from "../src/app/start/node-version.js";
import { buildConsole, isConsoleBuilt } from "./build-console.js";

assertNodeVersion(process.versions.node);
endAtOnceOnSignals();
if (!isConsoleBuilt()) {
  process.stdout.write("Building the web console …\n");
  await buildConsole().catch((error) => {
    // The service works without the console, whose page explains the failure.
    process.stderr.write(`Building the web console failed: ${error instanceof Error ? error.message : error}\n`);
  });
}
const { keepCompiledModules } = await import("../src/app/start/compile-cache.js");
keepCompiledModules();
await import("../src/main.ts");
