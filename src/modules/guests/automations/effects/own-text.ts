import { readTexts, textIn, type WrittenText, writeText } from "../texts/write-text.ts";
import type { DueAction, EffectContext, SkipReason } from "./effect.ts";
import { readSubjectFacts } from "./subject-facts.ts";

/** A text for the account's own people, in the account's language: the rule's own, or its template's. */
export async function ownText(context: EffectContext, action: DueAction): Promise<WrittenText | SkipReason> {
  const { transaction, account } = context;
  const row = await transaction.row<{ default_locale: string }>("select default_locale from accounts where id = $1", [
    account.id,
  ]);
  const locale = row?.default_locale ?? "en";
  const stored = action.template === null ? undefined : await readTexts(context, action.template);
  const source = action.content === null ? stored : textIn(locale, action.content);
  if (!source) return "no_text";
  return writeText(source, await readSubjectFacts(context, action.about), {
    ...{ locale, ownLocale: locale, isInternal: true },
  });
}
