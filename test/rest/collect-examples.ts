import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type ExampleFacts, readExamples } from "./example-facts.ts";

/**
 * Writes examples.json, the facts of the registry's samples for clones that do not have the registry beside them:
 * `node test/rest/collect-examples.ts`. Names of people, places and brands are replaced by neutral ones.
 */
const neutral: Readonly<Record<string, string>> = {
  Airbnb: "Channel A",
  "Clementina Kling": "Ada Guest",
  Clementina: "Ada",
  Kling: "Guest",
  "clementina_kling@example.com": "ada@example.com",
  "Kutch Stravenue": "1 Main Street",
  "Building 1": "Floor 1",
  "North Jacey": "Town",
  Illinois: "State",
  "01363-9579": "01234-5678",
  "(153)070-6105": "(555)010-0101",
  "(153)070-6106": "(555)010-0102",
  "(153)070-6107": "(555)010-0103",
  AHJ4678956: "P0000001",
  "Great Company": "Company",
  ES65465465: "V0000001",
  "Villa in Nevache, France": "Villa in the hills",
};

/** Words that say nothing about anybody: enumerations, numbers, times, placeholders and plain names of things. */
const plain =
  /^([a-z0-9_.:%#-]*|[A-Z]{2,3}|#[A-F]{6}|[A-Z_]+_AT|\d{4}-\d\d-\d\dT[\d:]+Z|(Cottage|Fee|Tax|Rental)( ?\d)?|Comment (one|two|content)|(Fee headline|Amenity details))$/;

export function neutralFacts(facts: ExampleFacts): ExampleFacts {
  const replace = (_: string, value: unknown): unknown => {
    if (typeof value !== "string") return value;
    const replacement = neutral[value];
    if (replacement === undefined && !plain.test(value))
      throw new Error(`Say what stands for ${JSON.stringify(value)} in collect-examples.ts.`);
    return replacement ?? value;
  };
  return { requests: JSON.parse(JSON.stringify(facts.requests, replace)), responses: facts.responses };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const facts = readExamples();
  if (!facts) throw new Error("There is no registry beside the repository.");
  writeFileSync(new URL("./examples.json", import.meta.url), `${JSON.stringify(neutralFacts(facts), null, 2)}\n`);
}
