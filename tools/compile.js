// @ts-check
// Compiles the program ahead, into the cache of src/app/start/compile-cache.js or of NODE_COMPILE_CACHE: the first start is then as quick as all
// others. An install runs it (after-install.js), and the image's build as the user of the service, since Node keeps a cache a user.
import { keepCompiledModules } from "../src/app/start/compile-cache.js";

keepCompiledModules();
await import("../src/app/start/start.ts");
await import("../src/interfaces/cli/program.ts");
