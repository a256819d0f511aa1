import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NameError, namesOf } from "../../tools/new-resource/names.ts";
import { CopiedTree } from "./copied-tree.ts";
import { blocksOf, type Step, stepsOf, withLines } from "./steps.ts";

let tree: CopiedTree;
beforeAll(async () => {
  tree = await CopiedTree.make();
});
afterAll(() => tree.remove());

test("the steps of CONTRIBUTING.md and docs/develop/kernel.md add resources that pass every check", async () => {
  const steps = await stepsOf("Add a resource");
  expect(steps.filter(({ kind }) => kind === "lines").length).toBeGreaterThan(1);
  const checks = steps.findIndex((step) => step.kind === "command" && step.line === "npm run types");
  expect(steps.length - checks).toBe(4);
  await take(steps.slice(0, checks));
  const example = await blocksOf("docs/develop/kernel.md");
  expect(example.length).toBeGreaterThan(9);
  await take(example);
  // The checks are slow, and one run covers both guides.
  await take([...steps.slice(checks), { kind: "command", line: "npx vitest run test/cleanings" }]);
}, 600_000);

/** Follows a guide: writes its files and lines and runs its commands, which must succeed. */
async function take(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (step.kind === "file") await tree.write(step.path, step.text);
    if (step.kind === "lines") await tree.write(step.path, withLines(await tree.read(step.path), step));
    if (step.kind === "command")
      expect(await tree.run(await cheaper(step.line)), step.line).toEqual({ code: 0, output: expect.any(String) });
  }
}

/**
 * Replaces a guide's command with a faster one: without npm, which takes half a second, and on the written files only. `.ci/run` checks the
 * other files.
 */
async function cheaper(line: string): Promise<string> {
  const [, name] = /^npm run (\S+)$/.exec(line) ?? [];
  if (name === undefined) return line.replace(/^npx /, "");
  const script = Object(JSON.parse(await tree.read("package.json"))).scripts[name];
  if (script === undefined) throw new Error(`There is no npm run ${name}.`);
  if (!["types", "lint", "format:check"].includes(name)) return script;
  const files = (await tree.written()).filter((path) => /\.m?ts$|\.mjs$/.test(path));
  expect(files.length).toBeGreaterThan(10);
  if (name !== "types") return `${script.replace(/ \.$/, "")} ${files.join(" ")}`;
  const program = { extends: "./tsconfig.json", include: ["src/main.ts", "test/harness/server.ts", ...files] };
  await tree.write("tsconfig.guides.json", JSON.stringify(program));
  // Without the client's types, which no written file uses, and without the console.
  const compile = "tsc --noEmit";
  expect(script.split(" && ")).toContain(compile);
  return `${compile} --singleThreaded -p tsconfig.guides.json`;
}

test("a new resource overwrites nothing, and an invalid name writes nothing", async () => {
  const before = await readdir(join(tree.directory, "src/database/migrate/migrations"));
  const registry = await tree.read("src/app/registry.ts");
  const refused: [string, RegExp][] = [
    ["", /^Usage: /m],
    ["bookings --domain stays", /^error: Resource bookings already exists\.$/m],
    // The folder exists, not a resource.
    [
      "rates --domain pricing --singular rate_card",
      /^error: (Resource rates|src\/modules\/pricing\/rates\/routes\.ts) already exists/m,
    ],
  ];
  for (const [words, sentence] of refused) {
    const ran = await tree.run(`node tools/new-resource.ts resource ${words}`);
    expect(ran, words).toEqual({ code: words === "" ? 2 : 1, output: expect.stringMatching(sentence) });
  }
  expect(await readdir(join(tree.directory, "src/database/migrate/migrations"))).toEqual(before);
  expect(await tree.read("src/app/registry.ts")).toBe(registry);
});

test.each<[Parameters<typeof namesOf>, RegExp]>([
  [["Cleanings", "stays"], /^Cleanings is invalid\. It must be snake_case/],
  [["cleaning", "stays"], /^cleaning does not end in a plural s/],
  [["classes", "stays"], /^class is a reserved word in JavaScript/],
  [["cleanings", "stays", undefined, "kitchen"], /^Unknown scope kitchen_read/],
  [["cleanings", "kitchen"], /^Unknown domain kitchen\. Use one of platform, /],
])("refuses to generate a resource from %j", (words, sentence) => {
  expect(() => namesOf(...words)).toThrow(sentence);
  expect(() => namesOf(...words)).toThrow(NameError);
});
