import { id, string, timestamps, translated } from "../../../../kernel/attribute.ts";
import { owner } from "../../../../kernel/relation.ts";
import { defineResource } from "../../../../kernel/resource.ts";
import type { Translations } from "../../../../kernel/values/structure.ts";
import type { Check } from "../../../../kernel/write/input/read-body.ts";
import { inboxReaders } from "../messages/channels.ts";
import { problemOf } from "./text/check-text.ts";

/** A reusable text by language (docs/concepts/inbox.md). */
export const messageTemplate = defineResource("message_templates", {
  singular: "message_template",
  path: "inbox/message_templates",
  description: "A reusable plain text by language, in Liquid, with placeholders such as {{guest.firstname}}.",
  readScopes: inboxReaders,
  attributes: {
    id: id(),
    name: string({ maxLength: 100 }).required().description("The name. Guests do not see it."),
    subject: translated({ maxLength: 200 }).description("The subject of an e-mail, by locale."),
    body: translated({ maxLength: 20_000, multiline: true }).required().description("The text, by locale."),
    ...timestamps(),
  },
  relations: { account: owner() },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});

const { body, subject } = messageTemplate.attributes;

/** Refuses texts with an unknown placeholder or another error, in each language. */
export const checkPlaceholders: Check = (draft, errors) => {
  for (const [name, attribute] of [["subject", subject] as const, ["body", body] as const]) {
    const texts: Translations = draft.input(attribute) ?? {};
    for (const [locale, text] of Object.entries(texts)) {
      const problem = typeof text === "string" ? problemOf(text, locale) : undefined;
      if (problem !== undefined)
        errors.add(name, `has an error in line ${problem.line}: ${problem.message} (${locale})`);
    }
  }
};
