import type { EnglishWords } from "../../../words/en.ts";

type Reasons = EnglishWords["photos"]["reasons"];

/** What the service says of a picture that could not be had, by its words (src/modules/property/photos, files, outgoing). */
const said = new Map<string, (reasons: Reasons) => string>([
  ["is empty", ({ empty }) => empty],
  ["is a broken picture", ({ broken }) => broken],
  ["has too much text inside of it", ({ tooMuchText }) => tooMuchText],
  ["could not be made into its sizes", ({ noSizes }) => noSizes],
  ["took too long to be made into its sizes", ({ tookTooLong }) => tookTooLong],
  ["took too long to open", ({ tookTooLong }) => tookTooLong],
  ["is not a URL", ({ noAddress }) => noAddress],
  ["is not an http or https URL", ({ noAddress }) => noAddress],
  ["holds a name or a password", ({ withPassword }) => withPassword],
  ["names a host that is not known", ({ unknownHost }) => unknownHost],
  ["leads to an address that is not public", ({ notPublic }) => notPublic],
  ["is not an https URL", ({ notSecure }) => notSecure],
  ["names another port than 80 or 443", ({ otherPort }) => otherPort],
  ["did not answer in time", ({ late }) => late],
  ["could not be reached", ({ unreachable }) => unreachable],
  ["redirects too often", ({ redirects }) => redirects],
  ["redirects from https to http", ({ insecure }) => insecure],
  ["is too large", ({ tooLarge }) => tooLarge],
  ["answers a compressed body", ({ compressed }) => compressed],
]);

/** Those that hold a value. */
const saidWith: readonly (readonly [RegExp, (reasons: Reasons, value: string) => string])[] = [
  [/^answered with the status (\d+)$/, (reasons, status) => reasons.status(status)],
  [
    /^has too many pixels \(maximum(?: for [^()]+)? is ([\d.]+) million\)$/,
    (reasons, millions) => reasons.tooManyPixels(millions),
  ],
  [/^must be a file of one of the types (.+)$/, ({ otherType }) => otherType],
];

/** Why a picture could not be had, in the person's language; undefined where only the service's own words tell. */
export function photoProblem(error: string, { photos: { reasons } }: Pick<EnglishWords, "photos">): string | undefined {
  const plain = said.get(error);
  if (plain) return plain(reasons);
  for (const [pattern, sentence] of saidWith) {
    const value = pattern.exec(error)?.[1];
    if (value !== undefined) return sentence(reasons, value);
  }
  return undefined;
}
