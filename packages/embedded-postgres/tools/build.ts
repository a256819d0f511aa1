import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";

/**
 * Builds the package to publish: JavaScript with types, and a package.json for both.
 * `node packages/embedded-postgres/tools/build.ts [directory]`. The project itself uses the TypeScript sources.
 */
const home = join(import.meta.dirname, "..");
const to = resolve(process.argv[2] ?? join(home, "dist"));
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript-7/package.json")), "bin/tsc");

rmSync(to, { recursive: true, force: true });
execFileSync(process.execPath, [compiler, "--project", join(home, "tsconfig.build.json"), "--outDir", to], {
  stdio: "inherit",
});
const { private: _, ...own } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
const exported = (name: string) => ({ types: `./${name}.d.ts`, default: `./${name}.js` });
const exports = { ".": exported("embedded-postgres"), "./recovery": exported("recover") };
writeFileSync(join(to, "package.json"), `${JSON.stringify({ ...own, exports }, null, 2)}\n`);
for (const [name, from] of [
  ["README.md", home],
  ["LICENSE", join(home, "../..")],
] as const)
  cpSync(join(from, name), join(to, name));
