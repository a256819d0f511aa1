import Type from "typebox";
import { phonePatterns } from "../../../core/phone-patterns.ts";
import { parameterType, type SearchParameters, textParameter } from "../../../kernel/search.ts";
import { textValue } from "../../../kernel/values/text.ts";
import { problem } from "../../../kernel/values/value-type.ts";

/** SQL: whoever does not see restricted data does not find anybody by it either. */
export const isSeen = "(:of_account or clients.processing_restricted_at is null)";

/** SQL: patterns for each word of a parameter, in which every sign stands for itself. */
export const patternsOf = (parameter: string): string =>
  `array(select '%' || regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g') || '%' from regexp_split_to_table(trim(${parameter}), '\\s+') as word)`;

/** SQL: the name or company of a client has all words of a parameter, in whichever way either is written. */
export const isNamed = (parameter: string): string =>
  `(clients.sought_name like all (${patternsOf(`plain_text(${parameter})`)})` +
  ` or clients.sought_name like all (${patternsOf(`spelled_text(${parameter})`)}))`;

const text = textValue();

/** A telephone number in any spelling, as the patterns that find it. */
const phone = parameterType({
  ...text,
  sqlType: "text[]",
  writeSchema: Type.String({ description: "Any spelling." }),
  accept: (input) => {
    const accepted = text.accept(input);
    if ("problem" in accepted || phonePatterns(accepted.value)) return accepted;
    return problem("must have at least four digits");
  },
  toDatabase: (value) => `{${(phonePatterns(value) ?? []).map((pattern) => `"${pattern}"`).join(",")}}`,
});

/** What a list of guests is looked through by (console.md, Screens). */
export const clientSearch = {
  name: textParameter({
    condition: `${isSeen} and ${isNamed(":name")}`,
    description: "Words of the name or of the company, in any order; capitals and accents do not count.",
  }),
  email: textParameter({
    condition: `${isSeen} and exists (
      select from json_array_elements(clients.emails) as element where element->>'email' ilike all (${patternsOf(":email")}))`,
    description: "A part of an e-mail address; capitals do not count.",
  }),
  phone: {
    type: phone,
    condition: `${isSeen} and clients.sought_phones like any (:phone)`,
    description: "A telephone number or its end, at least four digits, national or international, in any spelling.",
  },
} satisfies SearchParameters;
