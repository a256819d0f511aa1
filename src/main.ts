import { assertNodeVersion } from "./app/start/node-version.js";

// Must run before any other import: a Node that reads TypeScript may still be too old. bin/start.js covers the others.
assertNodeVersion(process.versions.node);
const { keepCompiledModules } = await import("./app/start/compile-cache.js");
keepCompiledModules();
const { start } = await import("./app/start/start.ts");
await start(process.env);
