import { useLocaleNames } from "../../../components/locale-texts.ts";
import { useSources } from "../../../components/sources.ts";
import { useTags } from "../../../components/tags/tags.ts";
import { useTemplates } from "../../../components/templates/templates.ts";
import { textIn } from "../../../components/text-in.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { useRentals } from "../../calendar/rentals.ts";
import { useLocales } from "../../rental-editor/edited-rental.ts";

/** A record that a rule can name. */
interface Named {
  readonly value: string;
  readonly label: string;
}

/** The records that rules can name, by the rule's attribute. */
export interface RuleNames {
  readonly rental_ids: readonly Named[];
  readonly rentals_tag_ids: readonly Named[];
  readonly bookings_tag_ids: readonly Named[];
  readonly source_ids: readonly Named[];
  readonly languages: readonly Named[];
  readonly templates: readonly Named[];
}

/** Reads the rentals, tags, channels, languages and templates of the account. */
export function useRuleNames() {
  const { language } = useI18n();
  const languageOf = useLocaleNames();
  const [rentals, rentalsTags, bookingsTags] = [useRentals(), useTags("rentals_tags"), useTags("bookings_tags")];
  const [sources, locales, templates] = [useSources(), useLocales(), useTemplates()];
  const tags = (list: typeof rentalsTags.data) =>
    (list ?? []).map(({ id, name }) => ({ value: String(id), label: textIn(name, language) ?? String(id) }));
  const names: RuleNames = {
    rental_ids: (rentals.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    rentals_tag_ids: tags(rentalsTags.data),
    bookings_tag_ids: tags(bookingsTags.data),
    source_ids: [...(sources.data ?? [])].map(([id, name]) => ({ value: String(id), label: name })),
    languages: (locales.data ?? []).map((locale) => ({ value: locale, label: languageOf(locale) })),
    templates: (templates.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  };
  return { names, reads: [rentals, rentalsTags, bookingsTags, sources, locales, templates] };
}
