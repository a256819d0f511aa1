import { readFileSync } from "node:fs";
import type { Examples } from "../../kernel/openapi/examples.ts";

const file = new URL("../../../docs/api-examples.json", import.meta.url);

/**
 * The examples of the API documentation: executed requests with their responses. `npm run examples` records the file, and a test compares it
 * with current responses.
 */
export const apiExamples: Examples = JSON.parse(readFileSync(file, "utf8"));
