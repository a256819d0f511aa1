import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";

/**
 * Builds the package to publish: ES modules and CommonJS with types, and a package.json for both.
 * `npm run client:build [-- directory]`. The project itself uses the TypeScript sources.
 */
const home = join(import.meta.dirname, "..");
const to = resolve(process.argv[2] ?? join(home, "dist"));
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");

rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
for (const [project, folder] of [
  ["tsconfig.build.json", ""],
  ["tsconfig.commonjs.json", "cjs"],
] as const)
  execFileSync(process.execPath, [compiler, "--project", join(home, project), "--outDir", join(to, folder)], {
    stdio: "inherit",
  });
// The nearest package.json sets the module format of .js files.
writeFileSync(join(to, "cjs/package.json"), '{ "type": "commonjs" }\n');
const { private: _, devDependencies, ...own } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
const published = {
  ...own,
  engines: { node: ">=20.3" },
  main: "./cjs/index.js",
  types: "./cjs/index.d.ts",
  exports: {
    ".": {
      import: { types: "./index.d.ts", default: "./index.js" },
      require: { types: "./cjs/index.d.ts", default: "./cjs/index.js" },
    },
    "./package.json": "./package.json",
  },
};
writeFileSync(join(to, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
cpSync(join(home, "README.md"), join(to, "README.md"));
cpSync(join(home, "../../LICENSE"), join(to, "LICENSE"));
