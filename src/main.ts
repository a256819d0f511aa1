import { assertNodeVersion } from "./app/start/node-version.js";

// Before anything else is imported: a Node that reads TypeScript may still be too old for the rest. What cannot read it is told by
// bin/start.js.
assertNodeVersion(process.versions.node);
const { keepCompiledModules } = await import("./app/start/compile-cache.js");
keepCompiledModules();
const { start } = await import("./app/start/start.ts");
await start(process.env);
