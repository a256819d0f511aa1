import { assertNodeVersion } from "./start/node-version.js";

// Must run before any other import, as in main.ts.
assertNodeVersion(process.versions.node);
const { keepCompiledModules } = await import("./start/compile-cache.js");
keepCompiledModules();
const { runProgram } = await import("../interfaces/cli/program.ts");
const { installation } = await import("./start/installation.ts");
const { processTerminal } = await import("../interfaces/cli/terminal/terminal.ts");
process.exitCode = await runProgram(process.argv.slice(2), processTerminal(installation));
