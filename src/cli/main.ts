import { refuseOldNode } from "../old-node.js";

// Before anything else is imported, as in main.ts.
refuseOldNode(process.versions.node);
const { keepCompiled } = await import("../keep-compiled.ts");
keepCompiled();
const { runProgram } = await import("./program.ts");
const { processTerminal } = await import("./terminal.ts");
process.exitCode = await runProgram(process.argv.slice(2), processTerminal());
