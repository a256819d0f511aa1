// @ts-check
// The administrator's command line: `npm run -s roost --`. In JavaScript, as start.js is.
import { refuseOldNode } from "../src/old-node.js";

refuseOldNode(process.versions.node);
import("../src/cli/main.ts");
