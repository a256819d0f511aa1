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
  const commands = [
    "npm run -s types",
    "npm run -s lint",
    "npm run -s format:check",
    "npm run -s check:layers",
    "npx vitest run test/cleanings",
  ];
  for (const line of commands) expect(await tree.run(line), line).toEqual({ code: 0, said: expect.any(String) });
});
