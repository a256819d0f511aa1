import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type ExampleFacts, readExamples } from "./example-facts.ts";

/**
 * Writes examples.json, the facts of the registry's samples for standalone clones:
 * `node test/rest/collect-examples.ts`. Replaces names of people, places and brands with neutral ones.
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
  "Villa à Névache, France": "Villa dans les collines",
  "Great value. A place to enjoy peace and tranquility, away from mass tourism.": "A quiet house.",
  "Grande valeur. Profitez d'un cadre agréable en plein nature.": "Une maison calme.",
  "First class Villa for 8 people with private pool. Situated in a pleasant residential area.": "A house with a pool.",
  "Villa de première classe pour 8 personnes avec piscine privée. Situé dans un quartier résidentiel agréable.":
    "Une maison avec piscine.",
  PROMO123: "SAVE10",
  "some@email.com": "ada@example.com",
  "http://example.com": "https://example.com",
  FirstName1: "Ada",
  LastName1: "Guest",
  Lorem: "Ring twice",
  "Nilsa Crossroad": "1 Main Street",
  "New Margarettafurt": "Town",
  Nevada: "State",
  "44147": "01234",
  "+33 (0)6 123.123.123": "+33 (0)6 000.000.000",
  Jan: "Ada",
  Kowalski: "Host",
  "host1@example.com": "host@example.com",
  "Subject.": "A question",
  "Message Content": "Is there a cot?",
  John: "Ada",
  Smith: "Guest",
  "john@example.com": "ada@example.com",
  "Important message": "Is there a cot?",
  TestingGatewayName: "Gateway",
  "John Doe": "Ada Guest",
  "Bernhard Creek": "1 Main Street",
  "07671-8254": "01234-5678",
  "East Winifred": "Town",
  Monatana: "State",
  "http://www.gstatic.com/webp/gallery/1.jpg": "https://photos.example.com/1.jpg",
  "http://www.gstatic.com/webp/gallery/2.jpg": "https://photos.example.com/2.jpg",
  "Wonderful living room": "The living room",
  "Superbe salon": "Le salon",
  "Late Spring": "Spring",
  "My Agreement": "No parties.",
  "Example OTA": "Channel A",
  "It was awesome!": "It was quiet.",
  Awesome: "Quiet",
  "Guest revealed personal details of a host": "It names somebody",
};

/** Texts without personal data: enumerations, numbers, times, placeholders and generic nouns. */
const plain =
  /^([a-z0-9_.:%#,-]*|[A-Z]{2,3}|#[A-F]{6}|[A-Z_]+_(AT|DATE|MONTH)|\d{4}-\d\d-\d\dT[\d:Z]+|[A-Z][a-z]{2}, \d\d Sep 2023 [\d:.]+ UTC \+00:00|(Cottage|Fee|Tax|Rental|Season|Host|Rates Table|Special offer for)( ?\d)?|Comment (one|two|content)|(Fee headline|Amenity details|Private notes|here goes encoded file)|https:\/\/[a-z]+\.example\.com\/[a-z0-9/]+)$/;

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
