import { readFileSync } from "node:fs";
import type { Examples } from "../../kernel/openapi/examples.ts";

const file = new URL("../../../docs/api-examples.json", import.meta.url);

/**
 * The examples of the API's documentation: requests that were executed, with what was answered. `npm run examples` writes the file,
 * and a test holds it against what executing gives now.
 */
export const apiExamples: Examples = JSON.parse(readFileSync(file, "utf8"));
