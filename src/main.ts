import { refuseOldNode } from "./app/node-version.js";

// Before anything else is imported: a Node that reads TypeScript may still be too old for the rest. What cannot read it is told by
// bin/start.js.
refuseOldNode(process.versions.node);
const { keepCompiled } = await import("./app/compile-cache.ts");
keepCompiled();
const { start } = await import("./app/start.ts");
await start(process.env);
