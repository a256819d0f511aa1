// @ts-check
// Builds the web console if it is missing or out of date. `npm ci` and every start run it (docs/design/console.md).
// JavaScript, because any Node version may run it.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const project = fileURLToPath(new URL("..", import.meta.url));
const folder = join(project, "packages/console");
const stamp = join(folder, "dist/sources.txt");

/** The console's files outside its source folder. */
const configFiles = ["index.html", "vite.config.ts", "compressed-forms.ts", "installable.ts", "package.json"].map(
  (name) => join(folder, name),
);
const inputs = () => [...sources(), ...configFiles, fileURLToPath(import.meta.url)];

/** The build's inputs: the console, its API client, its messages, and the core that it shares with the service. */
const sources = () =>
  [
    ...["packages/console/src", "packages/client/src", "packages/messages/src", "packages/messages/catalogues"],
    "src/core",
  ]
    .flatMap((path) => readdirSync(join(project, path), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** @returns a digest of all inputs and their names */
function digest() {
  const hash = createHash("sha256");
  for (const path of inputs().sort()) hash.update(`${path.slice(project.length)}\0`).update(readFileSync(path));
  return hash.digest("hex");
}

/** Whether the built console is up to date, or this installation has no console to build. */
export function isConsoleBuilt() {
  if (!configFiles.every((path) => existsSync(path))) return true;
  return existsSync(stamp) && readFileSync(stamp, "utf8") === digest();
}

/**
 * Builds the console if it is out of date and the development packages are installed.
 * @returns {Promise<boolean>} whether the console is now up to date
 */
export async function buildConsole() {
  if (isConsoleBuilt()) return true;
  if (!existsSync(join(project, "node_modules/vite/package.json"))) return false;
  await build();
  writeFileSync(stamp, digest());
  return true;
}

/** Builds for production, also in a test run: with React's development build a page takes 1.6 times the time. */
async function build() {
  const vite = await import("vite");
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  try {
    await vite.build({ configFile: join(folder, "vite.config.ts"), logLevel: "warn" });
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildConsole();
