import type { TranslateServer } from "@roost/messages/server-messages.ts";
import { defineMail, type MailBlock } from "../mail-template.ts";
import { dayIn } from "../mail-words.ts";
import { type CalendarNews, noticePath, noticeValues, noticeWords } from "./notice-words.ts";

/** Notifies a member of an event that they chose. */
export const notice = defineMail("notice", {
  audience: "person",
  values: noticeValues,
  write(values, { t, locale, host, baseUrl }) {
    const { title, text } = noticeWords(values, t, locale);
    return {
      subject: title,
      blocks: [
        { kind: "paragraph", text },
        ...(values.calendar ? calendarBlocks(values.calendar, t, locale) : []),
        { kind: "button", label: t(`mails.notice.open.${values.kind}`), url: `${baseUrl}${noticePath(values)}` },
        { kind: "fine", text: t("mails.notice.why", { host }) },
      ],
    };
  },
});

/** The conflicting nights or the error, and the remedy. */
function calendarBlocks({ happened, conflicts, error }: CalendarNews, t: TranslateServer, locale: string): MailBlock[] {
  const nights = ({ from, until }: { from: string; until: string }): string =>
    from === until ? dayIn(locale, from) : `${dayIn(locale, from)} – ${dayIn(locale, until)}`;
  const rows = [
    ...conflicts.map((conflict) => ({ label: nights(conflict), value: t("mails.calendarFeed.booking", conflict) })),
    ...(error === null ? [] : [{ label: t("mails.calendarFeed.lastError"), value: error }]),
  ];
  const next: MailBlock = { kind: "paragraph", text: t(`mails.calendarFeed.next.${happened}`) };
  return rows.length === 0 ? [next] : [{ kind: "lines", rows }, next];
}
