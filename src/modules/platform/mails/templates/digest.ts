import Type from "typebox";
import { defineMail } from "../mail-template.ts";
import { dayIn } from "../mail-words.ts";

const stays = Type.Array(
  Type.Object({
    rental: Type.String(),
    guest: Type.Union([Type.String(), Type.Null()]),
    /** The ids of the booking and of its client: the mail is erased with any guest whom it names. */
    booking: Type.Optional(Type.Integer()),
    client: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  }),
);

/** An account's day: arrivals, departures and pending work. */
export const digest = defineMail("digest", {
  audience: "person",
  values: Type.Object({
    day: Type.String(),
    arrivals: stays,
    departures: stays,
    /** Unread conversations. */
    unread: Type.Integer(),
    /** Holds that end before the next digest. */
    holds: Type.Integer(),
    /** Calendars whose last reading failed. */
    feeds: Type.Integer(),
  }),
  write({ day, arrivals, departures, unread, holds, feeds }, { t, locale, host, baseUrl }) {
    const rows = (list: typeof arrivals) =>
      list.map(({ rental, guest }) => ({ label: rental, value: guest ?? t("mails.notice.namelessGuest") }));
    const counts = { unread, holds, feeds };
    const waiting = [
      ...(unread > 0 ? [t("mails.digest.unread", counts)] : []),
      ...(holds > 0 ? [t("mails.digest.holds", counts)] : []),
      ...(feeds > 0 ? [t("mails.digest.feeds", counts)] : []),
    ];
    return {
      subject: t("mails.digest.subject", { host, day: dayIn(locale, day) }),
      blocks: [
        { kind: "paragraph", text: t("mails.digest.arrivals", { count: arrivals.length }) },
        ...(arrivals.length === 0 ? [] : [{ kind: "lines" as const, rows: rows(arrivals) }]),
        { kind: "paragraph", text: t("mails.digest.departures", { count: departures.length }) },
        ...(departures.length === 0 ? [] : [{ kind: "lines" as const, rows: rows(departures) }]),
        ...waiting.map((text) => ({ kind: "paragraph" as const, text })),
        { kind: "button", label: t("mails.digest.open"), url: `${baseUrl}/console/today` },
        { kind: "fine", text: t("mails.notice.why", { host }) },
      ],
    };
  },
});
