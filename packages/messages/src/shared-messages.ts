// The types of the English catalogue, which every other language follows.
import type ruleSentence from "../catalogues/en/shared/rule-sentence.json";
import type { KeysOf } from "./catalogue.ts";

/** The message keys that the console and the service both use. */
export type SharedKey = KeysOf<typeof ruleSentence>;
