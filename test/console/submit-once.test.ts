import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "..", "..", "packages", "console", "src");
/** Where money and bookings are written. */
const folders = ["components", "screens/booking", "screens/bookings", "screens/money"];

test("no form for money or bookings can be submitted twice at once: each writes by useSubmit", async () => {
  const forms: string[] = [];
  const unguarded: string[] = [];
  for (const folder of folders)
    for await (const name of glob(`${folder}/**/*.tsx`, { cwd: source })) {
      const text = await readFile(join(source, name), "utf8");
      if (!text.includes('type="submit"')) continue;
      forms.push(name);
      // A form that gets its write from another module submits what that one guards.
      if (text.includes("useMutation(")) unguarded.push(name);
    }
  expect(forms.length).toBeGreaterThan(10);
  expect(unguarded).toEqual([]);
});
