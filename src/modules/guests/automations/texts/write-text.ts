import { isLocale } from "../../../../kernel/locales.ts";
import type { Translations } from "../../../../kernel/values/structure.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import type { TemplateFacts } from "../../inbox/templates/facts/template-facts.ts";
import { emptyProblems, renderTexts } from "../../inbox/templates/render-texts.ts";

/** A text to fill in: a template's by locale, or one that a person wrote. */
export interface TextSource {
  readonly subject: Translations;
  readonly body: Translations;
}

/** A written text. */
export interface WrittenText {
  readonly locale: string;
  readonly subject: string | null;
  readonly content: string;
}

/** Reads a template's texts; undefined once it is deleted. */
export async function readTexts(
  { transaction, account }: AccountTransaction,
  id: number,
): Promise<TextSource | undefined> {
  return transaction.row<{ subject: Translations; body: Translations }>(
    "select subject, body from message_templates where account_id = $1 and id = $2 and deleted_at is null",
    [account.id, id],
  );
}

/** The languages of a text, and who reads it. */
interface Writing {
  readonly locale: string;
  readonly ownLocale: string;
  /** Whether the account's own people read it: they understand a line with an empty name. */
  readonly isInternal?: boolean;
}

/**
 * Fills in a text in a language, or else in the account's.
 * @returns the reason why it can't be written: `no_text`, also for a text that grows too long, or `unknown_name` for a missing value
 * @throws Error for a text that takes too long, so that the action is retried
 */
export function writeText(
  source: TextSource,
  facts: TemplateFacts,
  { locale, ownLocale, isInternal = false }: Writing,
): WrittenText | "no_text" | "unknown_name" {
  const language = locale.split(/[-_]/)[0] ?? locale;
  const written = [locale, language, ownLocale, ...Object.keys(source.body)].find(
    (candidate) => isLocale(candidate) && Boolean(source.body[candidate]),
  );
  const body = written !== undefined && isLocale(written) ? source.body[written] : undefined;
  if (written === undefined || !isLocale(written) || !body) return "no_text";
  const subject = source.subject[written] ?? null;
  const { errors, isSlow, warnings, ...texts } = renderTexts({ locale: written, subject, body }, facts);
  if (isSlow) throw new Error("The text took too long to fill in.");
  if (errors.length > 0) return "no_text";
  return !isInternal && emptyProblems(warnings, facts).length > 0 ? "unknown_name" : texts;
}

/** Skips a text of which its conditions leave nothing. */
export const orNoText = <Reason extends string>(text: WrittenText | Reason): WrittenText | Reason | "no_text" =>
  typeof text !== "string" && text.content.trim() === "" ? "no_text" : text;

/** A text in one language, such as a rule's own. */
export const textIn = (locale: string, body: string, subject: string | null = null): TextSource =>
  isLocale(locale)
    ? { body: { [locale]: body }, subject: { [locale]: subject } }
    : { body: { en: body }, subject: { en: subject } };
