import { queueMail } from "../../../platform/mails/queue-mail.ts";
import { automatedFarewell, automatedMessage, paymentMark } from "../../../platform/mails/templates/automated.ts";
import { writeAsHost } from "../../inbox/messages/write-as-host.ts";
import { orNoText, readTexts, type TextSource, textIn, writeText } from "../texts/write-text.ts";
import type { DueAction, Effect, EffectContext } from "./effect.ts";
import { isOftenAnswered } from "./often-answered.ts";
import { ownMails } from "./own-mails.ts";
import { type Addressee, readAddressee, referenceOf } from "./read-addressee.ts";
import { readSubjectFacts } from "./subject-facts.ts";

/** Writes to the guest of the booking or the inquiry, in the guest's language. */
export const sendMessage: Effect = async (context, action) => {
  const { about, occurrence } = action;
  const own = action.template === null && action.ownContent === null ? ownMails.get(action.builtIn ?? "") : undefined;
  if (own && "booking" in about) return (await own(context, { ...about, occurrence })) ? undefined : "nothing_due";
  const guest = await readAddressee(context, about);
  if ("inquiry" in about && guest.address !== null && (await isOftenAnswered(context, action, guest.address)))
    return "often_answered";
  if (action.delivery === "conversation") {
    const message = await textOf(context, action, guest);
    if (typeof message === "string") return message;
    if (await writeAsHost(context, about, message.content)) return undefined;
  }
  const text = await textOf(context, action, guest, "booking" in about ? paymentMark : undefined);
  if (typeof text === "string") return text;
  if (guest.is_channels) return "channel_writes";
  if (guest.is_demo || guest.address === null) return "no_address";
  await queueMail(context, {
    to: { address: guest.address, name: guest.name ?? undefined },
    template: guest.is_canceled ? automatedFarewell : automatedMessage,
    locale: guest.locale,
    values: { subject: text.subject, content: text.content, reference: referenceOf(about) },
    cause: `automation ${action.id}`,
    about: { ...about, client: guest.client_id },
  });
  return undefined;
};

/** @param paymentLink the text in place of the payment page's address; a conversation has none */
async function textOf(context: EffectContext, action: DueAction, guest: Addressee, paymentLink?: string) {
  const stored = action.template === null ? undefined : await readTexts(context, action.template);
  const source = sourceOf(action, stored, guest);
  if (!source) return "no_text";
  const read = await readSubjectFacts(context, action.about);
  const facts = paymentLink === undefined ? read : { ...read, paymentLink };
  return orNoText(writeText(source, facts, { locale: guest.locale, ownLocale: guest.own_locale }));
}

/** The template's texts, or the person's edit for this guest. */
function sourceOf(
  { ownContent, ownSubject }: DueAction,
  stored: TextSource | undefined,
  { locale, own_locale }: Addressee,
): TextSource | undefined {
  if (ownContent !== null)
    return textIn(locale, ownContent, ownSubject ?? (stored && subjectIn(stored, [locale, own_locale])));
  if (!stored || ownSubject === null) return stored;
  return { ...stored, subject: Object.fromEntries(Object.keys(stored.body).map((one) => [one, ownSubject])) };
}

/** The template's subject in the first of the locales that has one, else in any. */
function subjectIn({ subject }: TextSource, locales: readonly string[]): string | null {
  const texts = new Map(Object.entries(subject));
  const found = [...locales, ...texts.keys()].find((locale) => Boolean(texts.get(locale)));
  return found === undefined ? null : (texts.get(found) ?? null);
}
