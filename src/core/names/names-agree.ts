import { plainText } from "../plain-text.ts";
import { isFamilyWord, isTitle } from "./titles.ts";

/** The parts of a name that identify a person. */
export interface NameParts {
  readonly firstname: string | null | undefined;
  readonly lastname: string | null | undefined;
}

/**
 * Whether two names may be one person's (bookings.md, Who a guest is). Case, accents, titles and particles do not count. An empty part
 * agrees with any other, an initial with each name that begins with it.
 */
export function namesAgree(one: NameParts, other: NameParts): boolean {
  return partsAgree(one.firstname, other.firstname) && partsAgree(one.lastname, other.lastname);
}

/** Whether two names are equal but for case, accents, titles and particles. */
export function namesEqual(one: NameParts, other: NameParts): boolean {
  const text = ({ firstname, lastname }: NameParts) => [...wordsOf(firstname), ...wordsOf(lastname)].map(plainText);
  return text(one).join(" ") === text(other).join(" ");
}

/** A person may leave out a second first name or surname: the longer part contains the shorter one's words. */
function partsAgree(one: string | null | undefined, other: string | null | undefined): boolean {
  const [shorter = [], longer = []] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length);
  return shorter.every((word) => longer.some((candidate) => wordsAgree(word, candidate)));
}

function wordsAgree(one: string, other: string): boolean {
  const [plain, otherPlain] = [plainText(one), plainText(other)];
  if (plain.length === 1 || otherPlain.length === 1) return plain[0] === otherPlain[0];
  return plain === otherPlain || spelled(one) === spelled(other);
}

const umlauts: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };

/** A name as people write it on another keyboard: "Müller" becomes "mueller". */
const spelled = (word: string): string => plainText(word.replace(/[äöüåø]/g, (letter) => umlauts[letter] ?? letter));

/** The words of a part, in lower case. */
function wordsOf(part: string | null | undefined): string[] {
  const words = (part ?? "").split(/\s+/).filter((word) => word !== "" && !isTitle(word));
  const names = words.filter((word) => !isFamilyWord(word));
  return (names.length > 0 ? names : words)
    .flatMap((word) =>
      word
        .normalize("NFC")
        .toLowerCase()
        .split(/[-.'’,]+/),
    )
    .filter((word) => word !== "");
}
