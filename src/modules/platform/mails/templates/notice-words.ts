import type { TranslateServer } from "@roost/messages/server-messages.ts";
import Type from "typebox";
import { dayIn } from "../mail-words.ts";

const nullableText = Type.Union([Type.String(), Type.Null()]);

/** An event that a member chose to hear of (docs/design/notifications.md). */
export const noticeValues = Type.Object({
  kind: Type.Enum(["booked", "canceled", "unread", "feed"]),
  /** The id of the booking, conversation or calendar. */
  record: Type.Integer(),
  rental: nullableText,
  guest: nullableText,
  /** Days, for a stay. */
  from: nullableText,
  to: nullableText,
});
export type NoticeValues = Type.Static<typeof noticeValues>;

/** A notification's words: the subject of a mail, the title of a push message. */
export interface NoticeWords {
  readonly title: string;
  readonly text: string;
}

/** Writes a notification. Mails and push messages have the same words. */
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
    feed: () => ({ title: t("mails.notice.feed", { rental }), text: t("mails.notice.feedText") }),
  };
  return words[kind]();
}

/** Where a notification leads: a path of the console. */
export function noticePath({ kind, record }: Pick<NoticeValues, "kind" | "record">): string {
  if (kind === "unread") return `/console/inbox?conversation=${record}`;
  return kind === "feed" ? "/console/settings/calendars" : `/console/bookings/${record}`;
}
