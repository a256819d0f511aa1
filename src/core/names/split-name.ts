import { isConjunction, isFamilyWord, isParticle, isSuffix, isTitle } from "./titles.ts";

/** A person's name. Parts without a value are null. */
export interface PersonName {
  /** As people address the person, with titles; a name written `Family, Given` is turned round. */
  readonly fullname: string | null;
  readonly firstname: string | null;
  readonly lastname: string | null;
}

/**
 * Splits a full name (bookings.md, Who a guest is). Titles belong to neither part, particles to the family name. A word alone is a first
 * name, but after a title a family name.
 */
export function splitName(written: string | null | undefined): PersonName {
  const text = written?.trim() || null;
  if (text === null) return { fullname: null, firstname: null, lastname: null };
  const [fullname, words] = turnedRound(text);
  const titleCount = countTitles(words);
  const names = words.slice(titleCount, words.length - trailing(words, titleCount));
  if (names.length === 0) return { fullname, firstname: fullname, lastname: null };
  const family = familyStart(names, titleCount > 0);
  return { fullname, firstname: joined(names.slice(0, family)), lastname: joined(names.slice(family)) };
}

/** `Fischer, Dr. Anna` as `Dr. Anna Fischer`. A comma before a degree separates nothing else. */
function turnedRound(text: string): [fullname: string, words: string[]] {
  const [family = "", ...others] = text.split(",").map((part) => part.trim());
  const [given = [], ends = []] = [false, true].map((isEnd) =>
    others.map(wordsOf).filter((part) => part.length > 0 && part.every(isSuffix) === isEnd),
  );
  if (family === "" || given.length === 0) return [text, wordsOf(text.replace(/,/g, " "))];
  const before = wordsOf(family);
  const count = countTitles(before);
  const words = [...before.slice(0, count), ...given.flat(), ...before.slice(count), ...ends.flat()];
  return [words.join(" "), words];
}

/** The index of the family name's first word. */
function familyStart(names: readonly string[], isTitled: boolean): number {
  const [first = ""] = names;
  if (names.length === 1) return isTitled ? 0 : 1;
  // In lower case: "Van Morrison" has a first name.
  if (isFamilyWord(first) && first === first.toLowerCase()) return 0;
  const particle = names.findIndex((word, index) => index > 0 && isParticle(word));
  return particle > 0 && particle < names.length - 1 ? particle : 1;
}

/** The number of titles at the beginning: `Herr und Frau` has three words. */
function countTitles(words: readonly string[]): number {
  const isTitleAt = (index: number): boolean => isTitle(words[index] ?? "");
  return leading(words, (word, index) => isTitle(word) || (index > 0 && isConjunction(word) && isTitleAt(index + 1)));
}

/** The number of words at the beginning that have a property. */
function leading(words: readonly string[], has: (word: string, index: number) => boolean): number {
  const first = words.findIndex((word, index) => !has(word, index));
  return first < 0 ? words.length : first;
}

/** The number of suffixes at the end. */
function trailing(words: readonly string[], titleCount: number): number {
  return Math.min(leading(words.toReversed(), isSuffix), Math.max(0, words.length - titleCount - 1));
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");

const joined = (words: readonly string[]): string | null => words.join(" ") || null;
