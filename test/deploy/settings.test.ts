import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { root } from "./production-packages.ts";

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

const names = (text: string): string[] => text.match(/\b(?:ROOST_[A-Z0-9_]*[A-Z0-9]|DATABASE_URL(?:_FILE)?)\b/g) ?? [];

test("every setting in deploy/ exists, directly or as a file", async () => {
  const source = await Promise.all((await filesOf("src/app")).map((file) => readFile(file, "utf8")));
  const known = new Set(names(source.join("\n")));
  const files = (await filesOf("deploy")).filter((file) => !file.includes("/secrets/"));
  const unknown = await Promise.all(
    files.map(async (file) => {
      const named = names(await readFile(file, "utf8"));
      return named.filter((name) => !known.has(name) && !known.has(name.replace(/_FILE$/, "")));
    }),
  );
  expect(unknown.flat()).toEqual([]);
  expect(known.size).toBeGreaterThan(20);
});

test("deploy/roost.env starts a service behind a proxy on the same machine", async () => {
  const lines = (await readFile(join(root, "deploy/roost.env"), "utf8")).split("\n");
  const settings = lines.filter((line) => line !== "" && !line.startsWith("#")).map((line) => line.split("="));
  const config = readConfig(Object.fromEntries(settings));
  expect(config).toMatchObject({ tls: "proxy", httpPort: 3000, dataDirectory: "/var/lib/roost/data", demo: false });
  expect(config.trustedProxies).toEqual(["loopback"]);
});
