import { defaultLanguage, languageOf, regionalLocale } from "@roost/messages/languages.ts";
import { messagesIn } from "@roost/messages/messages-in.ts";
import { ruleSentence } from "@roost/messages/rule-sentence.ts";
import Type from "typebox";
import { Check } from "typebox/schema";
import { Attribute } from "../../../kernel/attribute.ts";
import { textIn } from "../../../kernel/values/shown-text.ts";
import { textValue } from "../../../kernel/values/text.ts";
import { quoted } from "../../../kernel/values/value-type.ts";
import { taskKinds } from "../../stays/tasks/task-search.ts";
import {
  automationTriggers,
  builtInRules,
  deliveries,
  effectKinds,
  guestKinds,
  importedKinds,
  paymentStates,
} from "./automation-words.ts";

const name = Type.Union([Type.String(), Type.Null()]);
const names = Type.Union([Type.Array(Type.String()), Type.Null()]);
const translatedNames = Type.Union([Type.Array(Type.Record(Type.String(), name)), Type.Null()]);
const count = Type.Union([Type.Integer(), Type.Null()]);

/** The columns that a sentence describes. */
const described = {
  ...{
    trigger: Type.Enum([...automationTriggers]),
    offset_days: Type.Integer(),
    offset_hours: Type.Integer(),
    at: name,
  },
  ...{ effect: Type.Enum([...effectKinds]), delivery: Type.Enum([...deliveries]), recipients: names },
  built_in: Type.Union([Type.Enum([...builtInRules]), Type.Null()]),
  task_kind: Type.Union([Type.Enum([...taskKinds]), Type.Null()]),
  ...{ min_nights: count, max_nights: count, min_lead_days: count, max_lead_days: count, languages: names },
  payment_state: Type.Union([Type.Enum([...paymentStates]), Type.Null()]),
  guests: Type.Union([Type.Enum([...guestKinds]), Type.Null()]),
  imported: Type.Enum([...importedKinds]),
};

/** A rule's columns, and the names of the records that it refers to. */
const parts = Type.Object({
  ...described,
  ...{ locale: Type.String(), template: name, rentals: names, rentals_tags: translatedNames },
  ...{ sources: names, bookings_tags: translatedNames },
});

const namesOf = (table: string, ids: string): string =>
  `(select json_agg(${table}.name order by ${table}.id) from ${table}
    where ${table}.account_id = :account_of(automations) and ${table}.id = any (automations.${ids}))`;

/** SQL: the same as JSON. */
const partsSql = `json_build_object(${Object.keys(described)
  .map((column) => `'${column}', automations.${column}`)
  .join(", ")},
  'locale', (select accounts.default_locale from accounts where accounts.id = :account_of(automations)),
  'template', (select message_templates.name from message_templates
    where message_templates.account_id = :account_of(automations) and message_templates.id = automations.message_template_id),
  'rentals', ${namesOf("rentals", "rental_ids")}, 'rentals_tags', ${namesOf("rentals_tags", "rentals_tag_ids")},
  'sources', ${namesOf("sources", "source_ids")}, 'bookings_tags', ${namesOf("bookings_tags", "bookings_tag_ids")})`;

/** A rule's description in the account's language, so that all members get the same response. The console uses the person's. */
export const sentence = () =>
  new Attribute({ ...textValue(), sqlType: "json", toJson: (json) => quoted(sentenceOf(json)) })
    .from(partsSql)
    .present()
    .description(
      'The text of what the rule does, in the account\'s language, with the names of templates, rentals, tags and sources: "2 days before arrival, at 17:00: send “Directions” to the guest. Only: Casa Camelia", for example.',
    );

function sentenceOf(json: string): string {
  const rule: unknown = JSON.parse(json);
  if (!Check(parts, rule)) throw new Error("A rule has no sentence: its columns have other forms.");
  const language = languageOf(rule.locale) ?? defaultLanguage;
  const locale = regionalLocale(language);
  const t = messagesIn(language);
  const languageNames = new Intl.DisplayNames(locale, { type: "language" });
  const inLanguage = (texts: typeof rule.rentals_tags) =>
    (texts ?? []).map((one) => textIn(one, language, rule.locale) ?? "…");
  const labels = {
    template: rule.template ?? undefined,
    work: t(`pages.tasks.kinds.${rule.task_kind ?? "other"}`),
    lists: [
      ...[rule.rentals ?? [], inLanguage(rule.rentals_tags), rule.sources ?? []],
      ...[inLanguage(rule.bookings_tags), (rule.languages ?? []).map((one) => languageNames.of(one) ?? one)],
    ],
  };
  return ruleSentence(rule, labels, t, locale);
}
