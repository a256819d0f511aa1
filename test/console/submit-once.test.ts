import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "..", "..", "packages", "console", "src");

test("no form can be submitted twice at once: each writes by useSubmit", async () => {
  const forms: string[] = [];
  const unguarded: string[] = [];
  for await (const name of glob("**/*.tsx", { cwd: source })) {
    const text = await readFile(join(source, name), "utf8");
    if (!text.includes('type="submit"')) continue;
    forms.push(name);
    // A form that gets its write from another module submits what that one guards.
    if (text.includes("useMutation(")) unguarded.push(name);
  }
  expect(forms.length).toBeGreaterThan(25);
  expect(unguarded).toEqual([]);
});
