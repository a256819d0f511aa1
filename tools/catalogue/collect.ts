import { mkdirSync, writeFileSync } from "node:fs";
import { readReference } from "./reference.ts";

/** Updates the stored facts from the reference: `node tools/catalogue/collect.ts && npx biome format --write tools/catalogue`. */
const reference = readReference();
if (!reference) throw new Error("Found no reference beside the repository.");
const write = (path: string, content: unknown): void =>
  writeFileSync(new URL(path, import.meta.url), `${JSON.stringify(content, null, 2)}\n`);
mkdirSync(new URL("./resources/", import.meta.url), { recursive: true });
for (const [name, facts] of Object.entries(reference.resources)) write(`./resources/${name}.json`, facts);
write("./enums.json", reference.enums);
