import { expect, test } from "vitest";
import { sources } from "./sources.ts";

/** Matches writing statements with their table, in string literals but not in prose. */
const writing =
  /\b(?:insert into|update|delete from)\s+(\$\{[^}]*\}|[a-z][a-z_]*)(?=\s+(?:set|as|using|where|\()|\s*\(|\s*`)/g;

/** Files that write the table that a declaration names. */
const kernelStore = "src/kernel/write/";

/** The folder that owns a table. */
function folderOf(path: string): string {
  const [, layer = "", ...folders] = path.split("/");
  if (layer === "modules") return folders.slice(0, 2).join("/");
  return layer === "interfaces" ? `${layer}/${folders[0]}` : layer;
}

test("only one module or interface, or the kernel, writes each table", async () => {
  const writers = new Map<string, Set<string>>();
  const unnamed: string[] = [];
  for (const { path, text } of await sources(["src"])) {
    // The demo backdates records, which no operation can.
    if (path.startsWith(kernelStore) || path.startsWith("src/app/demo/")) continue;
    for (const [, table = ""] of text.matchAll(writing)) {
      if (table.startsWith("${")) unnamed.push(`${path}: ${table}`);
      else writers.set(table, (writers.get(table) ?? new Set()).add(folderOf(path)));
    }
  }
  const shared = [...writers].filter(([, folders]) => folders.size > 1);
  expect(shared.map(([table, folders]) => `${table}: ${[...folders].join(", ")}`)).toEqual([]);
  expect(unnamed).toEqual([]);
  expect(writers.get("bookings_fees")).toEqual(new Set(["stays/bookings"]));
  expect(writers.get("access_tokens")).toEqual(new Set(["platform/access"]));
  expect(writers.size).toBeGreaterThan(25);
});
