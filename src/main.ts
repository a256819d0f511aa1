import { refuseOldNode } from "./old-node.ts";

// Before anything else is imported: an older Node could not even parse the rest.
refuseOldNode(process.versions.node);
const { keepCompiled } = await import("./keep-compiled.ts");
keepCompiled();
const { start } = await import("./start.ts");
await start(process.env);
