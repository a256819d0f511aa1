// @ts-check
// The service: `npm start`, or `node bin/start.js` for process managers. JavaScript, so that an old Node can print its version error.
import { endAtOnceOnSignals } from "../src/app/start/early-signals.js";
import { assertNodeVersion } from "../src/app/start/node-version.js";
import { buildConsole, isConsoleBuilt } from "./build-console.js";

assertNodeVersion(process.versions.node);
if (process.argv.length > 2) explainUsage(process.argv.slice(2));
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

/**
 * Ends a start with arguments: it takes none, and would create a database for `--help`.
 * @param {string[]} words
 */
function explainUsage(words) {
  const isHelp = words.every((word) => word === "--help" || word === "-h");
  const usage = "Settings are environment variables (docs/operate/settings.md). Commands: npm run -s roost -- --help";
  if (isHelp) process.stdout.write(`npm start runs the service. It takes no arguments. ${usage}\n`);
  else process.stderr.write(`Roost cannot start: a start takes no arguments, such as "${words[0]}". ${usage}\n`);
  process.exit(isHelp ? 0 : 2);
}
