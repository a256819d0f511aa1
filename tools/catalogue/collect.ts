import { mkdirSync, writeFileSync } from "node:fs";
import { readReference } from "./reference.ts";

/** Writes the reference's facts down as they are kept here: `node tools/catalogue/collect.ts && npx biome format --write tools/catalogue`. */
const reference = readReference();
if (!reference) throw new Error("There is no reference beside the repository.");
const write = (path: string, content: unknown): void =>
  writeFileSync(new URL(path, import.meta.url), `${JSON.stringify(content, null, 2)}\n`);
mkdirSync(new URL("./resources/", import.meta.url), { recursive: true });
for (const [name, facts] of Object.entries(reference.resources)) write(`./resources/${name}.json`, facts);
write("./enums.json", reference.enums);
