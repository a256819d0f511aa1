import type { TranslateServer } from "@roost/messages/server-messages.ts";
import Type from "typebox";
import { dayIn } from "../mail-words.ts";

const nullableText = Type.Union([Type.String(), Type.Null()]);

/** The reason why an imported calendar needs a person. */
const calendarNews = Type.Object({
  name: Type.String(),
  happened: Type.Enum(["conflicted", "failed", "suspicious"]),
  /** Nights that another booking holds, `YYYY-MM-DD`, and its reference. */
  conflicts: Type.Array(Type.Object({ from: Type.String(), until: Type.String(), booking: Type.String() })),
  /** Stays that are missing. */
  missing: Type.Integer(),
  error: nullableText,
});
export type CalendarNews = Type.Static<typeof calendarNews>;

/** An event of which a member is notified (docs/design/notifications.md). */
export const noticeValues = Type.Object({
  kind: Type.Enum(["booked", "canceled", "unread", "feed", "task"]),
  /** The id of the booking, conversation, calendar or task. */
  record: Type.Integer(),
  rental: nullableText,
  guest: nullableText,
  /** Days, for a stay. */
  from: nullableText,
  to: nullableText,
  calendar: Type.Union([calendarNews, Type.Null()]),
  /** A cleaner's report. Absent in mails of earlier releases. */
  problem: Type.Optional(nullableText),
});
export type NoticeValues = Type.Static<typeof noticeValues>;

/** A notification's texts: the subject of a mail, the title of a push message. */
export interface NoticeWords {
  readonly title: string;
  readonly text: string;
}

/** Writes a notification. Mails and push messages share their texts. */
export function noticeWords(values: NoticeValues, t: TranslateServer, locale: string): NoticeWords {
  const { kind, from, to } = values;
  const rental = values.rental ?? t("mails.notice.noRental");
  const guest = values.guest ?? t("mails.notice.namelessGuest");
  const stay = t("mails.notice.stay", {
    guest,
    from: from ? dayIn(locale, from) : "",
    to: to ? dayIn(locale, to) : "",
  });
  const words: Readonly<Record<NoticeValues["kind"], () => NoticeWords>> = {
    booked: () => ({ title: t("mails.notice.booked", { rental }), text: stay }),
    canceled: () => ({ title: t("mails.notice.canceled", { rental }), text: stay }),
    unread: () => ({ title: t("mails.notice.unread", { guest }), text: t("mails.notice.unreadText", { rental }) }),
    feed: () => calendarWords(values.calendar, rental, t),
    task: () => ({ title: t("mails.notice.task", { rental }), text: values.problem ?? "" }),
  };
  return words[kind]();
}

function calendarWords(news: CalendarNews | null, rental: string, t: TranslateServer): NoticeWords {
  if (!news) throw new Error("A calendar's notification without its news.");
  const { name: feed, happened, missing: count } = news;
  return {
    title: t(`mails.calendarFeed.subject.${happened}`, { feed, rental }),
    text: t(`mails.calendarFeed.what.${happened}`, { feed, rental, count }),
  };
}

/** A notification's target: a path of the console. */
export function noticePath({ kind, record }: Pick<NoticeValues, "kind" | "record">): string {
  if (kind === "unread") return `/console/inbox?conversation=${record}`;
  if (kind === "task") return `/console/cleaning?task=${record}`;
  return kind === "feed" ? "/console/settings/calendars" : `/console/bookings/${record}`;
}
