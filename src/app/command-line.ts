import { refuseOldNode } from "./node-version.js";

// Before anything else is imported, as in main.ts.
refuseOldNode(process.versions.node);
const { keepCompiled } = await import("./compile-cache.ts");
keepCompiled();
const { runProgram } = await import("../interfaces/cli/program.ts");
const { installation } = await import("./installation.ts");
const { processTerminal } = await import("../interfaces/cli/terminal.ts");
process.exitCode = await runProgram(process.argv.slice(2), processTerminal(installation));
