import { fileURLToPath } from "node:url";
import { formatProblems, getTotals, lintFromString, loadConfig } from "@redocly/openapi-core";
import { documentOf } from "./document.ts";

/** Lints the OpenAPI document as served (`npm run lint:openapi`), in memory, without a database or a network. */
const root = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));
const config = await loadConfig({ configPath: root("redocly.yaml") });
const source = JSON.stringify(documentOf("https://roost.example"), null, 1);
const found = await lintFromString({ source, absoluteRef: root("openapi.json"), config });
/** Ignores an ambiguity between two specified paths: the id is a UUID, and `draft` is not one. */
const isDraft = ({ ruleId, message }: (typeof found)[number]): boolean =>
  ruleId === "no-ambiguous-paths" && message.includes("`/host_reviews/draft/{host_review_id}`");
const problems = found.filter((problem) => !problem.ignored && !isDraft(problem));
const totals = getTotals(problems);
if (problems.length > 0) formatProblems(problems, { totals, format: "stylish", version: "3.1", maxProblems: 100 });
process.stdout.write(`The OpenAPI document has ${totals.errors} errors and ${totals.warnings} warnings.\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
