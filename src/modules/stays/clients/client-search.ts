import Type from "typebox";
import { phonePatterns } from "../../../core/phone-patterns.ts";
import { parameterType, type SearchParameters, textParameter } from "../../../kernel/search.ts";
import { textValue } from "../../../kernel/values/text.ts";
import { problem } from "../../../kernel/values/value-type.ts";

/** SQL: callers who cannot read restricted data cannot search it either. */
export const isVisible = "(:of_account or clients.processing_restricted_at is null)";

/** SQL: a LIKE pattern for each word of a parameter, with wildcards escaped. */
export const patternsOf = (parameter: string): string =>
  `array(select '%' || regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g') || '%' from regexp_split_to_table(trim(${parameter}), '\\s+') as word)`;

/** SQL: a client's name or company contains all words of a parameter, in any spelling. */
export const isNamed = (parameter: string): string =>
  `(clients.sought_name like all (${patternsOf(`plain_text(${parameter})`)})` +
  ` or clients.sought_name like all (${patternsOf(`spelled_text(${parameter})`)}))`;

const text = textValue();

/** A phone number in any spelling, converted to the patterns that find it. */
const phone = parameterType({
  ...text,
  sqlType: "text[]",
  writeSchema: Type.String({ description: "Any format." }),
  accept: (input) => {
    const accepted = text.accept(input);
    if ("problem" in accepted || phonePatterns(accepted.value)) return accepted;
    return problem("must have at least four digits");
  },
  toDatabase: (value) => `{${(phonePatterns(value) ?? []).map((pattern) => `"${pattern}"`).join(",")}}`,
});

/** The search parameters of guest lists (console.md, Screens). */
export const clientSearch = {
  name: textParameter({
    condition: `${isVisible} and ${isNamed(":name")}`,
    description: "Words of the name or company, in any order. Ignores case and accents.",
  }),
  email: textParameter({
    condition: `${isVisible} and exists (
      select from json_array_elements(clients.emails) as element where element->>'email' ilike all (${patternsOf(":email")}))`,
    description: "Part of an e-mail address. Ignores case.",
  }),
  phone: {
    type: phone,
    condition: `${isVisible} and clients.sought_phones like any (:phone)`,
    description: "A phone number or its end, at least four digits, national or international, in any format.",
  },
} satisfies SearchParameters;
