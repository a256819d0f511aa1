import { differencesFrom } from "./compare.ts";
import { deliberateDifferences } from "./differences.ts";
import { keptCatalogue } from "./facts.ts";
import { report } from "./report.ts";

/** `npm run catalogue`: what the declarations lack of the catalogue. Ends with 1 when that is anything but the deliberate differences. */
const { lines, complete } = report(differencesFrom(keptCatalogue()), deliberateDifferences);
process.stdout.write(`${lines.join("\n")}\n`);
process.exitCode = complete ? 0 : 1;
