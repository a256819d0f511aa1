import { plainText } from "../plain-text.ts";

/** Honorifics and academic titles before a name, without dots and accents. */
const titles = new Set(
  (
    "dr prof professor professeur professore profesor profesora professora " +
    "mr mrs ms miss mx sir madam herr herrn frau fraulein familie " +
    "monsieur madame mademoiselle mme mlle senor senora senorita sr sra srta dra " +
    "signor signore signora signorina sigra dott dottore dottoressa dottssa profssa " +
    "dhr mevr mevrouw drs senhor senhora senhorita doutor doutora"
  ).split(" "),
);

/** Titles that are also names or initials: they count with a dot only. */
const dottedTitles = new Set(
  "m mm sig fr frl hr fam ing mag med rer nat phil jur dipl hc habil avv eng mw ir rev".split(" "),
);

const conjunctions = new Set("und and et y e en & +".split(" "));

/** Degrees and generations after a name. */
const suffixes = new Set("phd md jr snr jnr ii iii iv esq mba msc bsc dds llm".split(" "));

/** Words that begin a family name. In Romance languages a first name may contain them, so those are not among them. */
const particles = new Set("von vom van zu zum zur ter ten".split(" "));

/** Words of a family name that people leave out or write in several ways. */
const familyWords = new Set([
  ...particles,
  ..."der den de del della dello dei degli di da dal dalla do dos das du des la le les el al af av".split(" "),
]);

const bare = (word: string): string => plainText(word).replace(/[.-]/g, "");

/** Whether a word before a name is a title: `Dr.`, `Frau`, `Dipl.-Ing.` */
export function isTitle(word: string): boolean {
  if (word.includes("-") && word.includes(".")) return word.split("-").every(isTitle);
  return titles.has(bare(word)) || (word.includes(".") && dottedTitles.has(bare(word)));
}

/** Between two titles: `Herr und Frau`. */
export const isConjunction = (word: string): boolean => conjunctions.has(plainText(word));

export const isSuffix = (word: string): boolean => suffixes.has(bare(word));

/** Whether a word begins a family name: `von`, `van`. */
export const isParticle = (word: string): boolean => particles.has(plainText(word));

/** Whether a word is part of a family name but no name itself: `de`, `la`, `der`. */
export const isFamilyWord = (word: string): boolean => familyWords.has(plainText(word));
