// @ts-check
// Builds the web console where it is missing or older than its sources; run by `npm ci` and by a start (docs/design/console.md).
// In JavaScript, since it may be run by whatever Node npm found.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const project = fileURLToPath(new URL("..", import.meta.url));
const folder = join(project, "packages/console");
const stamp = join(folder, "dist/sources.txt");

/** The console's own files beside its sources. */
const others = ["index.html", "vite.config.ts", "package.json"].map((name) => join(folder, name));

/** The inputs of the build: the console, its client, its messages, and how both write CSV. */
const sources = () =>
  ["packages/console/src", "packages/client/src", "packages/messages/src", "packages/messages/catalogues"]
    .flatMap((path) => readdirSync(join(project, path), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .concat(join(project, "src/core/csv.ts"));

/** @returns a digest of all sources, with their names */
function digest() {
  const hash = createHash("sha256");
  for (const path of [...sources(), ...others].sort())
    hash.update(`${path.slice(project.length)}\0`).update(readFileSync(path));
  return hash.digest("hex");
}

/** Whether there is a console that was built from the sources as they are, or none to build. */
export function isConsoleBuilt() {
  if (!others.every((path) => existsSync(path))) return true;
  return existsSync(stamp) && readFileSync(stamp, "utf8") === digest();
}

/**
 * Builds it, where the packages for that are installed (those of development).
 * @returns {Promise<boolean>} whether there is now a console of these sources
 */
export async function buildConsole() {
  if (isConsoleBuilt()) return true;
  if (!existsSync(join(project, "node_modules/vite/package.json"))) return false;
  const { build } = await import("vite");
  await build({ configFile: join(folder, "vite.config.ts"), logLevel: "warn" });
  writeFileSync(stamp, digest());
  return true;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildConsole();
