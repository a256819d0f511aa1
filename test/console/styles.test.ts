import { globSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");

/** The class names of Mantine's components, each with a digest. */
const classes = (text: string): string[] => text.match(/\bm_[0-9a-f]{6,8}\b/g) ?? [];

test("the console bundles the styles of every Mantine component it uses", async () => {
  const built = join(root, "packages", "console", "dist", "assets");
  const code = (await readdir(built)).filter((name) => name.endsWith(".js"));
  const used = new Set((await Promise.all(code.map((name) => readFile(join(built, name), "utf8")))).flatMap(classes));
  expect(used.size).toBeGreaterThan(0);
  const styles = dirname(
    createRequire(join(root, "packages", "console", "package.json")).resolve("@mantine/core/styles/global.css"),
  );
  const taken = await readFile(join(root, "packages", "console", "src", "app", "mantine.css"), "utf8");
  const missing: string[] = [];
  for (const name of (await readdir(styles)).filter((one) => /^[A-Z]\w+\.css$/.test(one))) {
    const own = classes(await readFile(join(styles, name), "utf8"));
    if (own.some((one) => used.has(one)) && !taken.includes(`styles/${name}"`)) missing.push(name);
  }
  expect(missing).toEqual([]);
});

const sources = join(root, "packages", "console", "src");
const read = (path: string) => readFile(join(sources, path), "utf8");

/** Styles of the whole console. */
const appWide = [
  ...["colors", "console", "fonts", "frame", "mantine"].map((name) => `app/${name}.css`),
  "components/print.css",
];

test("every style beside the console's own belongs to a component", () => {
  const others = globSync("**/*.css", { cwd: sources }).filter((file) => !file.endsWith(".module.css"));
  expect(others.sort()).toEqual(appWide.toSorted());
});

/** Also by a composed name, such as `channel${number}`. */
function usesClass(text: string, name: string): boolean {
  const composed = [...text.matchAll(/\[`(\w*)\$\{[^}]*\}(\w*)`\]/g)];
  return (
    new RegExp(`\\.${name}\\b`).test(text) ||
    composed.some(([, start = "", end = ""]) => name.startsWith(start) && name.endsWith(end))
  );
}

test("every class of a component's styles is used", async () => {
  const code = await Promise.all(globSync("**/*.{ts,tsx}", { cwd: sources }).map(read));
  const unused: string[] = [];
  for (const file of globSync("**/*.module.css", { cwd: sources })) {
    const importing = code.filter((text) => text.includes(`/${basename(file)}"`));
    // Mantine takes a whole module by its parts' names.
    if (importing.some((text) => /classNames=\{\w+\}/.test(text))) continue;
    const styles = (await read(file)).replaceAll(/:global\([^)]*\)|\{[^{}]*\}/g, "");
    for (const name of new Set(styles.match(/(?<=\.)[a-z][\w-]*/gi)))
      if (!importing.some((text) => usesClass(text, name))) unused.push(`${file} ${name}`);
  }
  expect(unused).toEqual([]);
});

test("every class that a component takes from its styles exists", async () => {
  const missing: string[] = [];
  for (const file of globSync("**/*.{ts,tsx}", { cwd: sources })) {
    const code = await read(file);
    for (const [line, name, path = ""] of code.matchAll(/import (\w+) from "(\..*\.module\.css)";/g)) {
      const styles = await read(join(dirname(file), path));
      // A message such as "records.of" and an address such as "/terms.module.css" are no classes.
      const taken = [...code.replace(line, "").matchAll(new RegExp(`(?<!["/])\\b${name}\\.(\\w+)`, "g"))].map(
        ([, one]) => one,
      );
      for (const one of new Set(taken))
        if (!new RegExp(`\\.${one}\\b`).test(styles)) missing.push(`${file} ${name}.${one}`);
    }
  }
  expect(missing).toEqual([]);
});

test("no file of the console has more than two hundred lines", async () => {
  const long: string[] = [];
  for (const file of globSync("**/*.{ts,tsx,css}", { cwd: sources }))
    if ((await read(file)).split("\n").length > 201) long.push(file);
  expect(long).toEqual([]);
});
