import type { Draft } from "../../../kernel/write/input/draft.ts";
import { client } from "./client.ts";
import { addressGroup, type Detail, type DetailGroup, emailGroup, phoneGroup } from "./detail-groups.ts";

const { fullname, notes, passport, preferred_locale, company, vat_number } = client.attributes;

/** Attributes that the kept record copies from the other if its own are blank. */
const copied = { fullname, passport, company, vat_number };

/**
 * The combined values of two clients, as an update of the kept one: missing values, both notes, and all contact details.
 * The kept client's values and details come first.
 * @param locales the account's languages
 */
export function combinedClient(kept: Draft, other: Draft, locales: readonly string[]): Record<string, unknown> {
  const written: Record<string, unknown> = {};
  for (const [name, attribute] of Object.entries(copied)) {
    const [own, theirs] = [kept.stored(attribute), other.stored(attribute)];
    if (!own && theirs) written[name] = theirs;
  }
  const locale = other.stored(preferred_locale);
  // The account may no longer use the locale; writing it would be refused.
  if (!kept.stored(preferred_locale) && locale && locales.includes(locale)) written.preferred_locale = locale;
  const [ownNotes, theirNotes] = [kept, other].map((draft) => draft.stored(notes)?.trim() ?? "");
  if (theirNotes && !ownNotes?.includes(theirNotes))
    written.notes = [ownNotes, theirNotes].filter(Boolean).join("\n\n");
  for (const group of [addressGroup, emailGroup, phoneGroup]) {
    const attribute = client.attributes[group.name];
    const own = kept.stored(attribute) ?? [];
    const additional = additionalDetails(group, own, other.stored(attribute) ?? []);
    if (additional.length > 0) written[group.name] = [...own, ...additional];
  }
  return written;
}

/** The other client's details that the kept one lacks, as new elements. */
function additionalDetails(group: DetailGroup, own: readonly Detail[], theirs: readonly Detail[]): Detail[] {
  const existing = new Set(own.map((detail) => comparableText(group, detail)));
  return theirs
    .filter((detail) => !existing.has(comparableText(group, detail)))
    .map((detail) => Object.fromEntries(Object.keys(group.texts).map((name) => [name, detail[name] ?? null])));
}

/** A text that is equal for details that reach a guest the same way, ignoring labels, case, whitespace and punctuation in numbers. */
export function comparableText({ texts }: DetailGroup, detail: Detail): string {
  return Object.keys(texts)
    .filter((name) => name !== "label" && !(name === "country_code" && "number" in texts))
    .map((name) =>
      String(detail[name] ?? "")
        .toLowerCase()
        .replace(name === "number" ? /\D/g : /\s+/g, ""),
    )
    .join("\n");
}
