import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";

/**
 * Makes what is published: JavaScript and types without anything that only Node or only browsers have, and a package.json that points at
 * them. `node tools/build.ts [directory]`, then `npm publish dist`. In the project itself the package is used as it stands, as TypeScript.
 */
const home = join(import.meta.dirname, "..");
const to = resolve(process.argv[2] ?? join(home, "dist"));
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");

rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
execFileSync(process.execPath, [compiler, "--project", join(home, "tsconfig.build.json"), "--outDir", to], {
  stdio: "inherit",
});
const { private: _, devDependencies, ...own } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
const published = {
  ...own,
  engines: { node: ">=20.3" },
  exports: { ".": { types: "./index.d.ts", default: "./index.js" }, "./package.json": "./package.json" },
};
writeFileSync(join(to, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
cpSync(join(home, "README.md"), join(to, "README.md"));
cpSync(join(home, "../../LICENSE"), join(to, "LICENSE"));
