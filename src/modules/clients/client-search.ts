import { type SearchParameters, textParameter } from "../../kernel/search.ts";

/** SQL: whoever does not see restricted data does not find anybody by it either. */
export const isSeen = "(:of_account or clients.processing_restricted_at is null)";

/** SQL: patterns for each word of a parameter, in which every sign stands for itself. */
export const patternsOf = (parameter: string): string =>
  `array(select '%' || regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g') || '%' from regexp_split_to_table(trim(${parameter}), '\\s+') as word)`;

/** What a list of guests is looked through by (console.md, Screens). */
export const clientSearch: SearchParameters = {
  name: textParameter({
    condition: `${isSeen} and concat_ws(' ', clients.fullname, clients.company) ilike all (${patternsOf(":name")})`,
    description: "Words of the name or of the company, in any order; capitals do not count.",
  }),
  email: textParameter({
    condition: `${isSeen} and exists (
      select from json_array_elements(clients.emails) as element where element->>'email' ilike all (${patternsOf(":email")}))`,
    description: "A part of an e-mail address; capitals do not count.",
  }),
};
