import { differencesFrom } from "./compare.ts";
import { deliberateDifferences } from "./differences.ts";
import { keptCatalogue } from "./facts.ts";
import { report } from "./report.ts";

/** `npm run catalogue`: compares the declarations with the catalogue. Exits with 1 unless all differences are deliberate. */
const { lines, complete } = report(differencesFrom(keptCatalogue()), deliberateDifferences);
process.stdout.write(`${lines.join("\n")}\n`);
process.exitCode = complete ? 0 : 1;
