import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";

// For `--import`: records every module that a process loads.
const { LOADED_MODULES = "" } = process.env;
registerHooks({
  load(url, context, next) {
    appendFileSync(LOADED_MODULES, `${url}\n`);
    return next(url, context);
  },
});
