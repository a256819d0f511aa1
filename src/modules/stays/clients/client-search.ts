import Type from "typebox";
import { phonePatterns } from "../../../core/phone-patterns.ts";
import { parameterType, type SearchParameters, textParameter } from "../../../kernel/search.ts";
import { textValue } from "../../../kernel/values/text.ts";
import { problem } from "../../../kernel/values/value-type.ts";

/** SQL: a LIKE pattern for each word of a parameter, with wildcards escaped. */
export const patternsOf = (parameter: string): string =>
  `array(select '%' || regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g') || '%' from regexp_split_to_table(trim(${parameter}), '\\s+') as word)`;

/** SQL: patterns that no name or address matches. */
const noPatterns = "array['']";

/** SQL: the patterns of a folded parameter, computed once; no patterns unless the condition holds. */
const patternsIf = (condition: string, folded: string): string =>
  `((select case when ${condition} then ${patternsOf(folded)} else ${noPatterns} end)::text[])`;

/** SQL: the name or company contains all words of a parameter, in any spelling. Never for null. */
const isNamed = (parameter: string): string => {
  const [plain, spelled] = [`plain_text(${parameter})`, `spelled_text(${parameter})`];
  return (
    `(sought.sought_name like all ${patternsIf(`${parameter} is not null`, plain)}` +
    ` or sought.sought_name like all ${patternsIf(`${spelled} <> ${plain}`, spelled)})`
  );
};

/** SQL: the e-mail addresses contain all words of a parameter. Never for null. */
const isWrittenTo = (parameter: string): string =>
  `sought.sought_emails like all ${patternsIf(`${parameter} is not null`, `plain_text(${parameter})`)}`;

/**
 * SQL: the ids of the clients that fulfil a condition, from one narrow index (migration 0104). Callers who cannot read restricted data
 * cannot search it either.
 */
const idsWhere = (condition: string): string =>
  `array(select sought.id from clients as sought where sought.account_id = any(:accounts)` +
  ` and (:of_account or sought.processing_restricted_at is null) and ${condition})`;

/** SQL: the ids of the clients that a `guestQuery` means. */
export const idsOfQuery = (parameter: string): string => {
  const phones = `array(select jsonb_array_elements_text(${parameter} -> 'phones'))`;
  return idsWhere(
    `(${isNamed(`(${parameter} ->> 'name')`)} or ${isWrittenTo(`(${parameter} ->> 'email')`)}` +
      ` or sought.sought_phones like any (${phones}))`,
  );
};

const text = textValue({ maxLength: 200 });

/** The parts of a guest that a text may mean: each one costs time. */
export function guestQuery(words: string): { name?: string; email?: string; phones: readonly string[] } {
  if (words.includes("@")) return { email: words, phones: [] };
  if (/^[\d\s()+./-]+$/.test(words)) return { name: words, phones: phonePatterns(words) ?? [] };
  return { name: words, email: words, phones: [] };
}

/** A phone number in any spelling, converted to the patterns that find it. */
const phone = parameterType({
  ...textValue(),
  sqlType: "text[]",
  writeSchema: Type.String({ description: "Any format." }),
  accept: (input) => {
    const accepted = textValue().accept(input);
    if ("problem" in accepted || phonePatterns(accepted.value)) return accepted;
    return problem("must have at least four digits");
  },
  toDatabase: (value) => `{${(phonePatterns(value) ?? []).map((pattern) => `"${pattern}"`).join(",")}}`,
});

/** The search parameters of guest lists (console.md, Screens). */
export const clientSearch = {
  query: {
    type: parameterType({
      ...text,
      sqlType: "jsonb",
      toDatabase: (value) => JSON.stringify(guestQuery(value)),
    }),
    condition: `clients.id = any(${idsOfQuery(":query")})`,
    description:
      "Words of the name or company, part of an e-mail address, or a phone number in any format. Ignores case and accents.",
  },
  name: textParameter({
    condition: `clients.id = any(${idsWhere(isNamed(":name"))})`,
    description: "Words of the name or company, in any order. Ignores case and accents.",
  }),
  email: textParameter({
    condition: `clients.id = any(${idsWhere(isWrittenTo(":email"))})`,
    description: "Part of an e-mail address. Ignores case.",
  }),
  phone: {
    type: phone,
    condition: `clients.id = any(${idsWhere("sought.sought_phones like any (:phone)")})`,
    description: "A phone number or its end, at least four digits, national or international, in any format.",
  },
} satisfies SearchParameters;
