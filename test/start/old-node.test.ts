import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { aDirectory } from "./service.ts";

const root = join(import.meta.dirname, "..", "..");

/** Programs with that name on the PATH, except the project's own. */
const ofTheMachine = (process.env.PATH ?? "")
  .split(delimiter)
  .filter((folder) => folder !== "" && !folder.includes("node_modules"));

const versionOf = (node: string): string =>
  spawnSync(node, ["-p", "process.versions.node"], { encoding: "utf8" }).stdout.trim();

/** An old Node on this machine that cannot read TypeScript, if any. */
const oldNode = ofTheMachine
  .map((folder) => join(folder, "node"))
  .find((node) => existsSync(node) && Number.parseInt(versionOf(node), 10) < 22);

const line = (version: string): string =>
  `Roost requires Node 24 or newer; this is ${version}. Use "npm start" or "npm run roost", which use a bundled Node.\n`;

describe.each(["start.js", "roost.js"])("bin/%s", (name) => {
  const entry = join(root, "bin", name);

  test.skipIf(oldNode === undefined)("reports the machine's old Node in one line", () => {
    const { status, stdout, stderr } = spawnSync(oldNode ?? "", [entry], { encoding: "utf8" });
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: "", stderr: line(versionOf(oldNode ?? "")) });
  });

  test("reports a Node with a faked old version in one line", () => {
    const preload = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })";
    const words = ["--import", `data:text/javascript,${encodeURIComponent(preload)}`, entry];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: "", stderr: line("20.20.2") });
  });
});

describe("npm ci under a Node that is too old for the packages", () => {
  const npm = (directory: string) => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME };
    const words = ["ci", "--dry-run", "--offline", "--ignore-scripts"];
    const { status, stdout, stderr } = spawnSync("npm", words, { cwd: directory, env, encoding: "utf8" });
    return { status, stderr, warned: `${stdout}${stderr}`.includes("EBADENGINE") };
  };

  /** A copy of the project that requires a Node version that does not exist. */
  async function aProject(change: (text: string) => string): Promise<string> {
    const directory = await aDirectory();
    await cp(join(root, ".npmrc"), join(directory, ".npmrc"));
    for (const name of ["package.json", "package-lock.json"]) {
      const text = (await readFile(join(root, name), "utf8")).replace(/("engines": \{\s*"node": ")[^"]*/, "$1>=99");
      expect(text).toContain('"node": ">=99"');
      await writeFile(join(directory, name), name === "package.json" ? change(text) : text);
    }
    return directory;
  }

  test("prints no warning about it", async () => {
    expect(npm(await aProject((text) => text))).toEqual({ status: 0, stderr: "", warned: false });
  });

  test("still reports a package.json that does not match the lock file", async () => {
    const directory = await aProject((text) =>
      text.replace('"dependencies": {', '"dependencies": { "unheard-of-by-the-lock": "1.0.0",'),
    );
    const { status, stderr } = npm(directory);
    expect(status).not.toBe(0);
    expect(stderr).toContain("npm error");
  });
});
