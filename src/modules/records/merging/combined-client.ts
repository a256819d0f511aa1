import type { Draft } from "../../../kernel/write/input/draft.ts";
import { client } from "../../stays/clients/client.ts";
import {
  addressGroup,
  type Detail,
  type DetailGroup,
  emailGroup,
  phoneGroup,
} from "../../stays/clients/detail-groups.ts";

const { fullname, notes, passport, preferred_locale, company, vat_number } = client.attributes;

/** What the kept record takes from the other one where it says nothing itself. */
const taken = { fullname, passport, company, vat_number };

/**
 * What a client is to hold who turns out to be another one as well, as a write would say it: what only the other one says, the notes of both,
 * and every way to reach either, the kept one's first. The kept one's own words win.
 * @param locales those that the account writes in
 */
export function combinedClient(kept: Draft, other: Draft, locales: readonly string[]): Record<string, unknown> {
  const written: Record<string, unknown> = {};
  for (const [name, attribute] of Object.entries(taken)) {
    const [own, theirs] = [kept.stored(attribute), other.stored(attribute)];
    if (!own && theirs) written[name] = theirs;
  }
  const locale = other.stored(preferred_locale);
  // One in which the account does not write any more would be refused.
  if (!kept.stored(preferred_locale) && locale && locales.includes(locale)) written.preferred_locale = locale;
  const said = [kept, other].map((draft) => draft.stored(notes)?.trim()).filter((text) => text);
  if (other.stored(notes) && said.length > 0) written.notes = [...new Set(said)].join("\n\n");
  for (const group of [addressGroup, emailGroup, phoneGroup]) {
    const attribute = client.attributes[group.name];
    const own = kept.stored(attribute) ?? [];
    const further = furtherDetails(group, own, other.stored(attribute) ?? []);
    if (further.length > 0) written[group.name] = [...own, ...further];
  }
  return written;
}

/** Those of the other one's elements that say something new, as new elements of the kept one, behind its own. */
function furtherDetails(group: DetailGroup, own: readonly Detail[], theirs: readonly Detail[]): Detail[] {
  const known = new Set(own.map((detail) => comparableText(group, detail)));
  return theirs
    .filter((detail) => !known.has(comparableText(group, detail)))
    .map((detail) => Object.fromEntries(Object.keys(group.texts).map((name) => [name, detail[name] ?? null])));
}

/** The same for elements that reach a guest in the same way: labels, capitals, blanks and the signs in a number do not count. */
function comparableText({ texts }: DetailGroup, detail: Detail): string {
  return Object.keys(texts)
    .filter((name) => name !== "label" && !(name === "country_code" && "number" in texts))
    .map((name) =>
      String(detail[name] ?? "")
        .toLowerCase()
        .replace(name === "number" ? /\D/g : /\s+/g, ""),
    )
    .join("\n");
}
