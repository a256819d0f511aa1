import Type from "typebox";
import { phoneEnds } from "../../../core/phone-ends.ts";
import { parameterType, type SearchParameters, type SharedRows, textParameter } from "../../../kernel/search.ts";
import { textValue } from "../../../kernel/values/text.ts";
import { problem } from "../../../kernel/values/value-type.ts";

/**
 * The ids of the clients that have all words of one way of being found (migration 0111). Callers who cannot read restricted data
 * cannot search it either.
 */
const soughtClients = (parameter: string, wanted: { name?: string; email?: string; phones?: string }): SharedRows => ({
  name: `clients_by_${parameter}`,
  sql:
    "select distinct found.client_id as id from (select keyed.client_id, wanted.way" +
    ` from wanted_keys(${wanted.name ?? "null"}, ${wanted.email ?? "null"}, ${wanted.phones ?? "null"}) as wanted,` +
    " lateral clients_with_key(:accounts, wanted.word) as keyed(client_id)" +
    " group by keyed.client_id, wanted.way, wanted.words having count(distinct wanted.word) >= wanted.words) as found" +
    " where :of_account or not exists (select from clients as hidden where hidden.account_id = any(:accounts)" +
    " and hidden.id = found.client_id and hidden.processing_restricted_at is not null)",
});

/** SQL: the shared ids, as an array that an index looks up. */
export const idsIn = ({ name }: SharedRows): string => `array(select ${name}.id from ${name})`;

/** The clients that a `guestQuery` means. */
export const clientsByQuery = soughtClients("query", {
  name: "(:query ->> 'name')",
  email: "(:query ->> 'email')",
  phones: "array(select jsonb_array_elements_text(:query -> 'phones'))",
});
const clientsByName = soughtClients("name", { name: ":name" });
const clientsByEmail = soughtClients("email", { email: ":email" });
const clientsByPhone = soughtClients("phone", { phones: ":phone" });

const isAmong = (clients: SharedRows) => ({ condition: `clients.id = any(${idsIn(clients)})`, shared: clients });

const text = textValue({ maxLength: 200 });

/** The parts of a guest that a text may mean: each one costs time. */
export function guestQuery(words: string): { name?: string; email?: string; phones: readonly string[] } {
  if (words.includes("@")) return { email: words, phones: [] };
  if (/^[\d\s()+./-]+$/.test(words)) return { name: words, phones: phoneEnds(words) ?? [] };
  return { name: words, email: words, phones: [] };
}

/** A phone number in any spelling, converted to the ends that find it. */
const phone = parameterType({
  ...textValue(),
  sqlType: "text[]",
  writeSchema: Type.String({ description: "Any format." }),
  accept: (input) => {
    const accepted = textValue().accept(input);
    if ("problem" in accepted || phoneEnds(accepted.value)) return accepted;
    return problem("must have at least four digits");
  },
  toDatabase: (value) => `{${(phoneEnds(value) ?? []).map((end) => `"${end}"`).join(",")}}`,
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
      "Words of the name or company or their beginnings, the beginning of an e-mail address or of its domain, or a phone number in any format. Ignores case and accents.",
  },
  name: textParameter({
    ...isAmong(clientsByName),
    description: "Words of the name or company or their beginnings, in any order. Ignores case and accents.",
  }),
  email: textParameter({
    ...isAmong(clientsByEmail),
    description: "The beginning of an e-mail address or of one of its parts, such as the domain. Ignores case.",
  }),
  phone: {
    type: phone,
    ...isAmong(clientsByPhone),
    description: "A phone number or its end, at least four digits, national or international, in any format.",
  },
} satisfies SearchParameters;
