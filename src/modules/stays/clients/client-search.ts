import Type from "typebox";
import { phonePatterns } from "../../../core/phone-patterns.ts";
import { parameterType, type SearchParameters, type SharedRows, textParameter } from "../../../kernel/search.ts";
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
 * The ids of the clients that fulfil a condition, from one narrow index (migration 0104). Callers who cannot read restricted data
 * cannot search it either.
 */
const soughtClients = (parameter: string, condition: string): SharedRows => ({
  name: `clients_by_${parameter}`,
  sql:
    "select sought.id from clients as sought where sought.account_id = any(:accounts)" +
    ` and (:of_account or sought.processing_restricted_at is null) and ${condition}`,
});

/** SQL: the shared ids, as an array that an index looks up. */
export const idsIn = ({ name }: SharedRows): string => `array(select ${name}.id from ${name})`;

const phones = "array(select jsonb_array_elements_text(:query -> 'phones'))";

/** The clients that a `guestQuery` means. */
export const clientsByQuery = soughtClients(
  "query",
  `(${isNamed("(:query ->> 'name')")} or ${isWrittenTo("(:query ->> 'email')")} or sought.sought_phones like any (${phones}))`,
);
const clientsByName = soughtClients("name", isNamed(":name"));
const clientsByEmail = soughtClients("email", isWrittenTo(":email"));
const clientsByPhone = soughtClients("phone", "sought.sought_phones like any (:phone)");

const isAmong = (clients: SharedRows) => ({ condition: `clients.id = any(${idsIn(clients)})`, shared: clients });

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
    ...isAmong(clientsByQuery),
    description:
      "Words of the name or company, part of an e-mail address, or a phone number in any format. Ignores case and accents.",
  },
  name: textParameter({
    ...isAmong(clientsByName),
    description: "Words of the name or company, in any order. Ignores case and accents.",
  }),
  email: textParameter({
    ...isAmong(clientsByEmail),
    description: "Part of an e-mail address. Ignores case.",
  }),
  phone: {
    type: phone,
    ...isAmong(clientsByPhone),
    description: "A phone number or its end, at least four digits, national or international, in any format.",
  },
} satisfies SearchParameters;
