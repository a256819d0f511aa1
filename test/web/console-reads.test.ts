import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** The console's display of reads that wait or fail (console.md, How it feels). */
const sources = join(import.meta.dirname, "../../packages/console/src");

/** Files that show a placeholder or a failure of something else than their queries. */
const others = new Set([
  "app/frame.tsx",
  "app/screen-failure.tsx",
  "components/pending.tsx",
  // The preview's problems are shown at the form's fields.
  "screens/invoices/issue-dialog.tsx",
]);

test("every part of the console shows waiting and failed reads by one component", () => {
  const files = globSync("**/*.tsx", { cwd: sources });
  const shows = (file: string) => /<(Failure|Waiting)\b/.test(readFileSync(join(sources, file), "utf8"));
  expect(files.filter(shows).sort()).toEqual([...others].sort());
});
