// @ts-check
// The administrator's command line: `npm run -s roost --`. In JavaScript, as start.js is.
import { refuseOldNode } from "../src/app/node-version.js";

refuseOldNode(process.versions.node);
import("../src/app/command-line.ts");
