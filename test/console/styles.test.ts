import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
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
