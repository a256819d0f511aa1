// @ts-check
// Fills the compile cache (src/app/start/compile-cache.js or NODE_COMPILE_CACHE), so that the first start is as fast as later ones. An install
// runs it (after-install.js). The image's build runs it as the service's user, because Node keeps a cache per user.
import { keepCompiledModules } from "../src/app/start/compile-cache.js";

keepCompiledModules();
await import("../src/app/start/start.ts");
await import("../src/interfaces/cli/program.ts");
