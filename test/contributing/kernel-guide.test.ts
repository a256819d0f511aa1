import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { CopiedTree } from "./copied-tree.ts";
import { blocksOf, withLines } from "./steps.ts";

test("the example of docs/kernel.md is a resource that compiles, keeps the layers and the style, and passes its test", async () => {
  const tree = await CopiedTree.make();
  const steps = await blocksOf("docs/kernel.md");
  expect(steps.length).toBeGreaterThan(9);
  for (const step of steps) {
    if (step.kind === "lines") await tree.write(step.path, withLines(await tree.read(step.path), step));
    else if (step.kind === "file") {
      await mkdir(dirname(join(tree.directory, step.path)), { recursive: true });
      await tree.write(step.path, step.text);
    }
  }
  // What is new alone: the steps of CONTRIBUTING run these checks over the whole tree.
  const folders = ["src/modules/cleanings", "test/cleanings"];
  await tree.write(
    "tsconfig.new.json",
    JSON.stringify({
      extends: "./tsconfig.json",
      include: ["src/app/registry.ts", "test/harness/server.ts", ...folders],
    }),
  );
  const commands = [
    "npx tsc --noEmit -p tsconfig.new.json",
    `npx biome check --error-on-warnings ${folders.join(" ")}`,
    "npx depcruise --config .dependency-cruiser.mjs src/modules",
    "npx vitest run test/cleanings",
  ];
  for (const line of commands) expect(await tree.run(line), line).toEqual({ code: 0, said: expect.any(String) });
});
