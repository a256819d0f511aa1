import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { importsIn, sources } from "./sources.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

const trees: string[] = [];
afterAll(() => Promise.all(trees.map((tree) => rm(tree, { recursive: true, force: true }))));

/** Checks a tree of these files under the project's rules. @returns violations as "rule: from -> to" */
async function breachesIn(files: Readonly<Record<string, string>>): Promise<string[]> {
  const tree = await mkdtemp(join(tmpdir(), "roost-layers-"));
  trees.push(tree);
  for (const [path, text] of Object.entries({ "package.json": '{ "type": "module" }', ...files })) {
    await mkdir(dirname(join(tree, path)), { recursive: true });
    await writeFile(join(tree, path), text);
  }
  for (const rules of ["layers.mjs", ".dependency-cruiser.mjs"]) await cp(join(root, rules), join(tree, rules));
  await symlink(join(root, "node_modules"), join(tree, "node_modules"));
  const depcruise = join(root, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
  const folders = (await readdir(tree)).filter((name) => ["src", "bin", "packages", "test"].includes(name));
  const parameters = [depcruise, "--config", ".dependency-cruiser.mjs", "--output-type", "json", ...folders];
  const { stdout } = await run(process.execPath, parameters, { cwd: tree, maxBuffer: 64e6 }).catch(
    (failure: { stdout: string }) => failure,
  );
  const { summary }: { summary: { violations: { rule: { name: string }; from: string; to: string }[] } } =
    JSON.parse(stdout);
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`).toSorted();
}

const uses = (path: string): string => `import "${path}";\nexport const a = 1;\n`;
const nothing = "export const a = 1;\n";

test("each layer rule catches a deliberate violation and nothing else", async () => {
  const breaches = await breachesIn({
    "src/core/day.ts": uses("../kernel/key.ts"),
    "src/database/pool.ts": uses("../kernel/key.ts"),
    "src/kernel/key.ts": uses("../modules/property/rentals/rental.ts"),
    "src/modules/property/rentals/rental.ts": uses("../../stays/bookings/booking.ts"),
    "src/modules/stays/bookings/booking.ts": uses("../../../interfaces/rest/api.ts"),
    "src/interfaces/rest/api.ts": uses("../../app/server.ts"),
    "src/interfaces/http/limits.ts": uses("../mcp/endpoint.ts"),
    "src/interfaces/mcp/endpoint.ts": uses("../../../test/fixture.ts"),
    "src/app/server.ts": uses("../main.ts"),
    "src/main.ts": uses("./loose/thing.ts"),
    "src/loose/thing.ts": uses("../../packages/tool/src/tool.ts"),
    "packages/tool/src/tool.ts": uses("../../../src/core/alone.ts"),
    "src/core/alone.ts": nothing,
    "src/modules/property/photos/photo.ts": uses("../contacts/contact.ts"),
    "src/modules/property/contacts/contact.ts": nothing,
    "src/modules/reference/tags/tag.ts": nothing,
    "test/fixture.ts": nothing,
  });
  expect(breaches).toEqual([
    "core-imports-nothing-above: src/core/day.ts -> src/kernel/key.ts",
    "database-imports-nothing-above: src/database/pool.ts -> src/kernel/key.ts",
    "interfaces-along-the-list: src/interfaces/http/limits.ts -> src/interfaces/mcp/endpoint.ts",
    "interfaces-imports-nothing-above: src/interfaces/rest/api.ts -> src/app/server.ts",
    "kernel-imports-nothing-above: src/kernel/key.ts -> src/modules/property/rentals/rental.ts",
    "modules-along-the-list: src/modules/property/rentals/rental.ts -> src/modules/stays/bookings/booking.ts",
    "modules-imports-nothing-above: src/modules/stays/bookings/booking.ts -> src/interfaces/rest/api.ts",
    "modules/property-along-the-list: src/modules/property/photos/photo.ts -> src/modules/property/contacts/contact.ts",
    "no-orphans: src/modules/reference/tags/tag.ts -> src/modules/reference/tags/tag.ts",
    "nothing-starts-main: src/app/server.ts -> src/main.ts",
    "only-what-is-built-from-this-tree-shares-the-core: packages/tool/src/tool.ts -> src/core/alone.ts",
    "packages-by-their-names: src/loose/thing.ts -> packages/tool/src/tool.ts",
    "src-has-only-its-layers: src/main.ts -> src/loose/thing.ts",
    "src-knows-no-test: src/interfaces/mcp/endpoint.ts -> test/fixture.ts",
  ]);
});

test("only the telemetry listeners import telemetry libraries", async () => {
  const breaches = await breachesIn({
    "src/kernel/key.ts": uses("@opentelemetry/sdk-metrics"),
    "src/app/server.ts": uses("@opentelemetry/api"),
    "src/app/telemetry/metrics.ts": `import "@opentelemetry/sdk-metrics";\n${uses("@opentelemetry/api")}`,
    "src/main.ts": `import "./kernel/key.ts";\nimport "./app/server.ts";\n${uses("./app/telemetry/metrics.ts")}`,
  });
  expect(breaches.map((breach) => breach.replace(/ -> .*/, ""))).toEqual([
    "telemetry-is-listened-to: src/app/server.ts",
    "telemetry-is-listened-to: src/kernel/key.ts",
  ]);
});

test("catches an import cycle, even between two files of one folder", async () => {
  const breaches = await breachesIn({
    "src/core/a.ts": uses("./b.ts"),
    "src/core/b.ts": uses("./a.ts"),
  });
  expect(breaches).toContain("no-circles: src/core/a.ts -> src/core/b.ts");
});

test("the rules apply to a new module or domain before it is listed", async () => {
  const breaches = await breachesIn({
    "src/modules/property/laundry/bundle.ts": uses("../rentals/rental.ts"),
    "src/modules/property/laundry/wash.ts": uses("../../../app/server.ts"),
    "src/modules/property/rentals/rental.ts": uses("../laundry/bundle.ts"),
    "src/modules/rooms/room.ts": uses("../property/rentals/rental.ts"),
    "src/app/server.ts": nothing,
  });
  expect(breaches).toEqual(
    expect.arrayContaining([
      "modules-unlisted: src/modules/rooms/room.ts -> src/modules/property/rentals/rental.ts",
      "modules/property-unlisted: src/modules/property/laundry/bundle.ts -> src/modules/property/rentals/rental.ts",
      "modules-imports-nothing-above: src/modules/property/laundry/wash.ts -> src/app/server.ts",
      "modules/property-along-the-list: src/modules/property/rentals/rental.ts -> src/modules/property/laundry/bundle.ts",
    ]),
  );
});

test("no two sibling folders of src or packages import each other", async () => {
  /** The imports between sibling folders, by parent folder. */
  const siblings = new Map<string, Map<string, Set<string>>>();
  for (const { path, text } of await sources(["src", "packages"])) {
    for (const target of importsIn(path, text)) {
      const [from, to] = [path.split("/"), target.split("/")];
      let common = 0;
      while (from[common] === to[common]) common++;
      const [a, b] = [from[common], to[common]];
      // Skip files next to folders.
      if (a === undefined || b === undefined || common >= from.length - 1 || common >= to.length - 1) continue;
      const within = from.slice(0, common).join("/");
      const edges = siblings.get(within) ?? new Map<string, Set<string>>();
      siblings.set(within, edges.set(a, (edges.get(a) ?? new Set()).add(b)));
    }
  }
  expect(siblings.get("src")?.get("modules")).toContain("kernel");
  const circles = [...siblings].flatMap(([within, edges]) =>
    [...edges.keys()].flatMap((name) => (reaches(edges, name, name) ? [`${within}/${name}`] : [])),
  );
  expect(circles).toEqual([]);
});

test("no folder of src has more than twenty files of its own", async () => {
  const counts = new Map<string, number>();
  for (const entry of await readdir(join(root, "src"), { recursive: true, withFileTypes: true })) {
    // Migrations grow with every change and are read in order.
    if (entry.isFile() && !/migrate\/(migrations|preview)$/.test(entry.parentPath))
      counts.set(entry.parentPath, (counts.get(entry.parentPath) ?? 0) + 1);
  }
  expect([...counts].filter(([, count]) => count > 20)).toEqual([]);
});

function reaches(
  edges: ReadonlyMap<string, ReadonlySet<string>>,
  from: string,
  to: string,
  seen = new Set<string>(),
): boolean {
  for (const next of edges.get(from) ?? []) {
    if (next === to) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    if (reaches(edges, next, to, seen)) return true;
  }
  return false;
}
