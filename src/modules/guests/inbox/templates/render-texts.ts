import { isLocale } from "../../../../kernel/locales.ts";
import type { Translations } from "../../../../kernel/values/structure.ts";
import { missing, problemOfEmpty, valuesIn } from "./facts/stay-values.ts";
import type { TemplateFacts } from "./facts/template-facts.ts";
import { isSubject } from "./placeholders.ts";
import type { Warning } from "./rendered-template.ts";
import { problemOfError } from "./text/engine.ts";
import { intlLocale } from "./text/intl-locale.ts";
import { renderText, type Scope } from "./text/render-text.ts";

/** A template's texts by locale. */
export interface TemplateTexts {
  readonly subject: Translations;
  readonly body: Translations;
}

/** A template's texts in one language. */
export interface Texts {
  readonly locale: string;
  readonly subject: string | null;
  readonly body: string;
}

/** Texts for one guest. */
export interface RenderedTexts {
  readonly locale: string;
  readonly subject: string | null;
  readonly content: string;
  /** The names that the texts show without a value. */
  readonly warnings: readonly Warning[];
  /** Each error of the texts, with its line. The text that has one is empty. */
  readonly errors: readonly string[];
  /** Whether an error is that a text took too long to fill in. */
  readonly isSlow: boolean;
}

/** The texts in the guest's locale, its language, or the account's own locale, in this order. Undefined if no language has a text. */
export function textsIn({ subject, body }: TemplateTexts, facts: TemplateFacts): Texts | undefined {
  const own = facts.account.defaultLocale;
  const preferred = facts.guest?.locale ?? own;
  for (const locale of [preferred, preferred.split("-")[0] ?? preferred, own, ...Object.keys(body)]) {
    const text = isLocale(locale) ? body[locale] : undefined;
    if (isLocale(locale) && text) return { locale, body: text, subject: subject[locale] ?? null };
  }
  return undefined;
}

/** Fills in the texts with a booking's or conversation's data. Nothing is stored. */
export function renderTexts({ locale, subject, body }: Texts, facts: TemplateFacts): RenderedTexts {
  const scope = valuesIn(facts, locale);
  const parts = [partOf("subject", subject ?? "", scope, locale), partOf("body", body, scope, locale)] as const;
  return {
    locale,
    subject: subject === null ? null : parts[0].text,
    content: parts[1].text,
    warnings: parts.flatMap(({ warnings }) => warnings),
    errors: parts.flatMap(({ errors }) => errors),
    isSlow: parts.some(({ isSlow }) => isSlow),
  };
}

/** The problems of texts that show a missing subject or else an unknown name of the guest. A greeting without a name is none. */
export function emptyProblems(warnings: readonly Warning[], facts: TemplateFacts): readonly string[] {
  const names = [...new Set(warnings.map(({ name }) => name))];
  const subjects = new Set(names.map((name) => name.split(".")[0] ?? "").filter(isSubject));
  const absent = [...subjects].filter((subject) => facts[subject === "links" ? "rental" : subject] === undefined);
  if (facts.isInquiry && names.some(isOfBooking)) absent.push("booking");
  if (absent.length > 0) return absent.map((subject) => missing[subject]);
  return names.map(problemOfEmpty).filter((problem) => problem !== undefined);
}

/** Whether a name that is shown without a value needs a booking. */
const isOfBooking = (name: string): boolean => name.startsWith("booking.") || name === "links.payment";

interface Part {
  readonly text: string;
  readonly warnings: readonly Warning[];
  readonly errors: readonly string[];
  readonly isSlow: boolean;
}

function partOf(part: Warning["part"], text: string, scope: Scope, locale: string): Part {
  try {
    const { text: rendered, empty } = renderText(text, scope, intlLocale(locale));
    return { text: rendered, warnings: empty.map((name) => ({ part, ...name })), errors: [], isSlow: false };
  } catch (error) {
    const { message, line, isSlow = false } = problemOfError(error);
    return { text: "", warnings: [], errors: [`the ${part} has an error in line ${line}: ${message}`], isSlow };
  }
}
