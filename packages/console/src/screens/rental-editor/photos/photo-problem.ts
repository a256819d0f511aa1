import type { Translate } from "../../../i18n/translate.ts";

/** Keyed by the service's messages about photos (src/modules/property/photos, files, outgoing). */
const reasons = new Map<string, (t: Translate) => string>([
  ["is empty", (t) => t("photos.reasons.empty")],
  ["is a broken picture", (t) => t("photos.reasons.broken")],
  ["has too much text inside of it", (t) => t("photos.reasons.tooMuchText")],
  ["could not be made into its sizes", (t) => t("photos.reasons.noSizes")],
  ["took too long to be made into its sizes", (t) => t("photos.reasons.tookTooLong")],
  ["took too long to open", (t) => t("photos.reasons.tookTooLong")],
  ["is not a URL", (t) => t("photos.reasons.noAddress")],
  ["is not an http or https URL", (t) => t("photos.reasons.noAddress")],
  ["holds a name or a password", (t) => t("photos.reasons.withPassword")],
  ["names a host that is not known", (t) => t("photos.reasons.unknownHost")],
  ["leads to an address that is not public", (t) => t("photos.reasons.notPublic")],
  ["is not an https URL", (t) => t("photos.reasons.notSecure")],
  ["names another port than 80 or 443", (t) => t("photos.reasons.otherPort")],
  ["did not answer in time", (t) => t("photos.reasons.late")],
  ["could not be reached", (t) => t("photos.reasons.unreachable")],
  ["redirects too often", (t) => t("photos.reasons.redirects")],
  ["redirects from https to http", (t) => t("photos.reasons.insecure")],
  ["is too large", (t) => t("photos.reasons.tooLarge")],
  ["answers a compressed body", (t) => t("photos.reasons.compressed")],
]);

/** Messages that contain a value. */
const reasonsWithValue: readonly (readonly [RegExp, (t: Translate, value: string) => string])[] = [
  [/^answered with the status (\d+)$/, (t, status) => t("photos.reasons.status", { status })],
  [
    /^has too many pixels \(maximum(?: for [^()]+)? is ([\d.]+) million\)$/,
    (t, millions) => t("photos.reasons.tooManyPixels", { millions }),
  ],
  [/^must be a file of one of the types (.+)$/, (t) => t("photos.reasons.otherType")],
];

/** Describes a photo's problem in the person's language; undefined for an unknown message. */
export function photoProblem(error: string, t: Translate): string | undefined {
  const plain = reasons.get(error);
  if (plain) return plain(t);
  for (const [pattern, sentence] of reasonsWithValue) {
    const value = pattern.exec(error)?.[1];
    if (value !== undefined) return sentence(t, value);
  }
  return undefined;
}
