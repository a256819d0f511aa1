// @ts-check
// The service: `npm start`, or `node bin/start.js` for whatever starts programs itself. In JavaScript, so that an old Node gets as far as
// to say that it is one.
import { endAtOnceOnSignals } from "../src/app/early-signals.js";
import { assertNodeVersion } from "../src/app/node-version.js";

assertNodeVersion(process.versions.node);
endAtOnceOnSignals();
import("../src/app/compile-cache.js").then(({ keepCompiledModules }) => {
  keepCompiledModules();
  return import("../src/main.ts");
});
