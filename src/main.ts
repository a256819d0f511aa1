import { refuseOldNode } from "./old-node.js";

// Before anything else is imported: a Node that reads TypeScript may still be too old for the rest. What cannot read it is told by
// bin/start.js.
refuseOldNode(process.versions.node);
const { keepCompiled } = await import("./keep-compiled.ts");
keepCompiled();
const { start } = await import("./start.ts");
await start(process.env);
