// @ts-check
// Applies the rules in the current directory to the UBL files of a JSON list on standard input, and writes the failed ones.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const SaxonJS = createRequire(join(process.cwd(), "runner.js"))("saxon-js");
const rules = JSON.parse(readFileSync("rules.sef.json", "utf8"));
const documents = JSON.parse(readFileSync(0, "utf8"));
const failures = [];
for (const [index, sourceText] of documents.entries()) {
  const { principalResult } = SaxonJS.transform(
    { stylesheetInternal: rules, sourceText, destination: "serialized" },
    "sync",
  );
  if (!principalResult.includes("svrl:fired-rule")) throw new Error("The rules did not read a document.");
  for (const [assertion] of principalResult.matchAll(/<svrl:failed-assert[\s\S]*?<\/svrl:failed-assert>/g))
    failures.push({ index, assertion: assertion.replace(/\s+/g, " ") });
}
process.stdout.write(JSON.stringify(failures));
